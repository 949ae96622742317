"""What a backslash means: outside a class (`read`) and in both places (`read_set`, `read_code`)."""

from __future__ import annotations

from subwords.patterns import folding, properties
from subwords.patterns.ranges import complement
from subwords.patterns.reader import Reader, Scope
from subwords.patterns.tree import Alt, Anchor, Atomic, Chars, Look, Node, Ranges, Seq

CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "a": 7, "e": 27}
SETS = {"d": "digit", "s": "space", "w": "word", "h": "xdigit"}
ASCII_SETS = "h"
NEW_LINES: Ranges = ((10, 13), (0x85, 0x85), (0x2028, 0x2029))
LINE_FEED: Ranges = ((10, 10),)


def read(reader: Reader, scope: Scope) -> folding.Item:
    """What an escape outside a class means; the backslash has been read."""
    start = reader.position - 1
    ranges = read_set(reader, scope)
    if ranges is not None:
        return Chars(ranges)
    c = reader.peek
    node = _place_or_line(c, reader)
    if node is not None:
        reader.next()
        return node
    code = read_code(reader, start)
    if code is None:
        c = reader.next()
        if c not in reader.syntax.literal_letters and not _is_plain(c, reader):
            raise reader.unsupported(f"the escape \\{c}", start)
        code = ord(c)
    return folding.letter(code, scope, reader)


def _is_plain(c: str, reader: Reader) -> bool:
    r"""Whether a backslash before it only says that the character means itself.

    ``\<`` and ``\>`` are ends of words to fancy-regex.
    """
    if reader.dialect == "fancy" and c in "<>":
        return False
    return not (c.isascii() and c.isalnum()) and (c.isascii() or reader.dialect == "oniguruma")


def _place_or_line(c: str, reader: Reader) -> Node | None:
    """The escapes that are neither a character nor a set of them."""
    match c:
        case "A":
            return Anchor("text_start")
        case "z":
            return Anchor("text_end")
        case "Z":
            if reader.dialect == "fancy":
                raise reader.unsupported("the escape \\Z")
            return Anchor("text_end_or_last_newline")
        case "b" | "B":
            if reader.dialect == "fancy" and reader.expression.startswith("b{", reader.position):
                raise reader.unsupported("the escape \\b{")
            return _word_boundary(Chars(properties.escape("word", reader.dialect)), c == "B")
        case "R":
            return Atomic(Alt((Seq((Chars(((13, 13),)), Chars(((10, 10),)))), Chars(NEW_LINES))))
        case "N":
            return Chars(complement(LINE_FEED))
        case "O":
            return Chars(complement(()))
    return None


def _word_boundary(word: Node, negate: bool) -> Node:
    """Whether the characters before and after this place are both of a word, or neither is."""
    places = []
    for before in (True, False):
        after = before if negate else not before
        looks = (Look(word, True, not before), Look(word, False, not after))
        places.append(Seq(looks))
    return Alt(tuple(places))


def read_set(reader: Reader, scope: Scope, in_class: bool = False) -> Ranges | None:
    r"""The set of an escape such as ``\s`` or ``\p{L}``; None if no set stands here."""
    start = reader.position - 1
    c = reader.peek
    if c and c.lower() in SETS:
        reader.next()
        name = SETS[c.lower()]
        ranges = _word_in_class(name, reader, in_class)
        if ranges is None:
            ranges = properties.escape(name, reader.dialect)
        return complement(ranges) if c.isupper() else ranges
    if c and c in "pP":
        return _property(reader, scope, start, in_class)
    return None


def _word_in_class(name: str, reader: Reader, in_class: bool) -> Ranges | None:
    r"""Oniguruma's words between brackets: not ``²³¹¼½¾``, which ``\w`` does match outside."""
    if in_class and reader.dialect == "oniguruma" and properties.is_word(name):
        return properties.posix("word", reader.dialect)
    return None


def _property(reader: Reader, scope: Scope, start: int, in_class: bool) -> Ranges | None:
    if reader.dialect == "oniguruma":
        found = reader.match(r"([pP])\{(\^?)([^}]*)\}")
        if found is None:
            return None  # there, \pL is the letters p and L
        negate = (found[1] == "P") != bool(found[2])
        name = found[3]
    else:
        found = reader.match(r"([pP])(?:\{(\^?)([^}]*)\}|([A-Z]))")
        if found is None:
            raise reader.unsupported("this spelling of a property", start)
        negate = (found[1] == "P") != bool(found[2])
        name = found[3] or found[4]
    ranges = _word_in_class(name, reader, in_class)
    if ranges is None:
        ranges = properties.named(name, reader.dialect)
    if ranges is None:
        raise reader.unsupported(f"the property {name!r}", start)
    if scope.ignore_case and reader.dialect == "fancy":
        ranges = folding.folded(ranges)
    return complement(ranges) if negate else ranges


def read_code(reader: Reader, start: int) -> int | None:
    """The code point of an escape that spells one; None if none stands here."""
    c = reader.peek
    if c in CONTROLS and c:
        reader.next()
        return CONTROLS[c]
    forms = [r"x\{([0-9A-Fa-f]{1,8})\}", r"x([0-9A-Fa-f]{2})", r"u([0-9A-Fa-f]{4})"]
    if reader.dialect == "fancy":
        forms += [r"u\{([0-9A-Fa-f]{1,8})\}", r"U([0-9A-Fa-f]{8})", r"U\{([0-9A-Fa-f]{1,8})\}"]
    for form in forms:
        found = reader.match(form)
        if found:
            return _checked(reader, int(found[1], 16), form == forms[1], start)
    if reader.dialect == "oniguruma":
        found = reader.match(r"0[0-7]{0,2}")
        if found:
            return _checked(reader, int(found[0], 8), True, start)
    return None


def _checked(reader: Reader, code: int, is_byte: bool, start: int) -> int:
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise reader.unsupported("a number that is no character", start)
    if is_byte and code >= 0x80 and reader.dialect == "oniguruma":
        raise reader.unsupported("a byte beyond ASCII", start)
    return code
