"""The native normalizers give the reference's text and origins, in linear time."""

from __future__ import annotations

import random
import time

import pytest

from normalizer_cases import SINGLES, Aligned, random_normalizer, random_text
from subwords import normalizers
from subwords.errors import UnsupportedError
from subwords.reference.aligned import AlignedText
from subwords.reference.normalize import normalize

_core = pytest.importorskip("subwords.native._core", reason="the extension is not built")
from subwords.native.lowering import normalizer_steps  # noqa: E402


def native(normalizer: normalizers.Normalizer, text: str) -> Aligned:
    out, origin = _core.normalize(normalizer_steps(normalizer), text)
    return out, origin


def reference(normalizer: normalizers.Normalizer, text: str) -> Aligned:
    out = normalize(normalizer, AlignedText.from_str(text))
    return out.text, out.origin


@pytest.mark.parametrize("normalizer", SINGLES, ids=repr)
def test_each_normalizer(normalizer: normalizers.Normalizer) -> None:
    rng = random.Random(repr(normalizer))
    for turn in range(1000):
        text = random_text(rng, 90 if turn % 10 == 0 else 12)
        assert native(normalizer, text) == reference(normalizer, text), ascii(text)


def test_chains() -> None:
    rng = random.Random(8)
    for _ in range(5000):
        normalizer, text = random_normalizer(rng), random_text(rng)
        assert native(normalizer, text) == reference(normalizer, text), (normalizer, ascii(text))


EVERY_KIND = [
    normalizers.BERTNormalizer(),
    normalizers.BERTNormalizer(lowercase=False),
    normalizers.NFC(),
    normalizers.NFD(),
    normalizers.NFKC(),
    normalizers.NFKD(),
    normalizers.Lowercase(),
    normalizers.StripAccents(),
    normalizers.Strip(),
    normalizers.Nmt(),
    normalizers.ByteLevel(),
    SINGLES[-1],
]


@pytest.mark.parametrize("normalizer", EVERY_KIND, ids=repr)
def test_every_code_point(normalizer: normalizers.Normalizer) -> None:
    """In "a{c}b", many of them in one text, cut where no normalizer looks across."""
    for first in [*range(0, 0x30000, 0x8000), 0xE0000, 0xF0000, 0x108000]:
        text = "".join(
            f"a{chr(c)}b" for c in range(first, first + 0x8000) if not 0xD800 <= c < 0xE000
        )
        assert native(normalizer, text) == reference(normalizer, text), hex(first)


@pytest.mark.parametrize("normalizer", [normalizers.Replace("", "x"), normalizers.Prepend("")])
def test_empty_strings_are_refused(normalizer: normalizers.Normalizer) -> None:
    with pytest.raises(UnsupportedError, match=type(normalizer).__name__):
        native(normalizer, "a")


MARKS = {
    "one class": "\u0301",
    "two classes, wrong way round": "\u0301\u0316",
    "many classes": "\u0345\u0360\u0315\u0301\u0316\u0327\u0334",
    "composing": "a\u0301\u0316",
    "letters": "aé가ﬁ",
}


@pytest.mark.parametrize("unit", MARKS.values(), ids=MARKS)
@pytest.mark.parametrize(
    "normalizer",
    [
        normalizers.NFC(),
        normalizers.NFKD(),
        normalizers.BERTNormalizer(),
        normalizers.Replace("\u0301" * 500 + "a", "x"),
    ],
    ids=["NFC", "NFKD", "BERT", "Replace"],
)
def test_work_is_linear(normalizer: normalizers.Normalizer, unit: str) -> None:
    """A quadratic step would take minutes here; the bound is wide because machines are busy."""
    text = "a" + unit * (1_000_000 // len(unit))
    began = time.process_time()
    native(normalizer, text)
    assert time.process_time() - began < 10
