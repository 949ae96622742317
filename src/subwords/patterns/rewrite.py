"""A pattern's tree as an expression for the `regex` library, for what the native compiler leaves.

The expression uses none of that library's classes, escapes or flags: every character set is
written out in code points, so its Unicode version does not matter. It backtracks as the libraries
of both dialects do, possessive and atomic groups included. There is a limit on its work, as it may
take exponential time where the reference matcher does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from subwords.errors import EngineUnavailableError, UnsupportedError
from subwords.patterns.ranges import LAST
from subwords.patterns.tree import Alt, Anchor, Atomic, Chars, Look, Node, Ranges, Repeat, Seq

SECONDS = 60.0
"""How long one text may take; what takes longer raises."""

ANCHORS = {
    "text_start": r"\A",
    "text_end": r"\Z",
    "line_start": r"(?:\A|(?<=\n))",
    "line_end": r"(?:\Z|(?=\n))",
    "text_end_or_last_newline": r"(?=\n?\Z)",
}

MODES = {"greedy": "", "lazy": "?", "possessive": "+"}


def rewritten(node: Node) -> str:
    """The expression for `regex` (version 1, no flags) that matches what a tree matches."""
    match node:
        case Chars(ranges):
            return _set(ranges)
        case Seq(items):
            return "".join(map(rewritten, items))
        case Alt(options):
            return "(?:" + "|".join(map(rewritten, options)) + ")"
        case Repeat(item, least, most, mode):
            times = f"{{{least},{'' if most is None else most}}}"
            return f"(?:{rewritten(item)}){times}{MODES[mode]}"
        case Atomic(item):
            return f"(?>{rewritten(item)})"
        case Look(item, behind, negate):
            return f"(?{'<' if behind else ''}{'!' if negate else '='}{rewritten(item)})"
        case Anchor(kind):
            return ANCHORS[kind]


def _set(ranges: Ranges) -> str:
    if not ranges:
        return "(?!)"
    if ranges == ((0, LAST),):
        return r"[\U00000000-\U0010FFFF]"
    parts = (_code(a) if a == b else f"{_code(a)}-{_code(b)}" for a, b in ranges)
    return "[" + "".join(parts) + "]"


def _code(c: int) -> str:
    return f"\\U{c:08X}"


def find_all(node: Node, text: str, seconds: float = SECONDS) -> Iterator[tuple[int, int]]:
    """Every match, from the left, none overlapping, as `reference.match.find_all` gives them.

    Args:
        node: The pattern.
        text: The text.
        seconds: How long the whole text may take.

    Raises:
        EngineUnavailableError: The `regex` library is not installed.
        UnsupportedError: The pattern takes longer than that on this text.
    """
    pattern = compiled(node)
    at, last_end = 0, -1
    try:
        while at <= len(text):
            # From each place anew: after an empty match, the library looks for another one there.
            found = pattern.search(text, at, timeout=seconds)
            if found is None:
                return
            begin, end = found.span()
            if begin == end == last_end:
                at = end + 1
                continue
            yield begin, end
            at = last_end = end
    except TimeoutError as error:
        raise UnsupportedError(
            f"a split pattern took more than {seconds:g} seconds on a text of {len(text):,} "
            'characters; encode it with engine="reference", or in smaller parts'
        ) from error


@lru_cache(maxsize=64)
def compiled(node: Node) -> Any:
    """The compiled expression.

    Raises:
        EngineUnavailableError: The `regex` library is not installed.
    """
    try:
        import regex
    except ImportError as error:
        raise EngineUnavailableError(
            "this tokenizer's split pattern is beyond the native compiler and needs the `regex` "
            'library: pip install "subwords[patterns]", or load with engine="reference"'
        ) from error
    return regex.compile(rewritten(node), regex.VERSION1)
