"""What a training tells its user when it left something out."""

from __future__ import annotations

import warnings

from subwords.training.learned import Report
from subwords.training.plans import Limits
from subwords.training.sentencepiece_options import SentencePieceOptions
from subwords.training.unigram_options import UnigramOptions


class TrainingWarning(UserWarning):
    """A training could not do all that was asked, or left a part of the corpus out."""


def warn_about(report: Report, options: Limits | SentencePieceOptions, stacklevel: int = 3) -> None:
    """Warn, with numbers, about a size that was not reached and characters that were dropped."""
    why = f"no pair is left that occurs at least {max(options.min_frequency, 1)} times"
    if isinstance(options, UnigramOptions):
        why = "no other piece is worth its place"
    by_coverage = isinstance(options, SentencePieceOptions)
    cause = "character_coverage" if by_coverage else "limit_alphabet"
    if not report.complete:
        warnings.warn(
            f"vocab_size={options.vocab_size:,} is more than the data supports: the largest is "
            f"{report.vocab_size:,} ({why}), and training stopped there",
            TrainingWarning,
            stacklevel,
        )
    dropped = report.dropped_characters
    if dropped:
        shown = ", ".join(f"{c!r} ({n:,})" for c, n in list(dropped.items())[:8])
        rest = f" and {len(dropped) - 8} more" if len(dropped) > 8 else ""
        warnings.warn(
            f"{cause}={getattr(options, cause)} left out {len(dropped):,} different "
            f"characters that occur {sum(dropped.values()):,} times: {shown}{rest}",
            TrainingWarning,
            stacklevel,
        )
