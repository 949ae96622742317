"""The native text rules of sentencepiece do what the reference does, bit for bit."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest

pytest.importorskip("sentencepiece")
core = pytest.importorskip("subwords.native._core", reason="the extension is not built")

from sentencepiece_cases import (  # noqa: E402
    RULES,
    by_map,
    by_rule,
    random_flags,
    random_map,
    random_text,
)
from subwords.errors import FormatError  # noqa: E402
from subwords.native.lowering import normalizer_steps  # noqa: E402
from subwords.normalizers import NFC, Prepend, SentencePieceText, Sequence, Strip  # noqa: E402
from subwords.reference.aligned import AlignedText  # noqa: E402
from subwords.reference.normalize import normalize  # noqa: E402

SYMBOLS = ["ﬁ", "ab", "abc", " ", "  ", "a ", "é", "▁", "\u0301", "中c"]


def check(normalizer, text):
    expected = normalize(normalizer, AlignedText.from_str(text))
    found = core.normalize(normalizer_steps(normalizer), text)
    assert found == (expected.text, expected.origin), (normalizer, ascii(text))


def vary(draw, normalizer):
    """The normalizer with other options, now and then inside a chain."""
    symbols = tuple(draw.sample(SYMBOLS, k=draw.choice([0, 0, 1, 4])))
    varied = replace(normalizer, suffix=draw.random() < 0.3, protected=symbols)
    around = draw.choice([None, None, Prepend("a"), Strip(), NFC()])
    return varied if around is None else Sequence([around, varied])


def test_rules():
    draw = random.Random(1)
    for rule in RULES:
        for _ in range(20):
            normalizer = vary(draw, by_rule(rule, random_flags(draw))[1])
            for text in ["", " ", "\x7f \x7f", *(random_text(draw) for _ in range(60))]:
                check(normalizer, text)


def test_random_maps():
    draw = random.Random(2)
    for _ in range(400):
        normalizer = vary(draw, by_map(random_map(draw), random_flags(draw))[1])
        for _ in range(20):
            check(normalizer, random_text(draw, alphabet="abc  ▁é中\u0301"))


def test_every_code_point():
    normalizer = by_rule("nmt_nfkc_cf", {"remove_extra_whitespaces": False})[1]
    points = [*range(0xD800), *range(0xE000, 0x32000), *range(0xE0000, 0xE0200), 0x10FFFF]
    check(normalizer, "".join(f"x{chr(c)}" for c in points))


def test_damaged_maps():
    draw = random.Random(3)
    whole = by_map(random_map(draw), {})[1].charsmap
    for _ in range(3000):
        data = bytearray(whole)
        for _ in range(draw.randint(1, 6)):
            data[draw.randrange(4, len(data))] = draw.randrange(256)
        try:
            check(SentencePieceText(bytes(data)), "abc ▁é中" * 3)
        except FormatError:
            with pytest.raises(ValueError, match="damaged"):
                core.normalize([{"kind": "sentencepiece", "charsmap": bytes(data)}], "a")


@pytest.mark.parametrize("unit", ["a", " ", "▁", "ﬁ", "e\u0301", "中", "\x7f", "\ufdfa", "\u0301"])
def test_a_million_characters(unit):
    steps = normalizer_steps(by_rule("nmt_nfkc", {})[1])
    start = time.process_time()
    core.normalize(steps, unit * (1_000_000 // len(unit)))
    assert time.process_time() - start < 8  # most of it makes the list of spans
