"""Which way a pattern goes in the native engine: compiled, or through the `regex` library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from subwords.errors import UnsupportedError
from subwords.native import _core
from subwords.patterns import Regex

if TYPE_CHECKING:
    from subwords.patterns.syntax import Dialect
    from subwords.patterns.tree import Node


class Path(NamedTuple):
    """The way a pattern goes.

    Args:
        name: "native": compiled into an automaton; "regex": the `regex` library finds its matches.
        reason: Why it is not native; empty if it is.
    """

    name: Literal["native", "regex"]
    reason: str


class BeyondNativeError(UnsupportedError):
    """A pattern that the native stages cannot carry out; the stages then run in Python."""


def path_of(node: Node) -> Path:
    """Which way a pattern goes."""
    from subwords.patterns.tree import as_tuples

    compiled, reason, _ = _core.pattern_path(as_tuples(node))
    return Path("native", "") if compiled else Path("regex", reason)


def native_tree(pattern: Regex, dialect: Dialect) -> tuple[Any, ...]:
    """The tree of a pattern as the native engine takes it.

    Raises:
        BeyondNativeError: The pattern cannot become an automaton.
    """
    from subwords.patterns.parser import parse
    from subwords.patterns.tree import as_tuples

    tree = parse(pattern.expression, dialect)
    path = path_of(tree)
    if path.name != "native":
        raise BeyondNativeError(f"pattern {pattern.expression!r}: {path.reason}")
    return as_tuples(tree)
