"""The best ways through one long word take time and memory in proportion to its length."""

import time

import subwords


def test_a_word_that_nothing_divides():
    pieces = [("<unk>", 0.0), ("▁", -1.0), ("a", -2.0), ("aa", -2.5)]
    lattice = subwords.UnigramTokenizer(pieces).lattice("a" * 20_001)
    began = time.perf_counter()
    ways = lattice.nbest(3)
    assert time.perf_counter() - began < 8  # 30 s and gigabytes where every way is written out
    assert ways[0] == ["a", *["aa"] * 10_000]
    assert [way.count("a") for way in ways] == [1, 1, 1]
