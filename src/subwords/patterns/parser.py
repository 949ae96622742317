"""From a regular expression to its tree.

A recursive descent over the grammar both dialects share; `syntax` says where they part, `classes`
reads what stands in brackets, `escapes` what follows a backslash. Nothing is guessed: what is not
known to mean exactly what the dialect's library does is refused.
"""

from __future__ import annotations

from functools import lru_cache

from subwords.nodes import replace
from subwords.patterns import escapes
from subwords.patterns.classes import read_class
from subwords.patterns.folding import Item, Letters, join, letter, spelled_out
from subwords.patterns.ranges import complement
from subwords.patterns.reader import Reader, Scope
from subwords.patterns.syntax import Dialect
from subwords.patterns.tree import (
    MOST_STEPS,
    Alt,
    Anchor,
    Atomic,
    Chars,
    Look,
    Mode,
    Node,
    Repeat,
    Seq,
    nullable,
    width,
    written_out,
)

DEEPEST = 100
"""How many groups may stand inside each other."""

MOST_REPEATS = 1000
"""The largest number in braces."""

LINE_FEED = ((10, 10),)

LOOKS = (("?=", False, False), ("?!", False, True), ("?<=", True, False), ("?<!", True, True))
"""How an assertion starts, whether it looks behind, and whether it is negated."""


@lru_cache(maxsize=256)
def parse(expression: str, dialect: Dialect) -> Node:
    r"""The tree of a regular expression.

    Args:
        expression: The expression as the file has it.
        dialect: "oniguruma" (``tokenizer.json``) or "fancy" (tiktoken).

    Raises:
        PatternError: The dialect does not allow the expression.
        UnsupportedPatternError: It uses something whose exact meaning this version cannot give,
            such as backreferences, or ``\X``; the message says what, and where.
    """
    reader = Reader(expression, dialect)
    node = _alternation(reader, Scope(), 0)
    if not reader.done:
        raise reader.wrong("there is no group that this parenthesis closes")
    tree = spelled_out(node, reader)
    if written_out(tree) > MOST_STEPS:
        raise reader.unsupported(f"more than {MOST_STEPS:,} steps", 0)
    return tree


def _alternation(reader: Reader, scope: Scope, depth: int) -> Item:
    if depth > DEEPEST:
        raise reader.unsupported(f"more than {DEEPEST} groups inside each other")
    options = []
    while True:
        node, scope = _sequence(reader, scope, depth)
        options.append(node)
        if not reader.take("|"):
            if len(options) == 1:
                return options[0]
            return Alt(tuple(spelled_out(option, reader) for option in options))


def _sequence(reader: Reader, scope: Scope, depth: int) -> tuple[Item, Scope]:
    """What stands before the next ``|`` or ``)``, and the flags in force behind it."""
    items: list[Item] = []
    while not reader.done and reader.peek not in "|)":
        if scope.extended and reader.skip_layout():
            continue
        if reader.take("(?#"):
            reader.skip_past(")", "a comment")
            continue
        flags = _bare_flags(reader, scope)
        if flags is None:
            items.append(_quantified(reader, scope, depth))
        elif reader.syntax.flags_nest:
            items.append(spelled_out(_alternation(reader, flags, depth + 1), reader))
        else:
            scope = flags
    joined = join(items)
    if len(joined) == 1:
        return joined[0], scope
    return Seq(tuple(spelled_out(item, reader) for item in joined)), scope


def _bare_flags(reader: Reader, scope: Scope) -> Scope | None:
    """The flags of ``(?i)``, which hold for the rest of the group; None if none stand here."""
    start = reader.position
    if reader.take("(?"):
        flags = _flags(reader, scope)
        if flags is not None and reader.take(")"):
            return flags
    reader.position = start
    return None


def _flags(reader: Reader, scope: Scope) -> Scope | None:
    """The flags after ``(?``, or None if what stands there is something else."""
    on = True
    start = reader.position
    while not reader.done and reader.peek not in ":)":
        letter = reader.next()
        if letter == "-" and on:
            on = False
        elif letter in reader.syntax.flags:
            scope = _with_flag(reader, scope, letter, on)
        else:
            reader.position = start
            return None
    return scope if reader.position > start or not reader.done else None


def _with_flag(reader: Reader, scope: Scope, letter: str, on: bool) -> Scope:
    if letter == reader.syntax.dot_all:
        return replace(scope, dot_all=on)
    match letter:
        case "i":
            return replace(scope, ignore_case=on)
        case "x":
            return replace(scope, extended=on)
    return replace(scope, multi_line=on)


# ---------------------------------------------------------------- one item, and how often


def _quantified(reader: Reader, scope: Scope, depth: int) -> Item:
    item = _item(reader, scope, depth)
    repeats = 0
    while True:
        if scope.extended:
            while reader.skip_layout():
                pass
        start = reader.position
        times = _times(reader)
        if times is None:
            return item
        if not isinstance(item, Letters) and width(item) == 0:
            raise reader.unsupported("a quantifier behind an assertion", start)
        if repeats and not reader.syntax.stacked_quantifiers:
            raise reader.wrong("a quantifier behind a quantifier", start)
        if times != (1, 1, True) or reader.peek in ("?", "+"):
            item = _repeat(reader, spelled_out(item, reader), *times)
        repeats += 1


