"""Native BPE gives the reference's ids, spans and draws, on models and words made at random."""

from __future__ import annotations

import random

import pytest

import bpe_cases
from subwords.engine import native_available
from subwords.models import Model
from subwords.reference.engine import ReferenceEngine
from subwords.spec import Spec

pytestmark = pytest.mark.skipif(not native_available(), reason="the extension is absent")


def _engines(model: Model):
    from subwords.native.engine import NativeEngine

    return ReferenceEngine(Spec(model)), NativeEngine(Spec(model))


def _compare(model: Model, words: list[str]) -> None:
    reference, native = _engines(model)
    for word in words:
        expected = reference.annotate(word, None, False, None, "strict")
        got = native.annotate(word, None, False, None, "strict")
        assert got.ids.tolist() == expected.ids.tolist(), (model, word)
        assert got.begins.tolist() == expected.begins.tolist(), (model, word)
        assert got.ends.tolist() == expected.ends.tolist(), (model, word)
        assert native.encode(word, False, None, "strict") == expected.ids.tolist()
        for amount in (0.0, 0.2, 0.7, 1.0):
            drawn = [engine.sample(word, False, None, "strict", amount, 5, 3)
                     for engine in (reference, native)]  # fmt: skip
            assert drawn[0] == drawn[1], (model, word, amount)


def _words(rng: random.Random, letters: str) -> list[str]:
    words = [bpe_cases.random_word(rng, letters, length) for length in [3] * 8 + [12] * 8]
    return words + [bpe_cases.random_word(rng, letters, length) for length in (40, 70, 400)]


@pytest.mark.parametrize("seed", range(30))
def test_merge_lists(seed):
    rng = random.Random(seed)
    for _ in range(6):
        model = bpe_cases.random_bpe(rng)
        _compare(model, _words(rng, bpe_cases.LETTERS + "xﬁÿ"))


@pytest.mark.parametrize("seed", range(30))
def test_ranks(seed):
    rng = random.Random(seed)
    model = bpe_cases.random_ranks(rng)
    _compare(model, _words(rng, "abc é日😀x"))


@pytest.mark.parametrize("seed", range(30))
def test_scored_pieces(seed):
    rng = random.Random(seed)
    for _ in range(6):
        model = bpe_cases.random_pieces(rng)
        _compare(model, _words(rng, bpe_cases.LETTERS + "▁x"))
