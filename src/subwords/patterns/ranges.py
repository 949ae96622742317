"""Sets of code points as sorted, disjoint ranges that do not touch each other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from subwords.patterns.tree import Ranges

LAST = 0x10FFFF
EVERY: Ranges = ((0, LAST),)


def merged(pairs: Iterable[tuple[int, int]]) -> Ranges:
    """The set that any ranges make together, in whatever order they come."""
    out: list[tuple[int, int]] = []
    for first, last in sorted(pairs):
        if out and first <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(out[-1][1], last))
        else:
            out.append((first, last))
    return tuple(out)


def of_members(members: Iterable[int]) -> Ranges:
    """The set of single code points."""
    return merged((c, c) for c in members)


def complement(ranges: Ranges) -> Ranges:
    """Every code point that is not in the set."""
    out = []
    start = 0
    for first, last in ranges:
        if start < first:
            out.append((start, first - 1))
        start = last + 1
    if start <= LAST:
        out.append((start, LAST))
    return tuple(out)


def union(*sets: Ranges) -> Ranges:
    """What is in any of the sets."""
    return merged(pair for ranges in sets for pair in ranges)


def intersection(a: Ranges, b: Ranges) -> Ranges:
    """What is in both sets."""
    return complement(union(complement(a), complement(b)))


def difference(a: Ranges, b: Ranges) -> Ranges:
    """What is in the first set and not in the second."""
    return complement(union(complement(a), b))


def symmetric_difference(a: Ranges, b: Ranges) -> Ranges:
    """What is in exactly one of two sets."""
    return union(difference(a, b), difference(b, a))


def size(ranges: Ranges) -> int:
    """How many code points there are."""
    return sum(last - first + 1 for first, last in ranges)


def contains(ranges: Ranges, c: int) -> bool:
    """Whether a code point is in the set."""
    at = bisect_right(ranges, (c, LAST)) - 1
    return at >= 0 and c <= ranges[at][1]
