"""The lattice of T5: the numbers of the lesson, and those of sentencepiece."""

from __future__ import annotations

import math
from collections import Counter

import pytest

import subwords

WORDS = ["▁sunflowers", "▁unbelievable", "▁unhappiness", "▁Wonderland", "▁the▁cat▁sat"]


@pytest.fixture(scope="module", params=["spiece.model", "tokenizer.json"])
def t5(request, data):
    return subwords.load(data / "models/t5-small" / request.param, engine="reference")


def test_numbers_of_the_lesson(t5):
    sunflowers = t5.lattice("▁sunflowers")
    assert sunflowers.count() == 61
    assert sunflowers.best() == ["▁sunflower", "s"]
    lattice = t5.lattice("▁unbelievable")
    assert lattice.count() == 170
    first, second = lattice.nbest(2)
    assert first == lattice.best() == ["▁unbelievable"]
    assert second == ["▁un", "believable"]
    assert round(lattice.probability(first), 5) == 0.99943
    assert round(lattice.probability(first, alpha=0.1), 4) == 0.2076
    assert round(lattice.probability(first, alpha=0.5), 4) == 0.9719
    assert t5.lattice("▁unhappiness").best() == ["▁un", "h", "app", "iness"]
    assert t5.lattice("▁Wonderland").best() == ["▁Wonder", "l", "and"]


@pytest.mark.parametrize("alpha", [0.1, 0.5])
def test_ten_thousand_draws(t5, alpha):
    lattice = t5.lattice("▁unbelievable")
    seen = Counter(tuple(lattice.sample(alpha, seed)) for seed in range(10_000))
    for pieces in lattice.nbest(10):
        share = lattice.probability(pieces, alpha)
        error = math.sqrt(10_000 * share * (1 - share))
        assert abs(seen[tuple(pieces)] - 10_000 * share) <= 4 * error


def test_ranking_of_sentencepiece(data):
    spm = pytest.importorskip("sentencepiece")
    path = data / "models/t5-small/spiece.model"
    oracle = spm.SentencePieceProcessor(model_file=str(path))
    tok = subwords.load(path, engine="reference")
    for word in WORDS:
        text = word.replace("▁", " ").strip()
        lattice = tok.lattice(word)
        expected = oracle.nbest_encode_as_pieces(text, 10)
        assert lattice.nbest(10) == expected
        best = oracle.nbest_encode_as_pieces(text, 1)
        assert tok.nbest(text, 1) == [[oracle.piece_to_id(piece) for piece in best[0]]]


def test_draws_like_those_of_sentencepiece(data):
    spm = pytest.importorskip("sentencepiece")
    path = data / "models/t5-small/spiece.model"
    oracle = spm.SentencePieceProcessor(model_file=str(path))
    lattice = subwords.load(path, engine="reference").lattice("▁unhappiness")
    alpha, draws = 0.5, 3000
    theirs = Counter(
        tuple(
            oracle.encode(
                "unhappiness", out_type=str, enable_sampling=True, alpha=alpha, nbest_size=-1
            )
        )
        for _ in range(draws)
    )
    for pieces in lattice.nbest(8):
        share = lattice.probability(pieces, alpha)
        assert abs(theirs[tuple(pieces)] - draws * share) <= 5 * math.sqrt(draws * share)
