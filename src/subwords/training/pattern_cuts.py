"""Whether text can be cut before every space without changing where a pattern cuts it.

GPT-2's pattern and its relatives take a space together with the word that follows. If no match can
hold a space after anything but white space, and none looks at what lies behind it, then a place
between a character and a space is a cut in any text, and what stands before it has no influence on
what comes after. This is read off the pattern, so it holds for patterns nobody has seen yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from subwords import pre_tokenizers as pre
from subwords.errors import SubwordsError
from subwords.patterns import GPT2, Regex
from subwords.patterns import ranges as sets
from subwords.patterns.parser import parse
from subwords.patterns.tree import EMPTY, Alt, Anchor, Atomic, Chars, Look, Node, Repeat, Seq

SPACE = 0x20
_WIDTHS = "".join(map(chr, range(0x2000, 0x200B)))
WHITE = sets.of_members(
    map(ord, "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + _WIDTHS)
)


def cuts_before_spaces(cutters: Iterable[object]) -> bool:
    """Whether pre-tokenizers, one after the other, always cut before a space, and only look there.

    The first ones may leave such places alone, as long as they do not reach over them.
    """
    cut = False
    for cutter in cutters:
        if isinstance(cutter, (pre.Metaspace, pre.Custom)):
            return False  # they ask where in the text a piece stands
        if cut:
            continue
        node = _pattern_of(cutter)
        if node is None:
            return False
        facts = look_at(node)
        if facts.crosses or facts.nullable:
            return False
        cut = takes_space(node)
    return cut


@lru_cache(maxsize=64)
def _pattern_of(cutter: object) -> Node | None:
    """What a pre-tokenizer cuts at, if it is a pattern whose matches stand alone."""
    if isinstance(cutter, pre.ByteLevel) and cutter.use_regex:
        return parse(GPT2, "oniguruma")
    if not isinstance(cutter, pre.Split) or cutter.behavior not in {"isolated", "removed"}:
        return None
    if not isinstance(cutter.pattern, Regex):
        return Seq(tuple(Chars(((ord(c), ord(c)),)) for c in cutter.pattern))
    try:
        return parse(cutter.pattern.expression, "oniguruma")
    except SubwordsError:
        return None  # who carries it out will say what is wrong


class Facts(NamedTuple):
    """What a node can do at a space.

    Args:
        nullable: It can match nothing.
        begins: A match can begin with a space.
        ends: A match can end with something else than white space.
        crosses: A match can hold a space after such a character, or depends on its surroundings.
    """

    nullable: bool
    begins: bool
    ends: bool
    crosses: bool


_ENDS = (Anchor("text_end"), Anchor("line_end"), Anchor("text_end_or_last_newline"))
UNSAFE = Facts(nullable=True, begins=True, ends=True, crosses=True)


def look_at(node: Node) -> Facts:
    """The facts about a node."""
    match node:
        case Chars(ranges):
            visible = bool(sets.difference(ranges, WHITE))
            return Facts(False, sets.contains(ranges, SPACE), visible, False)
        case Seq(items):
            whole = Facts(True, False, False, False)
            for item in items:
                # An end of the text after white space alone: no cut looks like one.
                ended = item in _ENDS and not (whole.nullable or whole.ends)
                whole = whole if ended else _joined(whole, look_at(item))
            return whole
        case Alt(options):
            facts = [look_at(option) for option in options]
            return Facts(*(any(column) for column in zip(*facts, strict=True)))
        case Repeat(item, least, most):
            once = look_at(item if most != 0 else EMPTY)
            crosses = once.crosses or (most != 1 and once.ends and once.begins)
            return once._replace(nullable=once.nullable or least == 0, crosses=crosses)
        case Atomic(item):
            return look_at(item)
        case Look(item, behind=False):
            # It must see a space as it sees the end of the text: as no beginning of a match.
            ahead = look_at(item)
            safe = not (ahead.nullable or ahead.begins or ahead.crosses)
            return Facts(True, False, False, False) if safe else UNSAFE
    return UNSAFE


def _joined(first: Facts, second: Facts) -> Facts:
    return Facts(
        first.nullable and second.nullable,
        first.begins or (first.nullable and second.begins),
        second.ends or (second.nullable and first.ends),
        first.crosses or second.crosses or (first.ends and second.begins),
    )


def takes_space(node: Node) -> bool:
    """Whether there is a match at every space, whatever surrounds it."""
    match node:
        case Chars(ranges):
            return sets.contains(ranges, SPACE)
        case Alt(options):
            return any(map(takes_space, options))
        case Seq(items):
            return any(
                takes_space(item)
                and all(map(_may_step_back, items[:i]))
                and all(map(_optional, items[i + 1 :]))
                for i, item in enumerate(items)
            )
        case Repeat(item, least, most, mode):
            return least <= 1 and most != 0 and mode != "lazy" and takes_space(item)
        case Atomic(item):
            return takes_space(item)
    return False


def _optional(node: Node) -> bool:
    """Whether it can be left out anywhere."""
    return (isinstance(node, Repeat) and node.least == 0) or node == EMPTY


def _may_step_back(node: Node) -> bool:
    """Whether it can be left out even where it could take a space."""
    keeps = isinstance(node, Repeat) and node.mode == "possessive" and look_at(node).begins
    return _optional(node) and not keeps
