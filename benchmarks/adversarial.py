"""Hostile documents for the comparison of ids: they break what is only nearly right."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

_TRAPS = [
    "İstanbul", "ıI", "ß ẞ", "ﬁne ﬂow", "ΣΑΣ", "Ǆ ǅ", "\u212b \u00c5", "e\u0301", "한국어", "각",
    "\u1112\u1161\u11ab", "\u3000", "\u00a0", "\u200b", "\u200d", "\ufeff", "\u2028", "\u0085",
    "\ufffd", "\x00", "\x0b", "\U0001f469\u200d\U0001f469\u200d\U0001f467", "🇩🇪", "☕\ufe0f",
    "[MASK]", "[mask]", "[CLS]x[SEP]", " [PAD] ", "[UNK]", "##ing", "[unused1]", "##",
    "中文", "日本語テキスト", "ｶﾞ", "𠀀", "ａｂｃ", "①", "½", "²", "C++", "`x`", "$5", "^", "~", "|",
    "don't", "U.S.A.", "3.14", "1,000", "a_b", "«»", "—", "¿¡",
]  # fmt: skip
_WORDS = ["the", "Unaffable", "hedgehogs", "naïve", "CAFÉ", "x", "tokenization", "Zürich", "résumé"]


def documents(count: int, corpora: Path, seed: int = 11) -> list[str]:
    """`count` documents, each a run of fragments drawn by one of the generators below."""
    draw = random.Random(seed)
    strings = (corpora / "blns.txt").read_text(encoding="utf-8").splitlines()
    lines = (corpora / "unicode" / "NormalizationTest.txt").read_text(encoding="utf-8").splitlines()
    makers: list[Callable[[], str]] = [
        lambda: _any_character(draw),
        lambda: _plane_zero(draw),
        lambda: _marked(draw),
        lambda: _with_controls(draw),
        lambda: draw.choice(strings) + draw.choice([" ", "\n"]),
        lambda: _normalization(draw.choice(lines)),
        lambda: draw.choice(_TRAPS) + draw.choice(["", " ", "a", "\t"]),
        lambda: draw.choice(_WORDS) * draw.choice([1, 1, 1, 12, 40]) + " ",
    ]
    found = []
    for _ in range(count):
        chosen = draw.sample(makers, draw.randint(1, 4))
        found.append("".join(draw.choice(chosen)() for _ in range(draw.randint(1, 60))))
    return found


def _any_character(draw: random.Random) -> str:
    return "".join(_scalar(draw, 0x110000) for _ in range(draw.randint(1, 8)))


def _plane_zero(draw: random.Random) -> str:
    start = draw.randrange(0, 0xFF00)
    return "".join(_scalar(draw, start + 0x100, start) for _ in range(draw.randint(1, 12))) + " "


def _marked(draw: random.Random) -> str:
    marks = (chr(draw.randint(0x300, 0x36F)) for _ in range(draw.randint(1, 4)))
    return draw.choice("aEio nzК한あ") + "".join(marks)


def _with_controls(draw: random.Random) -> str:
    word = list(draw.choice(_WORDS))
    word.insert(draw.randint(0, len(word)), chr(draw.choice([*range(32), *range(127, 160), 0xAD])))
    return "".join(word) + draw.choice(["", " "])


def _normalization(line: str) -> str:
    fields = line.split("#", maxsplit=1)[0].split(";")[:5]
    if len(fields) < 5:
        return line
    points = [int(point, 16) for field in fields for point in field.split()]
    return "".join(map(chr, points)) + " "


def _scalar(draw: random.Random, stop: int, start: int = 0) -> str:
    point = draw.randrange(start, stop)
    return chr(point) if not 0xD800 <= point < 0xE000 else "\ue000"
