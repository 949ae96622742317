"""What a character or a class matches when case is ignored.

Both libraries know the same pairs of single characters. Oniguruma also lets one character stand for
several (``(?i:ss)`` finds ß): that counts within a run of plain letters, so letters are held
back as `Letters` until it is known which of them stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from subwords.nodes import node
from subwords.patterns import properties
from subwords.patterns.ranges import contains, of_members, union
from subwords.patterns.reader import Reader, Scope
from subwords.patterns.tree import Alt, Chars, Node, Ranges, Seq


@node(frozen=True, slots=True)
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
    nodes = tuple(_stretches(item, reader))
    return nodes[0] if len(nodes) == 1 else Seq(nodes)


def _stretches(letters: Letters, reader: Reader) -> Iterator[Node]:
    """Letter by letter, but for the longest stretches for which one character may stand.

    ``ffi`` is ﬃ or three letters, but not ﬀ and i: a stretch is all or nothing.
    """
    codes, at = letters.codes, 0
    plain = tuple(map(properties.folded_code, codes))
    standing_for = properties.standing_for()
    while at < len(codes):
        taken, sequence = 1, properties.several_folds().get(codes[at], ())
        for length in (3, 2):
            if plain[at : at + length] in standing_for:
                taken, sequence = length, plain[at : at + length]
                break
        if sequence:
            if reader.behind:
                raise reader.unsupported(
                    "ignoring case, in a lookbehind, in what may be one character or several",
                    letters.position,
                )
            yield Alt((Chars(folded(of_members(standing_for[sequence]))), _apart(sequence)))
        else:
            yield Chars(folded_character(codes[at]))
        at += taken


def _apart(codes: tuple[int, ...]) -> Seq:
    return Seq(tuple(Chars(folded_character(code)) for code in codes))


def class_of_oniguruma(ranges: Ranges, reader: Reader) -> Node:
    """A class that is not negated: one character, or several for which one of the class stands."""
    several = properties.several_folds()
    sequences = dict.fromkeys(several[c] for c in sorted(several) if contains(ranges, c))
    if not sequences:
        return Chars(folded(ranges))
    if reader.behind:
        raise reader.unsupported(
            "ignoring case, in a lookbehind, in a class with a character that stands for several"
        )
    return Alt((Chars(folded(ranges)), *map(_apart, sequences)))
