"""White space at the edges of tokens taken out of their spans: `trim_offsets`."""

from __future__ import annotations

from subwords.reference.template import Plan
from subwords.reference.unicode import is_white_space


def trim_spans(
    plan: Plan,
    tokens: list[str],
    spans: list[tuple[int, int]],
) -> list[tuple[int, int]]:
    """Take the white space that tokens begin and end with out of their spans.

    Args:
        plan: The flattened post-processor.
        tokens: The tokens of one text, without the template's; those found in the text as they
            stand there, others as stored (``Ġ`` counts as a space).
        spans: Their spans.
    """
    for add_prefix_space in plan.trims:
        spans = [
            _trim(token, begin, end, add_prefix_space and (index == 0 or begin == 0))
            for index, (token, (begin, end)) in enumerate(zip(tokens, spans, strict=True))
        ]
    return spans


def _trim(token: str, begin: int, end: int, keep_one: bool) -> tuple[int, int]:
    leading = trailing = 0
    while leading < len(token) and _is_space(token[leading]):
        leading += 1
    while trailing < len(token) and _is_space(token[-1 - trailing]):
        trailing += 1
    if leading == 1 and keep_one:
        leading = 0
    begin = min(begin + leading, end)
    if trailing > end:  # more than the text has before it: as published, the end stays
        return begin, end
    return begin, max(end - trailing, begin)


def _is_space(char: str) -> bool:
    return char == "Ġ" or is_white_space(char)
