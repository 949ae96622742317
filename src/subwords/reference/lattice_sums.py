"""Sums over all ways through a lattice, and drawing one of them: forward, then backward.

With every score multiplied by `alpha`, `forward` gives for each position the logarithm of the sum
of the probabilities of all ways that lead there. To draw a way in proportion to its probability,
start at the end and choose among the pieces that end there, each as likely as the ways that lead
through it ("forward filtering, backward sampling"), and go on from where it begins.

A text falls into segments: between two neighbouring positions that no piece crosses. Every way
passes through both, so segments are independent, and each is summed and drawn by itself. That keeps
the numbers small, and what is drawn does not depend on how long the text is.
`core/models/unigram_sample.cpp` does the same steps in the same order.
"""

from __future__ import annotations

from math import inf

from subwords.reference.arithmetic import exp, ln
from subwords.reference.lattice import Edge
from subwords.reference.randomness import RandomStream


def segments(edges: list[list[Edge]]) -> list[tuple[int, int]]:
    """Where the lattice falls apart: the longest list of (begin, end) that no edge crosses."""
    out: list[tuple[int, int]] = []
    first, reach = 0, 0
    for begin, starting in enumerate(edges):
        if begin == reach and begin > first:
            out.append((first, begin))
            first = begin
        reach = max(reach, starting[-1].end)
    if edges:
        out.append((first, len(edges)))
    return out


class LogSum:
    """The logarithm of a sum of exponentials, one after the other and never out of range."""

    __slots__ = ("greatest", "scaled")

    def __init__(self) -> None:
        self.greatest = -inf
        self.scaled = 0.0  # the sum, divided by e to the power of `greatest`

    def add(self, x: float) -> None:
        """Add e to the power of x."""
        if x > self.greatest:
            self.scaled = 1.0 if self.scaled == 0.0 else self.scaled * exp(self.greatest - x) + 1.0
            self.greatest = x
        elif x > -inf:
            self.scaled += exp(x - self.greatest)

    def total(self) -> float:
        """The logarithm of the sum."""
        return -inf if self.scaled == 0.0 else self.greatest + ln(self.scaled)


def forward(edges: list[list[Edge]], first: int, last: int, alpha: float) -> list[float]:
    """For each position of a segment the logarithm of the sum over all ways from its begin."""
    sums = [LogSum() for _ in range(last - first + 1)]
    sums[0].add(0.0)
    totals: list[float] = []
    for begin in range(first, last):
        totals.append(sums[begin - first].total())
        for edge in edges[begin]:
            sums[edge.end - first].add(totals[-1] + alpha * edge.score)
    return [*totals, sums[-1].total()]


def backward(edges: list[list[Edge]], first: int, last: int, alpha: float) -> list[float]:
    """For each position of a segment the logarithm of the sum over all ways to its end."""
    totals = [0.0] * (last - first + 1)
    for begin in range(last - 1, first - 1, -1):
        total = LogSum()
        for edge in edges[begin]:
            total.add(alpha * edge.score + totals[edge.end - first])
        totals[begin - first] = total.total()
    return totals


def draw(edges: list[list[Edge]], alpha: float, random: RandomStream) -> list[Edge]:
    """A way through the lattice, with probability proportional to P(way) ** alpha.

    One number is drawn per piece that had rivals: from the first segment to the last, in each from
    its end to its begin, the shortest piece first.
    """
    way: list[Edge] = []
    for first, last in segments(edges):
        totals = forward(edges, first, last, alpha)
        ending: list[list[Edge]] = [[] for _ in range(last - first + 1)]
        for begin in range(first, last):
            for edge in edges[begin]:
                ending[edge.end - first].insert(0, edge)
        drawn: list[Edge] = []
        at = last
        while at > first:
            edge = _choose(ending[at - first], totals, first, alpha, random)
            drawn.append(edge)
            at = edge.begin
        way += drawn[::-1]
    return way


def _choose(
    rivals: list[Edge], totals: list[float], first: int, alpha: float, random: RandomStream
) -> Edge:
    if len(rivals) == 1:
        return rivals[0]
    logs = [totals[edge.begin - first] + alpha * edge.score for edge in rivals]
    greatest = max(logs)
    weights = [exp(x - greatest) for x in logs]
    total = 0.0
    for weight in weights:
        total += weight
    target = random.uniform() * total
    reached = 0.0
    for edge, weight in zip(rivals, weights, strict=True):
        reached += weight
        if reached > target:
            return edge
    return rivals[-1]  # never: the last sum is the total
