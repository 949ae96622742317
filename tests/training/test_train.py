"""`train` and the doors' `.train`: from a corpus to a tokenizer."""

from __future__ import annotations

import warnings

import pytest

import subwords
from subwords import SpecialTokens, native, normalizers
from subwords.training import TrainingWarning, WordCounts, count_words, learn, train

CORPUS = [
    "low low low low low lower lower newest newest newest",
    "newest newest newest widest widest widest new new newer",
]


def require_native():
    if not native.available():
        pytest.skip("the native engine is not installed")


@pytest.fixture(params=["reference", "native"])
def engine(request):
    if request.param == "native":
        require_native()
    return request.param


def test_the_lesson_end_to_end(engine):
    marked = [f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    tok = train(
        CORPUS,
        vocab_size=38,
        score="likelihood",
        min_frequency=1,
        initial_alphabet=marked,
        engine=engine,
    )
    assert tok.vocab_size == 38
    assert {
        w: " ".join(tok.tokenize(w)) for w in ["low", "lowest", "newest", "newer", "widen", "zebra"]
    } == {
        "low": "low",
        "lowest": "low ##e ##st",
        "newest": "ne ##w ##e ##st",
        "newer": "ne ##w ##e ##r",
        "widen": "wide ##n",
        "zebra": "[UNK]",
    }


def test_the_library_run_warns_of_the_largest(engine):
    with pytest.warns(TrainingWarning, match=r"vocab_size=40 .* largest is 32 "):
        tok = train(CORPUS, vocab_size=40, min_frequency=1, alphabet="huggingface", engine=engine)
    assert tok.vocab_size == 32
    assert tok.tokenize("widen") == ["[UNK]"]
    assert tok.tokenize("lowest newest") == ["low", "##est", "newest"]


def test_ids_of_special_tokens():
    special = SpecialTokens(pad="[PAD]", unk="[UNK]", sep="[SEP]", cls="[CLS]", extra=("<x>",))
    tok = train(CORPUS, vocab_size=24, special_tokens=special)
    assert [tok.id_to_token(i) for i in range(5)] == ["[UNK]", "[PAD]", "[SEP]", "[CLS]", "<x>"]
    assert tok.special_tokens == special
    assert tok.tokenize("low", add_special_tokens=True)[0] == "[CLS]"
    assert tok.spec.semantics == "huggingface"


def test_an_unknown_token_is_always_there():
    tok = train(CORPUS, vocab_size=24, special_tokens=SpecialTokens(pad="<pad>"))
    assert (tok.token_to_id("[UNK]"), tok.token_to_id("<pad>")) == (0, 1)
    assert train(CORPUS, vocab_size=24, unk_token="<unk>").token_to_id("<unk>") == 0
    with pytest.raises(ValueError, match="contradicts"):
        train(CORPUS, vocab_size=24, unk_token="?", special_tokens=SpecialTokens(unk="!"))


def test_from_word_counts():
    counts = count_words(CORPUS[:1]) + count_words(CORPUS[1:])
    assert train(counts, vocab_size=24) == train(CORPUS, vocab_size=24)
    with pytest.raises(ValueError, match="normalizer"):
        train(counts, vocab_size=24, normalizer=normalizers.NFC())


def test_merged_shuffled_and_threaded_are_the_same_bytes(tmp_path):
    file = tmp_path / "corpus.txt"
    file.write_text("\n".join(CORPUS))
    expected = train(CORPUS, vocab_size=22).get_vocab()
    for corpus in (CORPUS[::-1], file, [file], " ".join(CORPUS).split(), count_words(CORPUS)):
        for threads in (1, 2, 8):
            vocab = train(corpus, vocab_size=22, threads=threads).get_vocab()
            assert list(vocab.items()) == list(expected.items())


def test_dropped_characters_are_reported():
    with pytest.warns(TrainingWarning, match=r"left out 2 different characters that occur 3 times"):
        tok = train(["ab ab ab", "xy y"], vocab_size=4, limit_alphabet=2)
    assert tok.tokenize("ab xy") == ["ab", "[UNK]"]


def test_extending_a_tokenizer():
    base = train(CORPUS, vocab_size=24)
    longer = train(["lowlands"] * 3, vocab_size=base.vocab_size + 8, extend=base)
    vocab = longer.get_vocab()
    assert {token: vocab[token] for token in base.get_vocab()} == base.get_vocab()
    assert longer.vocab_size > base.vocab_size
    assert longer.tokenize("lowlands") == ["lowlands"]


def test_a_trace_of_every_merge():
    learned = learn(CORPUS, vocab_size=24, min_frequency=1)
    assert len(learned.merges) == len(learned.vocab) - 1 - learned.report.alphabet_size
    assert [m.count for m in learned.merges] == sorted(
        (m.count for m in learned.merges), reverse=True
    )
    assert all(m.merged in learned.vocab for m in learned.merges)


def test_what_is_not_there_yet():
    with pytest.raises(ValueError, match="algorithm"):
        train(CORPUS, "charcoal")
    with pytest.raises(TypeError):
        train(CORPUS, vocab_size=24, colour="red")


@pytest.fixture(params=["WordPieceTokenizer", "WordPieceTokenizerFast"])
def door(request):
    if request.param.endswith("Fast"):
        require_native()
    return getattr(subwords, request.param)


def test_a_door_trains_in_place(door):
    tok = door({"[UNK]": 0})
    assert tok.train(CORPUS, vocab_size=24) is None
    assert tok.get_vocab() == train(CORPUS, vocab_size=24).get_vocab()
    assert tok.tokenize("low newest") == train(CORPUS, vocab_size=24).tokenize("low newest")
    assert tok.token_to_id("[UNK]") == 0


def test_a_door_keeps_its_own_ways(door):
    special = SpecialTokens(unk="<u>", cls="<c>", sep="<s>")
    tok = door(
        {"<u>": 0, "<c>": 1, "<s>": 2},
        unk_token="<u>",
        continuing_prefix="@",
        normalizer=normalizers.NFC(),
        special_tokens=special,
    )
    tok.train(["Low Low lower"], vocab_size=12, min_frequency=1)
    assert tok.tokenize("Low", add_special_tokens=True) == ["<c>", "Low", "<s>"]
    assert any(token.startswith("@") for token in tok.get_vocab())
    with pytest.raises(TypeError, match="continuing_prefix"):
        tok.train(CORPUS, continuing_prefix="##")


def test_a_failed_training_changes_nothing(door):
    tok = door({"[UNK]": 0, "a": 1})
    before = tok.spec
    with pytest.raises(ValueError, match="too small"):
        tok.train(CORPUS, vocab_size=3)
    with pytest.raises(TypeError):
        tok.train(5)
    assert tok.spec is before


def test_the_default_size_needs_no_option(door):
    tok = door({"[UNK]": 0})
    with pytest.warns(TrainingWarning, match="largest"):
        tok.train(CORPUS)
    assert tok.token_to_id("newest") is not None


def test_no_warning_where_all_is_well():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        train(WordCounts({"ab": 4}), vocab_size=4)
