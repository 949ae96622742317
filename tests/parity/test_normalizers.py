"""The reference normalizers give the text and the offsets that the published library gives."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from normalizer_cases import ALPHABET, SINGLES, Aligned, published, random_normalizer, random_text
from subwords import normalizers as ours
from subwords.reference.aligned import AlignedText
from subwords.reference.normalize import normalize

SURPRISING = [
    "", "ﬁne", "İstanbul", "㎏", "T\x10his", "\x10\x10a\x10b\x10", "\u0301a", "\u0301", "a\u0301",
    "a\u0344\u0316b", "ﬁ\u0308x", "é\u0316", "s\u0307\u0323z", "a\u0315\u0300\u0301b", "각", "각",
    "가\u11a8\u11a8", "\u0f71\u0f74\u0f72", "中é中", "  a b ", "   ", "abababa", "𝅗𝅥\u0316",
]  # fmt: skip


def reference(normalizer: ours.Normalizer, text: str) -> Aligned:
    out = normalize(normalizer, AlignedText.from_str(text))
    return out.text, out.origin


@pytest.mark.parametrize("normalizer", SINGLES, ids=repr)
def test_each_normalizer(normalizer: ours.Normalizer) -> None:
    rng = random.Random(repr(normalizer))
    for text in SURPRISING + [random_text(rng) for _ in range(1000)]:
        assert reference(normalizer, text) == published(normalizer, text), ascii(text)


def test_chains() -> None:
    rng = random.Random(7)
    for _ in range(6000):
        normalizer, text = random_normalizer(rng), random_text(rng)
        assert reference(normalizer, text) == published(normalizer, text), (normalizer, ascii(text))


@settings(max_examples=1000, deadline=None)
@given(
    st.sampled_from(SINGLES),
    st.text(st.one_of(st.sampled_from(ALPHABET), st.characters(codec="utf-8")), max_size=20),
)
def test_generated_text(normalizer: ours.Normalizer, text: str) -> None:
    assert reference(normalizer, text) == published(normalizer, text)


@pytest.mark.parametrize("normalizer", [ours.NFC(), ours.NFKC(), ours.NFD(), ours.NFKD()])
def test_every_pair_of_marks_and_letters(normalizer: ours.Normalizer) -> None:
    for first in ALPHABET:
        text = "".join(f"x{first}{second}" for second in ALPHABET)
        assert reference(normalizer, text) == published(normalizer, text)
