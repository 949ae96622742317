"""The trace of a training as text: each merge with its score and counts, one run or several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, zip_longest

from subwords.explain.text import visible, width
from subwords.training.learned import Learned, Merge
from subwords.training.options import Score

Row = Sequence[str]


def trace_lines(
    learned: Learned, score: str = "frequency", *, pmi_shift: bool = True, limit: int | None = None
) -> Iterator[str]:
    """The merges of a training, a line each under a heading.

    Args:
        learned: What was learned.
        score: The score to show before the counts: "likelihood" or "gain"; "frequency": none.
        pmi_shift: As of `train`, for the gain.
        limit: So many merges; None: all.
    """
    counted = ("together", "left", "right")
    named: tuple[str, ...] = (
        () if score == "frequency" else (score,)
    )  # the frequency is the count itself
    rows: list[Row] = [("step", "pair", "piece", *named, *counted)]
    for step, merge in enumerate(islice(learned.merges, limit), 1):
        counts = (merge.count, merge.left_count, merge.right_count)
        shown = (f"{count:,}" for count in counts)
        numbers = [_score(merge, rule, pmi_shift) for rule in named]
        rows.append((str(step), _pair(merge), visible(merge.merged), *numbers, *shown))
    yield from table(rows, right={0, *range(3, len(rows[0]))})
    yield from _rest(len(learned.merges), limit)


def side_by_side(
    runs: Mapping[Score, Learned],
    *,
    pmi_shift: bool = True,
    limit: int | None = None,
) -> Iterator[str]:
    """The merges of several trainings beside each other, then how far they agree.

    Args:
        runs: Score and what was learned by it, as `compare_scores` gives them.
        pmi_shift: As of `train`, for the gain.
        limit: So many merges; None: all.
    """
    rows: list[Row] = [("step", *(cell for score in runs for cell in (score, "", "count")))]
    columns = [
        [
            (f"{_pair(merge)} -> {visible(merge.merged)}", _score(merge, score, pmi_shift), merge)
            for merge in islice(learned.merges, limit)
        ]
        for score, learned in runs.items()
    ]
    for step, merges in enumerate(zip_longest(*columns), 1):
        cells = [
            cell
            for found in merges
            for cell in (("", "", "") if found is None else (*found[:2], f"{found[2].count:,}"))
        ]
        rows.append((str(step), *cells))
    numbers = {i for i in range(1 + 3 * len(runs)) if i % 3 != 1}
    yield from table(rows, right=numbers)
    yield from _rest(max((len(run.merges) for run in runs.values()), default=0), limit)
    yield ""
    yield from _agreement(runs)


def _agreement(runs: Mapping[Score, Learned]) -> Iterator[str]:
    pieces = {score: set(learned.vocab) for score, learned in runs.items()}
    if not pieces:
        return
    common = set.intersection(*pieces.values())
    shared = "1 piece is" if len(common) == 1 else f"{len(common):,} pieces are"
    yield f"{shared} in every vocabulary"
    for score, learned in runs.items():
        others = set().union(*(own for name, own in pieces.items() if name != score))
        alone = [merge.merged for merge in learned.merges if merge.merged not in others]
        shown = " ".join(map(visible, dict.fromkeys(alone[:12])))
        yield (
            f"{score}: {len(pieces[score]):,} pieces, {len(pieces[score] - others):,} of its own"
            + (f", first {shown}" if shown else "")
        )


def _pair(merge: Merge) -> str:
    return f"{visible(merge.left)} + {visible(merge.right)}"


def _score(merge: Merge, score: str, pmi_shift: bool) -> str:
    value = merge.score(score, pmi_shift)
    return f"{value:,.0f}" if score == "frequency" else f"{value:.5f}"


def _rest(merges: int, limit: int | None) -> Iterator[str]:
    if limit is not None and merges > limit:
        yield f"... and {merges - limit:,} more merges"


def table(rows: Sequence[Row], right: set[int]) -> Iterator[str]:
    """Rows in columns as wide as they need, numbers to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            " " * (wide - width(cell)) + cell
            if index in right
            else cell + " " * (wide - width(cell))
            for index, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


__all__ = ["side_by_side", "trace_lines"]
