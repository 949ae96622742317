"""Drawing several different ways through a lattice: sampling without replacement.

Every way is given its log-probability plus a random number from the Gumbel distribution; the ways
in descending order of these sums are a sample without replacement (each is drawn with its share of
what is left). The sums are made lazily: the greatest of all ways that share an ending is known
first, and is spread over their longer endings, conditioned on its being the maximum, only when no
other is greater. Source: Kool, van Hoof and Welling 2019, "Stochastic Beams and Where to Find
Them".
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from subwords.reference.arithmetic import exp, ln
from subwords.reference.lattice import Edge
from subwords.reference.lattice_sums import forward, segments
from subwords.reference.randomness import RandomStream


class Ending(NamedTuple):
    """All ways that end alike.

    Args:
        minus_greatest: Their greatest perturbed log-probability, negated, as the heap sorts.
        number: How many were made before, so that no two compare alike.
        score: Of the ending, times alpha.
        edge: Its first piece; None for the empty ending.
        after: What follows it.
    """

    minus_greatest: float
    number: int
    score: float
    edge: Edge | None
    after: Ending | None


def draw_distinct(
    edges: list[list[Edge]], k: int, alpha: float, random: RandomStream
) -> list[list[Edge]]:
    """`k` different ways (all there are, where they are fewer), in the order they are drawn."""
    totals = _totals(edges, alpha)
    ending_at: list[list[Edge]] = [[] for _ in totals]
    for starting in edges:
        for edge in starting:
            ending_at[edge.end].append(edge)
    # The order does not depend on the greatest sum of all, so that one is not drawn.
    heap = [Ending(-totals[-1], 0, 0.0, None, None)]
    made = 1
    drawn: list[list[Edge]] = []
    while heap and len(drawn) < k:
        ending = heappop(heap)
        at = len(edges) if ending.edge is None else ending.edge.begin
        if at == 0:
            drawn.append(_pieces(ending))
            continue
        scores = [ending.score + alpha * edge.score for edge in ending_at[at]]
        masses = [
            score + totals[edge.begin] for score, edge in zip(scores, ending_at[at], strict=True)
        ]
        perturbed = _spread(masses, -ending.minus_greatest, random)
        for edge, score, greatest in zip(ending_at[at], scores, perturbed, strict=True):
            heappush(heap, Ending(-greatest, made, score, edge, ending))
            made += 1
    return drawn


def _spread(masses: list[float], greatest: float, random: RandomStream) -> list[float]:
    """Gumbel numbers around `masses`, conditioned on `greatest` being their maximum."""
    free = [mass - ln(-ln(_positive(random))) for mass in masses]
    maximum = max(free)
    out: list[float] = []
    for x in free:
        if x == maximum:
            out.append(greatest)
            continue
        v = greatest - x + _ln_one_minus_exp(x - maximum)
        # The formula of the paper's appendix B.3, which loses no digits.
        out.append(greatest - max(0.0, v) - ln(1.0 + exp(-abs(v))))
    return out


def _positive(random: RandomStream) -> float:
    """A number in (0, 1)."""
    number = random.uniform()
    return number if number > 0.0 else 2.0**-54


def _ln_one_minus_exp(x: float) -> float:
    """ln(1 - e^x) of a negative number."""
    rest = 1.0 - exp(x)
    return ln(rest) if rest > 0.0 else ln(-x)


def _totals(edges: list[list[Edge]], alpha: float) -> list[float]:
    totals = [-inf] * (len(edges) + 1)
    totals[0] = 0.0
    for first, last in segments(edges):
        for at, total in enumerate(forward(edges, first, last, alpha)[1:], first + 1):
            totals[at] = totals[first] + total
    return totals


def _pieces(ending: Ending) -> list[Edge]:
    way: list[Edge] = []
    here: Ending | None = ending
    while here is not None and here.edge is not None:
        way.append(here.edge)
        here = here.after
    return way
