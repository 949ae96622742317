"""A regular expression of one dialect, written so that the other dialect means the same by it.

Whether two dialects mean the same is decided by their trees, in which classes are plain ranges. An
expression that both read alike stays as it is; any other is written anew from its tree, in a
spelling that no dialect reads differently, and read again to make sure.
"""

from __future__ import annotations

from functools import cache

from subwords.patterns import tree
from subwords.patterns.parser import parse
from subwords.patterns.syntax import Dialect
from subwords.patterns.tree import Alt, Anchor, Atomic, Chars, Look, Node, Repeat, Seq

_CLASSES = (
    r"\s", r"\S", r"\p{L}", r"\p{N}", r"\p{M}", r"\p{P}", r"\p{S}", r"\p{Lu}", r"\p{Ll}",
    r"[^\s\p{L}\p{N}]", r"[^\r\n\p{L}\p{N}]", r"[^\r\n]",
)  # fmt: skip
"""Classes that are written by name where the other dialect holds the same characters in them."""

_ANCHORS = {
    "text_start": r"\A",
    "text_end": r"\z",
    "text_end_or_last_newline": r"\Z",
    "line_start": "(?m:^)",
    "line_end": "(?m:$)",
}
_LINES = {"oniguruma": {"line_start": "^", "line_end": "$"}}


def in_dialect(expression: str, source: Dialect, target: Dialect) -> str | None:
    """The expression that means in `target` what `expression` means in `source`.

    Returns:
        `expression` itself where that is one, else a new spelling; None where none was found.
    """
    meant = _plain(parse(expression, source))
    if _reads(expression, target) == meant:
        return expression
    spelled = _spell(meant, target)
    return spelled if _reads(spelled, target) == meant else None


def _reads(expression: str, dialect: Dialect) -> Node | None:
    try:
        return _plain(parse(expression, dialect))
    except ValueError:
        return None


def _plain(node: Node) -> Node:
    """The tree without the choices of spelling that mean the same."""
    match node:
        case Seq(items):
            flat: list[Node] = []
            for item in map(_plain, items):
                flat += item.items if isinstance(item, Seq) else (item,)
            return flat[0] if len(flat) == 1 else Seq(tuple(flat))
        case Alt(options):
            return Alt(tuple(map(_plain, options)))
        case Repeat(item, least, most, "possessive"):
            return Atomic(Repeat(_plain(item), least, most, "greedy"))
        case Repeat(item, least, most, mode):
            return Repeat(_plain(item), least, most, mode)
        case Atomic(item):
            return Atomic(_plain(item))
        case Look(item, behind, negate):
            return Look(_plain(item), behind, negate)
    return node


def _spell(node: Node, dialect: Dialect) -> str:
    match node:
        case Chars(ranges):
            return _class(ranges, dialect)
        case Seq(items):
            return "".join(_grouped(item, dialect, isinstance(item, Alt)) for item in items)
        case Alt(options):
            return "|".join(_spell(option, dialect) for option in options)
        case Repeat(item, least, most, mode):
            body = _grouped(item, dialect, not isinstance(item, Chars))
            return body + _amount(least, most) + ("?" if mode == "lazy" else "")
        case Atomic(item):
            return f"(?>{_spell(item, dialect)})"
        case Look(item, behind, negate):
            return f"(?{'<' if behind else ''}{'!' if negate else '='}{_spell(item, dialect)})"
    assert isinstance(node, Anchor)
    return _LINES.get(dialect, {}).get(node.kind) or _ANCHORS[node.kind]


def _grouped(node: Node, dialect: Dialect, group: bool) -> str:
    text = _spell(node, dialect)
    return f"(?:{text})" if group else text


def _amount(least: int, most: int | None) -> str:
    usual = {(0, 1): "?", (0, None): "*", (1, None): "+"}
    if (least, most) in usual:
        return usual[least, most]
    return f"{{{least},{'' if most is None else most}}}"


def _class(ranges: tree.Ranges, dialect: Dialect) -> str:
    name = _named(dialect).get(ranges)
    if name is not None:
        return name
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _character(ranges[0][0])
    spans = (
        _character(low) if low == high else f"{_character(low)}-{_character(high)}"
        for low, high in ranges
    )
    return f"[{''.join(spans)}]"


def _character(code: int) -> str:
    char = chr(code)
    return char if code < 128 and (char.isalnum() or char in " '") else f"\\x{{{code:x}}}"


@cache
def _named(dialect: Dialect) -> dict[tree.Ranges, str]:
    found: dict[tree.Ranges, str] = {}
    for name in _CLASSES:
        node = parse(name, dialect)
        if isinstance(node, Chars):
            found.setdefault(node.ranges, name)
    return found
