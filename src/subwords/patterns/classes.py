"""Character classes: what stands between brackets, down to ranges of code points."""

from __future__ import annotations

from subwords.patterns import escapes, folding, properties
from subwords.patterns.ranges import (
    complement,
    difference,
    intersection,
    symmetric_difference,
    union,
)
from subwords.patterns.reader import LAYOUT, Reader, Scope
from subwords.patterns.tree import Chars, Node, Ranges

DEEPEST = 50
"""How many classes may stand inside each other."""


def read_class(reader: Reader, scope: Scope) -> Node:
    """The class whose opening bracket has been read."""
    if not scope.ignore_case or reader.dialect == "fancy":
        return Chars(_class(reader, scope, 0))
    # Oniguruma looks at case last, when all but an outermost negation has been carried out.
    negated = reader.peek == "^"
    ranges = _class(reader, scope, 0)
    if negated:
        return Chars(complement(folding.folded(complement(ranges))))
    return folding.class_of_oniguruma(ranges, reader)


def _class(reader: Reader, scope: Scope, depth: int) -> Ranges:
    start = reader.position - 1
    if depth > DEEPEST:
        raise reader.unsupported(f"more than {DEEPEST} classes inside each other", start)
    negated = reader.take("^")
    ranges = _members(reader, scope, depth, start)
    if scope.ignore_case and reader.dialect == "fancy":
        ranges = folding.folded(ranges)
    return complement(ranges) if negated else ranges


def _members(reader: Reader, scope: Scope, depth: int, start: int) -> Ranges:
    """Everything up to the closing bracket, set operations carried out."""
    total: Ranges | None = None
    operator = ""
    part: list[Ranges] = []
    first = True
    while True:
        if reader.done:
            raise reader.wrong("the class that starts here is never closed", start)
        sign = next((s for s in reader.syntax.set_operators if reader.take(s)), "")
        if sign or (reader.peek == "]" and not first):
            total = _combined(operator, total, union(*part), scope, reader)
            if not sign:
                reader.next()
                return total
            if operator not in ("", sign):
                raise reader.unsupported(f"{sign} behind {operator} in one class")
            operator, part = sign, []
        else:
            part.append(_member(reader, scope, depth))
        first = False


def _combined(
    operator: str, total: Ranges | None, part: Ranges, scope: Scope, reader: Reader
) -> Ranges:
    if operator and scope.ignore_case and reader.dialect == "fancy":
        # There, both sides of an operation count with all that differs in case only.
        part, total = folding.folded(part), folding.folded(total or ())
    match operator:
        case "&&":
            return intersection(total or (), part)
        case "--":
            return difference(total or (), part)
        case "~~":
            return symmetric_difference(total or (), part)
    return part


def _member(reader: Reader, scope: Scope, depth: int) -> Ranges:
    """One nested class, set or POSIX bracket, or one character or range of them."""
    start = reader.position
    if reader.take("[:"):
        ranges = _posix(reader, scope)
        if ranges is not None:
            return ranges
        raise reader.unsupported("a bracket like this, which looks like a POSIX one,", start)
    if reader.take("["):
        return _class(reader, scope, depth + 1)
    if reader.take("\\"):
        ranges = escapes.read_set(reader, scope, in_class=True)
        if ranges is not None:
            if reader.peek == "-" and not reader.expression.startswith("-]", reader.position):
                raise reader.unsupported("a hyphen behind a set inside a class")
            return ranges
        reader.position = start
    low = _character(reader, scope)
    if reader.peek != "-" or reader.expression.startswith("-]", reader.position):
        return ((low, low),)
    if any(reader.expression.startswith(s, reader.position) for s in reader.syntax.set_operators):
        return ((low, low),)
    reader.next()
    if reader.peek == "[":
        raise reader.unsupported("a hyphen before a bracket inside a class")
    high = _character(reader, scope)
    if high < low:
        raise reader.wrong("a range that ends before it starts", start)
    if reader.peek == "-" and not reader.expression.startswith("-]", reader.position):
        raise reader.unsupported("a hyphen behind a range inside a class")
    return ((low, high),)


def _character(reader: Reader, scope: Scope) -> int:
    """The code point of one character inside a class."""
    start = reader.position
    c = reader.next()
    if c != "\\":
        if scope.extended and reader.dialect == "fancy" and (c in LAYOUT or c == "#"):
            raise reader.unsupported("white space or # in a class under the flag x", start)
        return ord(c)
    code = escapes.read_code(reader, start)
    if code is not None:
        return code
    c = reader.next()
    if c == "b" and reader.dialect == "oniguruma":
        return 8
    plain = not (c.isascii() and c.isalnum()) and (c.isascii() or reader.dialect == "oniguruma")
    if not plain and c not in reader.syntax.literal_class_letters:
        raise reader.unsupported(f"the escape \\{c} inside a class", start)
    return ord(c)


def _posix(reader: Reader, scope: Scope) -> Ranges | None:
    """``[:alpha:]``, read up to its end; None if no such name is known."""
    found = reader.match(r"(\^?)([a-z]+):\]")
    ranges = properties.posix(found[2], reader.dialect) if found else None
    if found is None or ranges is None:
        return None
    if scope.ignore_case and reader.dialect == "fancy":
        ranges = folding.folded(ranges)
    return complement(ranges) if found[1] else ranges
