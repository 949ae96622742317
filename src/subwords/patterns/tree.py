"""The tree that a regular expression of either dialect is parsed into.

Nothing in it depends on a dialect or on a Unicode table any more: classes and escapes are ranges of
code points, and what differs without regard to case is written out. The reference matcher walks
the tree; the native engine compiles it, and receives it as nested tuples (`as_tuples`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from subwords.nodes import node

Mode = Literal["greedy", "lazy", "possessive"]
AnchorKind = Literal[
    "text_start",
    "text_end",
    "line_start",
    "line_end",
    "text_end_or_last_newline",
]
Ranges = tuple[tuple[int, int], ...]


@node(frozen=True, slots=True)
class Chars:
    """One character out of a set; without ranges it matches nothing.

    Args:
        ranges: Inclusive ranges of code points: sorted, disjoint, none touching the next.
    """

    ranges: Ranges


@node(frozen=True, slots=True)
class Seq:
    """One item after the other; without items it matches the empty string."""

    items: tuple[Node, ...]


@node(frozen=True, slots=True)
class Alt:
    """The first option with which the whole expression matches."""

    options: tuple[Node, ...]


@node(frozen=True, slots=True)
class Repeat:
    """An item again and again.

    Args:
        item: What is repeated.
        least: How often at least.
        most: How often at most; None for any number.
        mode: "greedy" tries more before fewer, "lazy" fewer before more; "possessive" is greedy
            and gives nothing back.
    """

    item: Node
    least: int
    most: int | None
    mode: Mode


@node(frozen=True, slots=True)
class Atomic:
    """The first way in which the item matches, and no other."""

    item: Node


@node(frozen=True, slots=True)
class Look:
    """Whether the item matches after this place, or before it (`behind`), taking nothing."""

    item: Node
    behind: bool
    negate: bool


@node(frozen=True, slots=True)
class Anchor:
    r"""A place in the text.

    A line ends before ``\n`` alone, and at the end of the text. ``text_end_or_last_newline`` is the
    end, or before a ``\n`` that ends the text.
    """

    kind: AnchorKind


MOST_STEPS = 50_000
"""How many steps a pattern may have, its bounded repetitions written out."""

Node = Chars | Seq | Alt | Repeat | Atomic | Look | Anchor

EMPTY = Seq(())
NOTHING = Chars(())


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below one."""
    match node:
        case Seq(items):
            return items
        case Alt(options):
            return options
        case Repeat() | Atomic() | Look():
            return (node.item,)
    return ()


def walk(node: Node) -> Iterator[Node]:
    """Every node of a tree, parents first."""
    pending = [node]
    while pending:
        node = pending.pop()
        yield node
        pending += reversed(children(node))


def width(node: Node) -> int | None:
    """How many characters a node takes; None if that is not always the same number."""
    match node:
        case Chars():
            return 1
        case Seq(items):
            widths = [width(item) for item in items]
            return None if None in widths else sum(w for w in widths if w is not None)
        case Alt(options):
            widths = [width(option) for option in options]
            return widths[0] if len(set(widths)) == 1 else None
        case Repeat(item, least, most, _):
            one = width(item)
            return one * least if one is not None and least == most else None
        case Atomic(item):
            return width(item)
    return 0


def nullable(node: Node) -> bool:
    """Whether a node may take nothing."""
    match node:
        case Chars():
            return False
        case Seq(items):
            return all(map(nullable, items))
        case Alt(options):
            return any(map(nullable, options))
        case Repeat(item, least, _, _):
            return least == 0 or nullable(item)
        case Atomic(item):
            return nullable(item)
    return True


def written_out(node: Node) -> int:
    """How many single steps a node has, its bounded repetitions written out."""
    match node:
        case Seq(items):
            return sum(map(written_out, items))
        case Alt(options):
            return sum(map(written_out, options)) + 2 * len(options)
        case Repeat(item, least, most, mode):
            if isinstance(item, Chars) and mode != "lazy":
                return 1
            return (written_out(item) + 1) * (least + 1 if most is None else most) + 4
        case Atomic(item) | Look(item):
            return 1 + written_out(item)
    return 1


def as_tuples(node: Node) -> tuple[Any, ...]:
    """The tree as nested tuples, each with the kind of its node first."""
    match node:
        case Chars(ranges):
            return ("chars", ranges)
        case Seq(items):
            return ("seq", tuple(map(as_tuples, items)))
        case Alt(options):
            return ("alt", tuple(map(as_tuples, options)))
        case Repeat(item, least, most, mode):
            return ("repeat", as_tuples(item), least, most, mode)
        case Atomic(item):
            return ("atomic", as_tuples(item))
        case Look(item, behind, negate):
            return ("look", as_tuples(item), behind, negate)
        case Anchor(kind):
            return ("anchor", kind)
