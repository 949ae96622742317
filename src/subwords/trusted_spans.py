"""Trusted and untrusted spans in one text.

Text that a user wrote must not be able to spell a special token, while the text that a program put
around it may. So the text is cut where trust changes, no special token is looked for in the
untrusted parts (see `trust`), and none can arise across a cut. A word that a cut goes through
becomes two words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from subwords.columns import Columns
from subwords.engine import clean_text
from subwords.options import as_integer, require_text
from subwords.post_processors import PostProcessor
from subwords.reference.template import flatten
from subwords.trust import NOTHING_ALLOWED, Guard


class Part(NamedTuple):
    """A stretch of text that is trusted, or not, as a whole."""

    begin: int
    end: int
    trusted: bool


def parts_by_trust(length: int, untrusted: Sequence[tuple[int, int]]) -> Iterator[Part]:
    """Tile a text of `length` characters by trust.

    Args:
        length: Characters in the text.
        untrusted: (start, end) of the untrusted spans, in any order; they may overlap.

    Raises:
        ValueError: A span is no range of the text.
        TypeError: A span is no pair of integers.
    """
    spans = sorted(_span(span, length) for span in untrusted)
    done = 0
    for begin, end in _merged(span for span in spans if span[0] < span[1]):
        if done < begin:
            yield Part(done, begin, True)
        yield Part(begin, end, False)
        done = end
    if done < length:
        yield Part(done, length, True)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sorted spans with those that overlap or touch made one."""
    merged: list[tuple[int, int]] = []
    for begin, end in spans:
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((begin, end))
    return merged


def _span(span: object, length: int) -> tuple[int, int]:
    if not isinstance(span, (tuple, list)) or len(span) != 2:
        raise TypeError(f"an untrusted span must be (start, end), not {span!r}")
    begin, end = as_integer(span[0]), as_integer(span[1])
    if not 0 <= begin <= end <= length:
        raise ValueError(f"untrusted span ({begin}, {end}) is no range of {length} characters")
    return begin, end


def annotate_mixed(
    guard: Guard,
    post_processor: PostProcessor | None,
    text: str,
    untrusted: Sequence[tuple[int, int]],
    *,
    add_special_tokens: bool,
    allowed: frozenset[str] | None,
    errors: str,
) -> Columns:
    """`Engine.annotate` of one text that has untrusted spans."""
    require_text(text)
    text = clean_text(text, errors)
    pieces: list[Columns] = []
    words = 0
    for begin, end, trusted in parts_by_trust(len(text), untrusted):
        which = allowed if trusted else NOTHING_ALLOWED
        part = guard.engine(which).annotate(text[begin:end], None, False, which, "strict")
        pieces.append(_shifted(part, begin, words))
        words += int(part.word_ids.max(initial=-1)) + 1
    engine = guard.engine(allowed)
    content = _joined(pieces) if pieces else engine.annotate("", None, False, allowed, "strict")
    if not add_special_tokens:
        return content
    around = engine.annotate("", None, True, allowed, "strict")
    kinds = [kind for kind, _, _ in flatten(post_processor).single]
    before = kinds.index("A")
    return _joined([_rows(around, slice(before)), content, _rows(around, slice(before, None))])


def _shifted(part: Columns, characters: int, words: int) -> Columns:
    return Columns(
        part.ids,
        part.begins + np.uint32(characters),
        part.ends + np.uint32(characters),
        part.word_ids + np.int32(words),
        part.sequence_ids,
        part.type_ids,
        part.special,
        part.matches,
    )


def _rows(columns: Columns, rows: slice) -> Columns:
    begin, end, _ = rows.indices(len(columns.ids))
    matches = [(row - begin, text) for row, text in columns.matches if begin <= row < end]
    arrays: list[Any] = [getattr(columns, name)[rows] for name in Columns.ARRAYS]
    return replace(Columns(*arrays), matches=matches)


def _joined(pieces: Sequence[Columns]) -> Columns:
    arrays: list[Any] = [
        np.concatenate([getattr(p, name) for p in pieces]) for name in Columns.ARRAYS
    ]
    firsts = accumulate((len(p.ids) for p in pieces), initial=0)
    matches = [
        (first + row, text)
        for first, piece in zip(firsts, pieces, strict=False)
        for row, text in piece.matches
    ]
    return replace(Columns(*arrays), matches=matches)
