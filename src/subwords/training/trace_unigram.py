"""The trace of a Unigram training as text: a line for each round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from subwords.explain.text import visible
from subwords.training.trace import table
from subwords.training.unigram_learned import LearnedUnigram


def round_lines(learned: LearnedUnigram, limit: int | None = None) -> Iterator[str]:
    """The rounds of a training under a heading.

    The likelihood is that of the corpus at the round's start and after each estimate but the last;
    pieces are unused where they hardly occur in any segmentation, and pruned where the others can
    take their place. Of those pruned the ones that were missed most are shown.

    Args:
        learned: What was learned.
        limit: So many rounds; None: all.
    """
    rows = [("round", "pieces", "ln P(corpus)", "unused", "pruned", "for example")]
    for number, done in enumerate(islice(learned.rounds, limit), 1):
        likelihoods = " → ".join(f"{value:,.0f}" for value in done.log_likelihoods)
        examples = " ".join(map(visible, done.examples[:8]))
        counts = (f"{done.unused:,}", f"{done.pruned:,}")
        rows.append((str(number), f"{done.size:,}", likelihoods, *counts, examples))
    yield from table(rows, right={0, 1, 2, 3, 4})
    if limit is not None and len(learned.rounds) > limit:
        yield f"... and {len(learned.rounds) - limit:,} more rounds"


__all__ = ["round_lines"]
