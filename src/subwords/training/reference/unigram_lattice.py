"""Unigram probabilities on fragments: expected counts, best segmentations, and second-best ones.

Sums over the corpus are kept as integers (multiples of a power of two), so that they do not depend
on the order of the fragments, nor on who adds them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import frexp, ldexp

from subwords.reference.arithmetic import LN2_HIGH, LN2_LOW, exp, ln

Fragments = list[tuple[str, int]]

UNKNOWN_PENALTY = 10.0
"""A character without a piece scores so much less than the worst piece."""
UNKNOWN = ""
"""The piece of such a character."""


@dataclass
class Model:
    """Pieces with their probabilities, in the order of the seeds."""

    scores: dict[str, float]
    probabilities: dict[str, float] = field(init=False)
    longest: int = field(init=False)
    unknown: float = field(init=False)

    def __post_init__(self) -> None:
        self.probabilities = {piece: exp(score) for piece, score in self.scores.items()}
        self.longest = max(map(len, self.scores), default=1)
        self.unknown = min(self.scores.values(), default=0.0) - UNKNOWN_PENALTY
        self.scores[UNKNOWN] = self.unknown
        self.probabilities[UNKNOWN] = exp(self.unknown)

    def __len__(self) -> int:
        return len(self.scores) - 1

    def pieces(self) -> list[str]:
        """All of them but the unknown one."""
        return [piece for piece in self.scores if piece is not UNKNOWN]

    def edges(self, text: str, begin: int) -> Iterator[tuple[int, str]]:
        """(end, piece) of every piece that begins here, the shortest first."""
        one = text[begin]
        yield begin + 1, one if one in self.scores else UNKNOWN
        for end in range(begin + 2, min(begin + self.longest, len(text)) + 1):
            if text[begin:end] in self.scores:
                yield end, text[begin:end]


def fraction_bits(fragments: Fragments) -> int:
    """How many bits after the point fit into 62, whatever is counted in this corpus."""
    characters = sum(len(text) * count for text, count in fragments)
    return min(44, 62 - characters.bit_length())


Scaled = tuple[float, int]
"""m · 2^e with m from 0.5 to 1 (or 0): the probability of a long text is no float."""


def expected_counts(fragments: Fragments, model: Model, bits: int) -> tuple[Counter[str], int]:
    """Forward and backward: how often each piece occurs over all segmentations of the corpus.

    Args:
        fragments: The corpus.
        model: The probabilities.
        bits: The results are multiples of 2^-bits.

    Returns:
        The counts, times 2^bits, and ln P(corpus), times 2^(bits - 8).
    """
    counts: Counter[str] = Counter()
    likelihood = 0
    for text, count in fragments:
        edges = [list(model.edges(text, at)) for at in range(len(text))]
        before = _forward(edges, model)
        after: list[Scaled] = [(0.0, 0)] * len(text) + [(0.5, 1)]
        m, e = before[-1]
        weight = frexp(count / m)
        for at in range(len(text) - 1, -1, -1):
            total: Scaled = (0.0, 0)
            left = before[at][0] * weight[0]
            for end, piece in edges[at]:
                tail = model.probabilities[piece] * after[end][0]
                share = ldexp(left * tail, before[at][1] + weight[1] - e + after[end][1] + bits)
                counts[piece] += int(share)
                total = _add(total, (tail, after[end][1]))
            after[at] = total
        ln_p = ln(m) + (e * LN2_HIGH + e * LN2_LOW)
        likelihood += int(ldexp(count * ln_p, bits - 8))
    return counts, likelihood


def _forward(edges: list[list[tuple[int, str]]], model: Model) -> list[Scaled]:
    """The probability of everything before each place."""
    before: list[Scaled] = [(0.5, 1)] + [(0.0, 0)] * len(edges)
    for at, here in enumerate(edges):
        m, e = before[at]
        for end, piece in here:
            before[end] = _add(before[end], (m * model.probabilities[piece], e))
    return before


def _add(a: Scaled, b: Scaled) -> Scaled:
    """The sum, as float64 would round it had it no bounds."""
    if a[0] == 0.0 or (b[0] != 0.0 and b[1] > a[1]):
        a, b = b, a
    m, shift = frexp(a[0] + ldexp(b[0], b[1] - a[1]))
    return m, a[1] + shift


def best_path(text: str, model: Model, without: str | None = None) -> tuple[float, list[str]]:
    """Viterbi: the best segmentation and its score; of equal ones the one with the longer end.

    Args:
        text: What is cut.
        model: The scores.
        without: A piece that is not to be used.
    """
    best: list[tuple[float, int, str] | None] = [(0.0, 0, "")] + [None] * len(text)
    for begin in range(len(text)):
        so_far = best[begin]
        if so_far is None:
            continue
        for end, piece in model.edges(text, begin):
            if piece == without:
                continue
            score = so_far[0] + model.scores[piece]
            rival = best[end]
            if rival is None or score > rival[0]:
                best[end] = (score, begin, piece)
    path: list[str] = []
    end = len(text)
    while end > 0:
        step = best[end]
        assert step is not None
        path.append(step[2])
        end = step[1]
    last = best[-1]
    assert last is not None
    return last[0], path[::-1]


def best_counts(fragments: Fragments, model: Model) -> Counter[str]:
    """How often each piece occurs in the best segmentations of the corpus."""
    counts: Counter[str] = Counter()
    for text, count in fragments:
        for piece in best_path(text, model)[1]:
            counts[piece] += count
    return counts
