"""What the Unigram trainer gives back: scored pieces, the rounds that led to them, and a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from subwords.training.learned import Report

EXAMPLES = 12
"""How many of the dropped pieces a round names."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of training: the probabilities are estimated, then pieces are dropped.

    Args:
        size: Pieces at its start.
        log_likelihoods: ln P(corpus) by each estimate's starting probabilities.
        unused: Pieces that the estimates dropped because they hardly occur.
        pruned: Pieces that were dropped because the others can take their place.
        examples: Of these the ones that were missed most.
    """

    size: int
    log_likelihoods: tuple[float, ...]
    unused: int
    pruned: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnigramFound:
    """What a trainer found, before the vocabulary is put together.

    Args:
        pieces: Pieces of text with their natural log-probabilities, best first.
        rounds: How they were found.
        required: Characters that must have a piece, with counts, most frequent first.
        dropped: Characters that were left out, with counts, most frequent first.
        words: Different words.
        occurrences: Words in all.
    """

    pieces: Sequence[tuple[str, float]]
    rounds: Sequence[Round]
    required: Mapping[str, int]
    dropped: Mapping[str, int]
    words: int
    occurrences: int


@dataclass(frozen=True, slots=True)
class LearnedUnigram:
    """The result of a Unigram training.

    Args:
        pieces: Pieces of text with their scores, best first; symbols are not among them.
        rounds: Every round in order.
        report: What was dropped, and whether `vocab_size` was reached.
    """

    pieces: Sequence[tuple[str, float]]
    rounds: Sequence[Round]
    report: Report
