"""What a merge trainer gives back: the vocabulary, the trace of its merges, and a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from subwords.reference.arithmetic import ln
from subwords.tables import MergesTable, VocabTable


@dataclass(frozen=True, slots=True)
class Merge:
    """One merge, with the counts on which it was chosen (all as of that step, before it).

    Args:
        left: The left piece.
        right: The right piece.
        merged: The piece they became.
        count: How often they stood next to each other.
        left_count: How often the left piece occurred.
        right_count: How often the right piece occurred.
        total: How many pieces the corpus had.
    """

    left: str
    right: str
    merged: str
    count: int
    left_count: int
    right_count: int
    total: int

    def score(self, rule: str, pmi_shift: bool = True) -> float:
        """The score under ``"frequency"``, ``"likelihood"`` or ``"gain"``."""
        if rule == "frequency":
            return float(self.count)
        if rule == "likelihood":
            return self.count / (self.left_count * self.right_count)
        return gain(
            self.count, self.left_count, self.right_count, self.total if pmi_shift else None
        )


def gain(count: int, left_count: int, right_count: int, total: int | None) -> float:
    """count(ab) · ln(N · count(ab) / (count(a) · count(b))), without N where `total` is None.

    One rounding after the other in this order, so that both engines give the same bits.
    """
    observed = float(count) if total is None else float(total) * float(count)
    return float(count) * ln(observed / (float(left_count) * float(right_count)))


@dataclass(frozen=True, slots=True)
class Report:
    """What went into a training, what was left out, and why it ended.

    Args:
        words: Different words.
        occurrences: Words in all.
        alphabet_size: Single-character tokens at the start (bare and marked).
        dropped_characters: Characters that `limit_alphabet` left out, with their counts.
        vocab_size: Tokens at the end.
        complete: Whether the wanted size was reached; if not, no pair was left that occurs often
            enough, and `vocab_size` is the largest that the data supports.
    """

    words: int
    occurrences: int
    alphabet_size: int
    dropped_characters: Mapping[str, int]
    vocab_size: int
    complete: bool


@dataclass(frozen=True, slots=True)
class Learned:
    """The result of a merge training.

    Args:
        vocab: Tokens and ids, by ascending id.
        merges: Every merge in order.
        report: What was dropped, and why it ended.
        tables: The vocabulary and the final merges as tables, where the trainer made them.
    """

    vocab: Mapping[str, int]
    merges: Sequence[Merge]
    report: Report
    tables: tuple[VocabTable, MergesTable] | None = field(default=None, compare=False, repr=False)
