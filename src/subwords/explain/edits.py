"""The normalizer's edits, read off the origins that its characters carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from subwords.explain.steps import Edit
from subwords.reference.added_tokens import Match
from subwords.reference.aligned import AlignedText
from subwords.reference.normal_forms import normal_form


def edits(text: str, parts: Iterable[AlignedText | Match]) -> list[Edit]:
    """What became of the characters of a text that did not stay as they were, in order.

    Args:
        text: The text as given.
        parts: The same text, normalized, with the added tokens found in it.
    """
    found: list[Edit] = []
    done = 0
    for (begin, end), after in _pieces(parts):
        _vanish(found, text, done, begin)
        if after is not None and after != text[begin:end]:
            found.append(Edit(begin, end, text[begin:end], after))
        done = max(done, end)
    _vanish(found, text, done, len(text))
    return found


def _pieces(
    parts: Iterable[AlignedText | Match],
) -> Iterator[tuple[tuple[int, int], str | None]]:
    """Ranges of the user's text and what stands for them; None for an added token."""
    for part in parts:
        if isinstance(part, Match):
            yield part.origin, None
            continue
        rows = zip(part.origin, part.chars, strict=True)
        for origin, group in groupby(rows, key=lambda row: row[0]):
            yield origin, "".join(c for _, c in group)


def _vanish(found: list[Edit], text: str, begin: int, end: int) -> None:
    """Nothing has its origin in this range: dropped, or joined with the character before it."""
    if begin >= end:
        return
    last = found[-1] if found and found[-1].end == begin else None
    if last is not None and last.after and _composed(text[last.begin : end]) == last.after:
        found[-1] = Edit(last.begin, end, text[last.begin : end], last.after)
    else:
        found.append(Edit(begin, end, text[begin:end], ""))


def _composed(text: str) -> str:
    return normal_form(AlignedText.from_str(text), compatibility=False, composed=True).text