def _times(reader: Reader) -> tuple[int, int | None, bool] | None:
    """How often at least and at most, and whether in braces; None: no quantifier stands here."""
    for sign, least, most in (("*", 0, None), ("+", 1, None), ("?", 0, 1)):
        if reader.take(sign):
            return least, most, False
    found = reader.match(r"\{([0-9]*)(,?)([0-9]*)\}")
    if found is None or not (found[1] or found[3]):
        return None
    least = int(found[1] or "0")
    most = int(found[3]) if found[3] else (None if found[2] else least)
    if max(least, most or 0) > MOST_REPEATS:
        raise reader.unsupported(f"more than {MOST_REPEATS} repetitions")
    if most is not None and most < least:
        raise reader.unsupported("a range of repetitions that ends before it starts")
    return least, most, True


def _repeat(reader: Reader, item: Node, least: int, most: int | None, braces: bool) -> Node:
    """The repetition, with the sign behind it that makes it lazy or possessive."""
    counted = max(least, most or 0) > 1 or (most is None and reader.dialect == "fancy")
    if counted and nullable(item):
        # What a turn that takes nothing leads to depends on how the library carries the rest out:
        # Oniguruma by the length of the expression, fancy-regex by what else is in it.
        raise reader.unsupported("repeating what may take nothing")
    mode: Mode = "greedy"
    if reader.peek == "?":
        reader.next()
        if braces and least == most and reader.syntax.optional_braces:
            return Repeat(Repeat(item, least, most, "greedy"), 0, 1, "greedy")
        mode = "lazy"
    elif reader.peek == "+" and (not braces or reader.syntax.possessive_braces):
        reader.next()
        mode = "possessive"
    return Repeat(item, least, most, mode)


def _item(reader: Reader, scope: Scope, depth: int) -> Item:
    """One character, class, escape, assertion or group."""
    start = reader.position
    c = reader.next()
    match c:
        case "(":
            return _group(reader, scope, depth, start)
        case "[":
            return read_class(reader, scope)
        case "\\":
            return escapes.read(reader, scope)
        case ".":
            return Chars(complement(() if scope.dot_all else LINE_FEED))
        case "^":
            every_line = scope.multi_line or reader.syntax.always_multi_line
            return _line_start(reader) if every_line else Anchor("text_start")
        case "$":
            every_line = scope.multi_line or reader.syntax.always_multi_line
            return Anchor("line_end" if every_line else "text_end")
        case "*" | "+" | "?":
            raise reader.wrong("a quantifier with nothing to repeat", start)
        case "{" if reader.dialect == "fancy" or reader.is_quantifier(start):
            raise reader.unsupported("a brace that starts no quantifier; write \\{", start)
    return letter(ord(c), scope, reader)


def _line_start(reader: Reader) -> Node:
    """Oniguruma knows no line that would start at the very end of the text."""
    if reader.dialect == "fancy":
        return Anchor("line_start")
    not_at_end = Look(Chars(complement(())), behind=False, negate=False)
    return Alt((Anchor("text_start"), Seq((Anchor("line_start"), not_at_end))))


# ---------------------------------------------------------------- groups


def _group(reader: Reader, scope: Scope, depth: int, start: int) -> Item:
    """Everything that starts with a parenthesis; the parenthesis has been read."""
    for opening, behind, negate in LOOKS:
        if reader.take(opening):
            return _look(reader, scope, depth, start, behind, negate)
    if reader.take("?>"):
        return Atomic(_until_closed(reader, scope, depth, start))
    if reader.take("?:"):
        # Oniguruma joins the letters of such a group with those beside it.
        return _open_until_closed(reader, scope, depth, start)
    if reader.peek == "?" and not _named(reader):
        reader.next()
        flags = _flags(reader, scope)
        if flags is None or not reader.take(":"):
            raise reader.unsupported("this kind of group", start)
        scope = flags
    return _until_closed(reader, scope, depth, start)


def _named(reader: Reader) -> bool:
    """Read the name of a group, if there is one."""
    return any(
        reader.match("\\" + opening + "[A-Za-z_][A-Za-z0-9_]*>")
        for opening in reader.syntax.named_group
    )


def _open_until_closed(reader: Reader, scope: Scope, depth: int, start: int) -> Item:
    item = _alternation(reader, scope, depth + 1)
    if not reader.take(")"):
        raise reader.wrong("the group that starts here is never closed", start)
    return item


def _until_closed(reader: Reader, scope: Scope, depth: int, start: int) -> Node:
    return spelled_out(_open_until_closed(reader, scope, depth, start), reader)


def _look(reader: Reader, scope: Scope, depth: int, start: int, behind: bool, negate: bool) -> Node:
    reader.behind += behind
    item = _until_closed(reader, scope, depth, start)
    reader.behind -= behind
    if behind:
        options = item.options if isinstance(item, Alt) else (item,)
        if any(width(option) is None for option in options):
            raise reader.unsupported("a lookbehind of no fixed width", start)
    return Look(item, behind, negate)
