"""What a character or a class matches when case is ignored.

Both libraries know the same pairs of single characters. Oniguruma also lets one character stand for
several (``(?i:ss)`` finds ß): that counts within a run of plain letters, so letters are held
back as `Letters` until it is known which of them stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from subwords.patterns import properties
from subwords.patterns.ranges import contains, of_members, union
from subwords.patterns.reader import Reader, Scope
from subwords.patterns.tree import Chars, Node, Ranges, Seq


@dataclass(frozen=True, slots=True)
class Letters:
    """Plain characters side by side, read without regard to case.

    Args:
        codes: Their code points.
        position: Where the first stands in the expression.
    """

    codes: tuple[int, ...]
    position: int


Item = Node | Letters


def letter(code: int, scope: Scope, reader: Reader) -> Item:
    """One plain character."""
    if not scope.ignore_case:
        return Chars(((code, code),))
    if reader.dialect == "oniguruma":
        return Letters((code,), reader.position - 1)
    return Chars(folded_character(code))


def folded_character(code: int) -> Ranges:
    """A character and all that differ from it in case only."""
    return of_members({code, *properties.fold_partners().get(code, ())})


def folded(ranges: Ranges) -> Ranges:
    """A set and all that differ from one of its members in case only."""
    partners = properties.fold_partners()
    extra = {p for c, others in partners.items() if contains(ranges, c) for p in others}
    return union(ranges, of_members(extra))


def join(items: Iterable[Item]) -> list[Item]:
    """Put letters side by side into one run."""
    out: list[Item] = []
    for item in items:
        before = out[-1] if out else None
        if isinstance(item, Letters) and isinstance(before, Letters):
            out[-1] = Letters(before.codes + item.codes, before.position)
        else:
            out.append(item)
    return out


def spelled_out(item: Item, reader: Reader) -> Node:
    """Letters as a node; any other node as it is."""
    if not isinstance(item, Letters):
        return item
    text = "".join(map(chr, item.codes))
    for sequence in properties.fold_sequences():
        if sequence in properties.fold_text(text):
            raise reader.unsupported(
                f"ignoring case in {text!r}, which may stand for one character or several,",
                item.position,
            )
    nodes = tuple(Chars(folded_character(code)) for code in item.codes)
    return nodes[0] if len(nodes) == 1 else Seq(nodes)


def folded_class(ranges: Ranges, negated: bool, reader: Reader, position: int) -> Ranges:
    """A class of Oniguruma before it is negated, without regard to case."""
    if not negated and any(contains(ranges, ord(c)) for c in properties.several_folds()):
        raise reader.unsupported(
            "ignoring case in a class with a character that stands for several", position
        )
    return folded(ranges)
