"""Pain 21: how many tokens, the greatest id, and rows needed are three numbers with three names."""

import pytest

import subwords
from subwords import AddedToken, SpecialTokens, WordPieceTokenizer
from subwords.decoders import RawBytes
from subwords.models import BPE, RankBPE, Unigram
from subwords.spec import Spec
from subwords.tables import Merges, Pieces, Vocab


def test_ids_with_holes(engine):
    spec = WordPieceTokenizer({"a": 0, "b": 2, "[UNK]": 5}).spec
    tok = subwords.Tokenizer(spec, engine=engine)
    assert (tok.vocab_size, tok.max_id, tok.embedding_rows) == (3, 5, 6)
    assert len(tok.get_vocab()) == 3
    assert tok.id_to_token(1) is None
    assert tok.encode("a b c") == [0, 2, 5]
    with pytest.raises(subwords.UnknownIdError):
        tok.decode([1])


def test_a_special_token_listed_in_both_places_counts_once(engine):
    vocab = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "a": 3}
    special = SpecialTokens(unk="[UNK]", cls="[CLS]", sep="[SEP]")
    tok = subwords.Tokenizer(WordPieceTokenizer(vocab, special_tokens=special).spec, engine=engine)
    assert (tok.vocab_size, tok.max_id, tok.embedding_rows) == (4, 3, 4)
    assert tok.get_vocab() == vocab
    again = tok.add_tokens(["[CLS]", "a"])
    assert (again.vocab_size, again.max_id, again.embedding_rows) == (4, 3, 4)


def test_an_added_token_far_away(engine):
    spec = WordPieceTokenizer({"[UNK]": 0, "a": 1}).spec
    tok = subwords.Tokenizer(spec, engine=engine).add_tokens([AddedToken("<far>", 99)])
    assert (tok.vocab_size, tok.max_id, tok.embedding_rows) == (3, 99, 100)
    assert tok.encode("a<far>") == [1, 99]
    assert tok.id_to_token(99) == "<far>"
    assert tok.add_tokens(["next"]).token_to_id("next") == 100
    assert tok.token_to_id("<far>") == 99
    assert tok.get_vocab() == {"[UNK]": 0, "a": 1, "<far>": 99}


def test_two_tokens_of_one_id_are_refused():
    with pytest.raises(ValueError, match="id 1"):
        WordPieceTokenizer({"a": 1, "b": 1})


def test_every_family_has_the_three_numbers():
    """Of a BPE with holes, of ranks with holes, and of scored pieces, which have none."""
    bpe = Spec(BPE(Vocab({"a": 0, "b": 2, "ab": 9}), Merges([("a", "b")])))
    singles = [(bytes((byte,)), 2 * byte) for byte in range(256)]
    ranks = Spec(RankBPE(Vocab([*singles, (b"\xff\xfe", 999)])), decoder=RawBytes(),
                 added_tokens=(AddedToken("<e>", 5),), semantics="tiktoken")  # fmt: skip
    pieces = Spec(Unigram(Pieces([("<unk>", 0.0), ("a", -1.0)]), 0),
                  added_tokens=(AddedToken("a", 1), AddedToken("<far>", 8)))  # fmt: skip
    for spec, numbers in ((bpe, (3, 9, 10)), (ranks, (258, 999, 1000)), (pieces, (3, 8, 9))):
        tok = subwords.Tokenizer(spec, engine="reference")
        assert (tok.vocab_size, tok.max_id, tok.embedding_rows) == numbers
        assert tok.id_to_token(7) is None
    tok = subwords.Tokenizer(ranks, engine="reference")
    assert tok.id_to_bytes(999) == tok.decode_bytes([999]) == b"\xff\xfe"
    assert tok.token_to_id("<e>") == 5
    with pytest.raises(subwords.UnknownIdError):
        tok.decode([7])
