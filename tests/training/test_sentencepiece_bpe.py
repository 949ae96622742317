"""SentencePiece BPE: reference and native train the same, whatever the order and the threads."""

from __future__ import annotations

import random
import warnings

import pytest

import subwords
from subwords import SpecialTokens, native
from subwords.models import SentencePieceBPE
from subwords.training import TrainingWarning, count_words, learn, train, unigram_rules

ALPHABETS = (
    "ab",
    "abc  de1 2-_'",
    "aé漢あア한\u0301 ،ب٣1<s>▁",
    "xyz \U0001f600\u3000\t\u00a8ﬁＡ",
)
OPTIONS = (
    {},
    {"min_frequency": 1},
    {"split_by_whitespace": False, "add_dummy_prefix": False, "min_frequency": 1},
    {"split_by_whitespace": False, "treat_whitespace_as_suffix": True},
    {"treat_whitespace_as_suffix": True, "normalization": "identity"},
    {"remove_extra_whitespaces": False, "normalization": "nfkc"},
    {"split_digits": True, "split_by_unicode_script": False},
    {"split_by_number": False, "max_piece_length": 3, "min_frequency": 1},
    {"byte_fallback": True, "character_coverage": 0.9, "user_defined_symbols": ["ab", "<s>"]},
    {"normalization": "nfkc_cf", "control_symbols": ["bc"], "max_piece_length": 200},
    {"required_chars": "qZ", "character_coverage": 0.5, "min_frequency": 3},
    {"max_piece_length": 1},
)


@pytest.fixture(params=["reference", "native"])
def engine(request):
    if request.param == "native" and not native.available():
        pytest.skip("the native engine is absent")
    return request.param


def texts(rng, alphabet):
    words = ["".join(rng.choices(alphabet, k=rng.randint(1, 9))) for _ in range(30)]
    lengths = [rng.choice((1, 2, 5, 40)) for _ in range(25)]
    return ["".join(rng.choices(words, k=n)) for n in lengths]


def shown(learned):
    return [f"{m.left} {m.right} {m.count}" for m in learned.merges]


@pytest.mark.skipif(not native.available(), reason="the native engine is absent")
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ",".join(options) or "default")
@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_both_engines_agree(alphabet, options):
    rng = random.Random(f"{alphabet}{options}")
    for size in (40, 60, 1000):
        corpus = texts(rng, alphabet)
        more = 256 if "byte_fallback" in options else 0
        asked = {"sentencepiece": True, "vocab_size": size + more, **options}
        expected = learn(corpus, "bpe", engine="reference", **asked)
        assert list(expected.vocab.values()) == list(range(len(expected.vocab)))
        for threads in (1, 2, 5):
            rng.shuffle(corpus)
            assert learn(corpus, "bpe", engine="native", threads=threads, **asked) == expected


def test_merges_and_their_counts(engine):
    asked = {"sentencepiece": True, "engine": engine, "vocab_size": 12, "min_frequency": 1}
    learned = learn(["abc abc ab bc"] * 3, "bpe", **asked)
    # ab and bc are as frequent, and ab comes first; bc is left from the word "bc" alone.
    assert shown(learned) == ["a b 9", "▁ ab 9", "▁ab c 6", "b c 3", "▁ bc 3"]
    assert list(learned.vocab) == [
        "<unk>", "<s>", "</s>", "ab", "▁ab", "▁abc", "bc", "▁bc", "b", "▁", "a", "c"
    ]  # fmt: skip


def test_a_piece_has_one_way_to_be_made(engine):
    corpus = ["xab ab ab yab bc bc bc bc xbc abc"] * 2 + ["za zbc", "zab c"] * 2
    learned = learn(corpus, "bpe", 200, sentencepiece=True, engine=engine, min_frequency=1)
    merged = [merge.merged for merge in learned.merges]
    assert len(merged) == len(set(merged))
    assert not {merge.merged for merge in learned.merges if len(merge.merged) == 1}


def test_names_of_bytes_are_no_pieces(engine):
    asked = {"split_by_number": False, "split_by_unicode_script": False, "engine": engine}
    learned = learn(
        ["<0x41>"] * 9, "bpe", 300, sentencepiece=True, byte_fallback=True,
        add_dummy_prefix=False, **asked,
    )  # fmt: skip
    assert learned.vocab["<0x41>"] == 3 + 0x41
    assert "<0x41>" not in {merge.merged for merge in learned.merges}


def test_the_data_ends_before_the_vocabulary(engine):
    with pytest.warns(TrainingWarning, match=r"vocab_size=500 .*: the largest is 10 "):
        tok = train(["abc"] * 2, "bpe", 500, sentencepiece=True, engine=engine)
    assert tok.vocab_size == 10
    with pytest.raises(ValueError, match=r"3 symbols and 4 required characters .* least 7"):
        train(["abc"], "bpe", 6, sentencepiece=True, engine=engine)
    with pytest.warns(TrainingWarning, match="character_coverage=0.9 left out 2 .* 'z'"):
        train(["ab" * 20 + "z"] * 2, "bpe", 9, sentencepiece=True, engine=engine,
              character_coverage=0.9)  # fmt: skip


def test_nothing_and_little(engine):
    asked = {"sentencepiece": True, "engine": engine}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrainingWarning)
        for corpus in ([], [""], [" "], ["a"]):
            tok = train(corpus, "bpe", 5, **asked)
            assert tok.decode(tok.encode("a")) in {"a", " ⁇ "}


def test_counts_and_special_tokens(engine):
    corpus = ["the cat sat on the mat", "the bat and the rat"] * 3
    counts = count_words(corpus, **unigram_rules())
    expected = learn(corpus, "bpe", 30, sentencepiece=True, engine=engine)
    assert learn(counts, "bpe", 30, sentencepiece=True, engine=engine) == expected
    many = dict(counts.items())
    huge = learn(
        subwords.WordCounts({w: n << 50 for w, n in many.items()}, **unigram_rules()),
        "bpe", 30, sentencepiece=True, engine=engine,
    )  # fmt: skip
    assert huge.vocab == expected.vocab
    special = SpecialTokens(unk="[U]", bos="[B]", mask="[M]")
    tok = train(corpus, "bpe", 34, sentencepiece=True, special_tokens=special, engine=engine)
    assert [tok.id_to_token(id) for id in range(3)] == ["[U]", "[B]", "[M]"]
    assert isinstance(tok.spec.model, SentencePieceBPE)
    assert (tok.algorithm, tok.spec.semantics) == ("bpe", "sentencepiece")
    assert (tok.special_tokens.bos, tok.special_tokens.extra) == ("[B]", ("[M]",))


def test_options_of_other_trainers_are_refused():
    for wrong in ("seed_size", "ties", "pre_tokenizer", "no_such_option"):
        with pytest.raises(TypeError, match=f"SentencePiece BPE has no option '{wrong}'"):
            train(["a"], "bpe", 9, sentencepiece=True, **{wrong: None})
    with pytest.raises(TypeError, match="sentencepiece"):
        train(["a"], "unigram", 9, sentencepiece=True)
    assert train(["ab"] * 2, "bpe", 257, sentencepiece=False).spec.semantics == "huggingface"
