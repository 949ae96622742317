"""The native Unigram trainer gives the same bytes as the readable one, whatever is asked."""

from __future__ import annotations

import random

import pytest

from subwords import native
from subwords.training import count_words, learn

pytestmark = pytest.mark.skipif(not native.available(), reason="the native engine is absent")

ALPHABETS = (
    "ab",
    "abc  de1 2-_'",
    "aé漢あア한\u0301 ،ب٣1<s>▁",
    "xyz \U0001f600\u3000\t\u00a8ﬁＡ",
)
OPTIONS = (
    {},
    {"method": "viterbi"},
    {"split_by_whitespace": False, "add_dummy_prefix": False},
    {"treat_whitespace_as_suffix": True, "normalization": "identity"},
    {"remove_extra_whitespaces": False, "normalization": "nfkc"},
    {"split_digits": True, "split_by_unicode_script": False},
    {"split_by_number": False, "max_piece_length": 3, "min_frequency": 1},
    {"byte_fallback": True, "character_coverage": 0.9, "user_defined_symbols": ["ab", "<s>"]},
    {"seed_size": 20, "shrinking_factor": 0.5, "sub_iterations": 3, "required_chars": "qZ"},
    {"normalization": "nfkc_cf", "control_symbols": ["bc"], "max_piece_length": 200},
    {"normalization": "nmt_nfkc_cf", "min_frequency": 3, "character_coverage": 0.5},
)


def texts(rng, alphabet):
    words = ["".join(rng.choices(alphabet, k=rng.randint(1, 9))) for _ in range(30)]
    lengths = [rng.choice((1, 2, 5, 40)) for _ in range(25)]
    return ["".join(rng.choices(words, k=n)) for n in lengths]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ",".join(options) or "default")
@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_both_engines_agree(alphabet, options):
    rng = random.Random(f"{alphabet}{options}")
    for _ in range(3):
        corpus = texts(rng, alphabet)
        asked = {"hard_vocab_limit": False, "vocab_size": 330, **options}
        if rng.random() < 0.8 and "byte_fallback" not in options:
            asked["vocab_size"] = rng.randint(25, 60)
        expected = learn(corpus, "unigram", engine="reference", **asked)
        for threads in (1, 2, 5):
            assert learn(corpus, "unigram", engine="native", threads=threads, **asked) == expected


@pytest.mark.parametrize("normalization", ["nmt_nfkc", "nfkc", "nfkc_cf", "identity"])
def test_both_engines_count_the_same_words(tmp_path, normalization):
    from subwords.training.unigram import plan_unigram

    rng = random.Random(normalization)
    corpus = [text for alphabet in ALPHABETS for text in texts(rng, alphabet + "\n\r")]
    file = tmp_path / "corpus.txt"
    file.write_text("\n".join(corpus), encoding="utf-8", newline="")
    for options in ({}, {"remove_extra_whitespaces": False}, {"treat_whitespace_as_suffix": True}):
        plan = plan_unigram(
            normalization=normalization, user_defined_symbols=["ab", "Ａﬁ", "a"], **options
        )
        stages = {"normalizer": plan.normalizer, "pre_tokenizer": plan.pre_tokenizer}
        for source in (corpus, file):
            expected = count_words(source, engine="reference", **stages)
            assert count_words(source, engine="native", **stages) == expected


def test_a_fragment_whose_probability_is_no_float():
    corpus = ["".join(chr(0x4E00 + (i * j) % 997) for i in range(400)) for j in range(1, 6)]
    asked = {"vocab_size": 1100, "hard_vocab_limit": False, "character_coverage": 1.0}
    expected = learn(corpus, "unigram", engine="reference", **asked)
    assert learn(corpus, "unigram", engine="native", **asked) == expected


def test_counts_of_any_size():
    from subwords.training import WordCounts
    from subwords.training.unigram import plan_unigram

    plan = plan_unigram()
    rng = random.Random(11)
    words = {"▁" + "".join(rng.choices("abcd", k=rng.randint(1, 9))): 0 for _ in range(60)}
    counts = WordCounts(
        {word: rng.randint(1, 2 ** rng.randint(1, 48)) for word in words},
        normalizer=plan.normalizer,
        pre_tokenizer=plan.pre_tokenizer,
    )
    asked = {"vocab_size": 30, "hard_vocab_limit": False}
    expected = learn(counts, "unigram", engine="reference", **asked)
    assert learn(counts, "unigram", engine="native", **asked) == expected
