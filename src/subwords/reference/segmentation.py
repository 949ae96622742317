"""Grapheme clusters and scripts, pinned to what the published library answers.

The tables are made by ``tools/make_segmentation_tables.py``. Clusters are the extended ones of
Unicode's Annex 29, but for regional indicators, which are not paired up: nothing that asks could
tell. The native twin is ``core/text/segmentation.hpp``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from subwords.reference import _segmentation_tables as tables

CONTROL, EXTEND, SPACING, ZWJ, PREPEND, L, V, T, LV, LVT, PICTOGRAPH, CONSONANT, LINKER, ZWNJ = (
    range(1, 15)
)
_JOINS_WHAT_IS_BEFORE = {EXTEND, SPACING, ZWJ, LINKER, ZWNJ}
_HANGUL = {L: {L, V, LV, LVT}, LV: {V, T}, V: {V, T}, LVT: {T}, T: {T}}


@lru_cache(maxsize=65536)
def script(c: str) -> int:
    """The number of the script that `UnicodeScripts` takes a character for; 0 for none."""
    return _value("SCRIPTS", c)


@lru_cache(maxsize=65536)
def cluster_class(c: str) -> int:
    """The class of a character in the rules of clusters; 0 for any other."""
    return _value("CLUSTERS", c)


def clusters(chars: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where the grapheme clusters of a text begin and end."""
    begin, before = 0, _Context()
    for at, c in enumerate(chars):
        if at > begin and not before.joins(c):
            yield begin, at
            begin = at
        before.pass_over(c)
    if begin < len(chars):
        yield begin, len(chars)


class _Context:
    """What stands before a place in the text, as far as the rules ask."""

    def __init__(self) -> None:
        self._char, self._class = "", 0
        self._pictograph = 0  # 1: one and marks after it; 2: and then a joiner
        self._conjunct = 0  # 1: a consonant and marks after it; 2: one of them a linker

    def joins(self, c: str) -> bool:
        """Whether a character belongs to the cluster before it."""
        kind = cluster_class(c)
        if self._char == "\r" and c == "\n":
            return True
        if CONTROL in (kind, self._class):
            return False
        return (
            kind in _JOINS_WHAT_IS_BEFORE
            or self._class == PREPEND
            or kind in _HANGUL.get(self._class, ())
            or (kind == PICTOGRAPH and self._pictograph == 2)
            or (kind == CONSONANT and self._conjunct == 2)
        )

    def pass_over(self, c: str) -> None:
        """Go on behind a character."""
        kind = cluster_class(c)
        if kind == PICTOGRAPH:
            self._pictograph = 1
        elif not (self._pictograph == 1 and kind in (EXTEND, LINKER, ZWNJ)):
            self._pictograph = 2 if self._pictograph == 1 and kind == ZWJ else 0
        if kind == CONSONANT:
            self._conjunct = 1
        elif self._conjunct and kind == LINKER:
            self._conjunct = 2
        elif kind not in (EXTEND, ZWJ):
            self._conjunct = 0
        self._char, self._class = c, kind


def _value(table: str, c: str) -> int:
    starts, ends, values = _decoded(table)
    at = bisect_right(starts, ord(c)) - 1
    return values[at] if at >= 0 and ord(c) <= ends[at] else 0


@cache
def _decoded(table: str) -> tuple[list[int], list[int], list[int]]:
    """The ranges of a table, in order: their first and last code points and their values."""
    ranges = []
    for group in getattr(tables, table).split("; "):
        value, *members = group.split(" ")
        for member in members:
            first, _, more = member.partition("+")
            begin = int(first, 16)
            ranges.append((begin, begin + int(more or "0", 16), int(value, 16)))
    starts, ends, values = zip(*sorted(ranges), strict=True)
    return list(starts), list(ends), list(values)
