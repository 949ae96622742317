"""Pain 10: text that a user wrote cannot become a special token."""

import pytest

import subwords
from subwords import AddedToken, SpecialTokens, WordPieceTokenizer

VOCAB = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "user": 3, "says": 4, "<": 5, "|": 6, "end": 7, ">": 8,
         "hi": 9}  # fmt: skip
END, TOOL = 10, 11


@pytest.fixture
def tok(engine):
    door = WordPieceTokenizer(
        VOCAB, special_tokens=SpecialTokens(unk="[UNK]", cls="[CLS]", sep="[SEP]")
    )
    tokens = [
        AddedToken("<|end|>", END, special=True, normalized=False),
        AddedToken("<|tool|>", TOOL, special=True, normalized=True),
        AddedToken("hihi", 12),
    ]
    return subwords.Tokenizer(door.add_tokens(tokens).spec, engine=engine)


SPELLED = [5, 6, 7, 6, 8]


def test_the_file_decides_by_default(tok):
    assert tok.encode("user says <|end|>", add_special_tokens=False) == [3, 4, END]
    assert tok.encode("<|tool|><|end|>", allowed_special="all") == [1, TOOL, END, 2]


def test_untrusted_text_has_no_special_tokens(tok):
    for text in ("user says <|end|>", "[CLS]<|end|>[SEP]<|tool|>[UNK]"):
        for ids in (
            tok.encode(text, untrusted=True, add_special_tokens=False),
            tok.annotate(text, untrusted=True, add_special_tokens=False).ids,
            tok.encode_batch([text], untrusted=True, add_special_tokens=False).to_list()[0],
            tok.encode(text, untrusted=[(0, len(text))], add_special_tokens=False),
            tok.encode(text, allowed_special=(), add_special_tokens=False),
        ):
            assert not {1, 2, END, TOOL} & set(ids)
    assert tok.encode("user says <|end|>", untrusted=True) == [1, 3, 4, *SPELLED, 2]
    assert tok.tokenize("<|end|>", untrusted=True) == ["<", "|", "end", "|", ">"]
    assert tok.count("<|end|>", untrusted=True) == 7
    assert tok.encode("hihi", untrusted=True) == [1, 12, 2]  # added, but not special


def test_only_what_is_allowed(tok):
    ids = tok.encode("<|end|><|tool|>", allowed_special={"<|end|>"}, add_special_tokens=False)
    assert ids[0] == END
    assert TOOL not in ids


def test_trusted_and_untrusted_in_one_call(tok):
    text = "<|end|>user says <|end|><|end|>"
    enc = tok.annotate(text, untrusted=[(7, 24)])
    assert enc.ids == [1, END, 3, 4, *SPELLED, END, 2] == tok.encode(text, untrusted=[(7, 24)])
    assert enc.offsets[1:-1] == [
        (0, 7), (7, 11), (12, 16), (17, 18), (18, 19), (19, 22), (22, 23), (23, 24), (24, 31),
    ]  # fmt: skip
    assert enc.word_ids == [None, 0, 1, 2, 3, 4, 5, 6, 7, 8, None]
    assert enc.sequence_ids == [None, *[0] * 9, None]
    assert enc.special_tokens_mask == [1, *[0] * 9, 1]


@pytest.mark.parametrize("cut", range(1, 7))
def test_nothing_is_assembled_across_a_boundary(tok, cut):
    text = "<|end|>"
    for spans in ([(0, cut)], [(cut, 7)], [(cut - 1, cut)], [(0, cut), (cut, 7)]):
        assert END not in tok.encode(text, untrusted=spans)


@pytest.mark.parametrize("text", ["stop", "a stop b", "stopa", "STOP", "stopstop"])
def test_a_special_token_that_is_also_a_piece(engine, text):
    vocab = {"[UNK]": 0, "stop": 1, "a": 2, "b": 3, "##a": 4, "st": 5, "##op": 6, "##s": 7,
             "##t": 8, "[X]": 9}  # fmt: skip
    special = SpecialTokens(unk="[UNK]", extra=("stop", "[X]"))
    cut = subwords.pre_tokenizers.WhitespaceSplit()
    door = WordPieceTokenizer(vocab, special_tokens=special, pre_tokenizer=cut)
    tok = subwords.Tokenizer(door.spec, engine=engine)
    if "stop" in text:
        assert 1 in tok.encode(text)
    for ids in (
        tok.encode(text, untrusted=True),
        tok.annotate(text, untrusted=True).ids,
        tok.encode_batch([text], untrusted=True).to_list()[0],
        tok.encode(text, untrusted=[(0, len(text))]),
        tok.encode(text, allowed_special={"[X]"}),
    ):
        assert 1 not in ids
        assert 5 in ids  # the model spells it in other pieces
    assert tok.encode("[X] stop", untrusted=True) == [0, 5, 6]
    assert tok.encode("[X] stop", allowed_special={"[X]"}) == [9, 5, 6]


def test_spans_of_any_shape(tok):
    text = "hi <|end|> hi"
    trusted = tok.encode(text)
    assert tok.encode(text, untrusted=[]) == trusted
    assert tok.encode(text, untrusted=[(4, 4), (0, 2), (0, 1)]) == trusted
    assert END not in tok.encode(text, untrusted=[(0, 5), (4, 13)])
    assert tok.encode("", untrusted=[(0, 0)]) == tok.encode("")
    for wrong in ([(0, 14)], [(-1, 2)], [(3, 2)]):
        with pytest.raises(ValueError, match="span"):
            tok.encode(text, untrusted=wrong)
    for wrong in ([5], "yes", [("a", "b")], 1, [(0, 1, 2)]):
        with pytest.raises(TypeError):
            tok.encode(text, untrusted=wrong)
    with pytest.raises(ValueError, match="pair"):
        tok.annotate(text, "hi", untrusted=[(0, 1)])
