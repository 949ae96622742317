"""What `subwords inspect` says about the vocabulary: the report as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from subwords.explain.text import visible

SHOWN = 10


def render_vocabulary(report: dict[str, Any]) -> Iterator[str]:
    """The lines for `VocabularyReport.to_dict()`."""
    yield f"pieces          {report['pieces']:,}, {report['mean_length']:.2f} characters on average"
    yield f"lengths         {_counts(report['lengths'], 12)}"
    yield f"scripts         {_counts(report['scripts'], 8)}"
    gaps = (
        ("only inside", report["only_inside"], "usable inside a word, not at its start"),
        ("only at start", report["only_at_start"], "usable at the start of a word, not inside"),
    )
    for name, characters, meaning in gaps:
        if characters is not None:
            yield f"{name:<15} {len(characters):,} characters {meaning}{_some(characters, 40)}"
    if report["never_produced"] is not None:
        yield from _never(report["never_produced"], report["undecided"])
    for warning in report["warnings"]:
        yield f"warning: {visible(warning)}"


def _never(never: Sequence[dict[str, Any]], undecided: Sequence[str]) -> Iterator[str]:
    yield f"never produced  {len(never):,} pieces{', no text gives them:' if never else ''}"
    for entry in never[:SHOWN]:
        yield f"  {entry['id']:>8}  {visible(entry['piece'])}  {visible(entry['reason'])}"
    if len(never) > SHOWN:
        yield f"  ... and {len(never) - SHOWN:,} more (--json lists all)"
    if undecided:
        yield f"undecided       {len(undecided):,} pieces were not seen{_some(undecided, SHOWN)}"


def _counts(counts: dict[str, int], shown: int) -> str:
    items = list(counts.items())
    rest = sum(count for _, count in items[shown:])
    text = ", ".join(f"{name}: {count:,}" for name, count in items[:shown])
    return (text + (f", others: {rest:,}" if rest else "")) or "none"


def _some(items: Sequence[str], shown: int) -> str:
    if not items:
        return ""
    more = " ..." if len(items) > shown else ""
    return ": " + " ".join(map(visible, items[:shown])) + more
