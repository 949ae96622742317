"""The k best ways through a lattice, exactly: scores are added up as integers, never rounded.

Inside a segment, the best ways to each place are made of the best ways to the places before it, and
each remembers only the rank of the one it goes on from: time and memory grow with the length. The
segments' lists are then joined from left to right. Of equal scores the way whose last piece is
longer comes first, then the one before it: so Viterbi has it, which keeps the first of equals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from subwords.reference.lattice import Edge


class Way(NamedTuple):
    """A way through a part of the lattice, ordered as the best are: by score, then by ends.

    Args:
        cost: Its score, negated and scaled to an integer.
        begins: Where its pieces begin, the last one first.
    """

    cost: int
    begins: tuple[int, ...]


def best_ways(
    edges: list[list[Edge]], segments: Iterable[tuple[int, int]], k: int
) -> list[list[Edge]]:
    """The `k` best ways (fewer where there are no more), best first."""
    costs = _exact_costs(edges)
    # Rows of (cost, rank of the way before it, this segment's way); a way is followed back by rank.
    rows: list[list[tuple[int, int, tuple[int, ...]]]] = [[(0, 0, ())]]
    for first, last in segments:
        here = _segment_ways(edges, costs, first, last, k)
        joined = [
            (before[0] + way.cost, way.begins, rank)
            for rank, before in enumerate(rows[-1])
            for place, way in enumerate(here)
            if (rank + 1) * (place + 1) <= k  # the rest has k better ones
        ]
        joined.sort()
        rows.append([(cost, rank, begins) for cost, begins, rank in joined[:k]])
    return [_follow(edges, rows, rank) for rank in range(len(rows[-1]))]


def _follow(
    edges: list[list[Edge]],
    rows: Sequence[Sequence[tuple[int, int, tuple[int, ...]]]],
    rank: int,
) -> list[Edge]:
    way: list[Edge] = []
    end = len(edges)
    for row in reversed(rows[1:]):
        _, rank, begins = row[rank]
        for begin in begins:
            way.append(next(edge for edge in edges[begin] if edge.end == end))
            end = begin
    return way[::-1]


def _segment_ways(
    edges: list[list[Edge]], costs: list[list[int]], first: int, last: int, k: int
) -> list[Way]:
    # By place: (cost, where the last piece begins, rank of the way up to there), the best ones.
    ways: list[list[tuple[int, int, int]]] = [[] for _ in range(last - first + 1)]
    ways[0].append((0, first, 0))
    for begin in range(first, last):
        here = ways[begin - first]
        here.sort()
        del here[k:]
        for edge, cost in zip(edges[begin], costs[begin], strict=True):
            there = ways[edge.end - first]
            there += [(so_far + cost, begin, rank) for rank, (so_far, _, _) in enumerate(here)]
    found = sorted(ways[-1])[:k]
    return [Way(cost, _begins(ways, first, begin, rank)) for cost, begin, rank in found]


def _begins(
    ways: list[list[tuple[int, int, int]]], first: int, begin: int, rank: int
) -> tuple[int, ...]:
    out = [begin]
    while begin != first:
        _, begin, rank = ways[begin - first][rank]
        out.append(begin)
    return tuple(out)


def _exact_costs(edges: list[list[Edge]]) -> list[list[int]]:
    """Minus the scores, scaled by one power of two so that all are integers."""
    ratios = {edge.score: edge.score.as_integer_ratio() for starting in edges for edge in starting}
    scale = max((denominator for _, denominator in ratios.values()), default=1)
    exact = {score: -top * (scale // bottom) for score, (top, bottom) in ratios.items()}
    return [[exact[edge.score] for edge in starting] for starting in edges]


def product(numbers: list[int]) -> int:
    """The product, multiplying numbers of like size, which large ones like best."""
    while len(numbers) > 1:
        pairs = zip(numbers[::2], numbers[1::2], strict=False)
        numbers = [a * b for a, b in pairs] + (numbers[-1:] if len(numbers) % 2 else [])
    return numbers[0] if numbers else 1
