"""Pain 18: counts above 32 bits overflow, and memory grows with the text instead of its words.

Reported as tokenizers#1170, #994, #1345, #1681, #1577 and sentencepiece#702, #704, #598.
"""

from __future__ import annotations

import tracemalloc

import pytest

from subwords.training import WordCounts, count_words, learn


@pytest.mark.parametrize("engine", ["reference", None])
@pytest.mark.parametrize("score", ["frequency", "likelihood", "gain"])
def test_counts_beyond_32_bits(score, engine):
    counts = WordCounts({"ab": 5_000_000_000, "cd": 705_032_704})  # the same modulo 2^32
    learned = learn(counts, vocab_size=7, score=score, engine=engine)
    merges = {merge.merged: merge.count for merge in learned.merges}
    assert merges == {"ab": 5_000_000_000, "cd": 705_032_704}
    if score == "frequency":
        assert learned.merges[0].merged == "ab"


def test_a_long_stream_of_few_words_takes_the_memory_of_the_words():
    line = " ".join(f"word{i}" for i in range(200))
    stream = (line for _ in range(20_000))  # 30 MB
    tracemalloc.start()
    counts = count_words(stream)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert counts["word7"] == 20_000
    assert peak < 24_000_000


@pytest.mark.parametrize("engine", ["reference", None])
def test_unigram_counts_beyond_32_bits(engine):
    from subwords.training import unigram_rules

    words = {"▁ab": 5_000_000_000, "▁cd": 705_032_704, "▁abcd": 3}  # the first two: modulo 2^32
    counts = WordCounts(words, **unigram_rules())
    pieces = dict(learn(counts, "unigram", 10, character_coverage=1.0, engine=engine).pieces)
    assert pieces["▁ab"] > pieces["▁cd"] + 1.5  # the logarithm of about 7
    huge = WordCounts({"▁ab": 2**60}, **unigram_rules())
    with pytest.raises(ValueError, match="divide all counts by a common factor"):
        learn(huge, "unigram", 9, engine=engine)


def test_unigram_counts_are_saved_and_loaded(tmp_path):
    from subwords.training import unigram_rules

    rules = unigram_rules(user_defined_symbols=["<x>"], treat_whitespace_as_suffix=True)
    counts = count_words(["a ｂ <x>"], **rules)
    counts.save(tmp_path / "counts")
    assert WordCounts.load(tmp_path / "counts") == counts


@pytest.mark.parametrize("engine", ["reference", None])
def test_bpe_counts_beyond_32_bits(engine):
    from subwords.normalizers import Sequence
    from subwords.training.bpe import BYTE_LEVEL

    words = {"ab": 5_000_000_000, "cd": 705_032_704, "xab": 2**40}  # the first two: modulo 2^32
    counts = WordCounts(words, normalizer=Sequence(), pre_tokenizer=BYTE_LEVEL)
    learned = learn(counts, "bpe", 259, engine=engine)
    assert {merge.merged: merge.count for merge in learned.merges} == {
        "ab": 2**40 + 5_000_000_000, "xab": 2**40, "cd": 705_032_704,
    }  # fmt: skip
