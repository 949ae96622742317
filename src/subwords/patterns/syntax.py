"""Where the two dialects differ in how they are written, learned by asking both libraries.

``oniguruma`` is what `tokenizers` reads in a ``tokenizer.json``, ``fancy`` what `tiktoken` reads.
"""

from __future__ import annotations

from typing import Literal

from subwords.nodes import node

Dialect = Literal["oniguruma", "fancy"]


def dialect_of(semantics: str) -> Dialect:
    """The dialect of the patterns in a spec with these semantics."""
    return "fancy" if semantics == "tiktoken" else "oniguruma"


@node(frozen=True, slots=True)
class Syntax:
    """The rules of one dialect.

    Args:
        flags: Flag letters that may stand in ``(?...)``; any other is refused.
        dot_all: The letter that lets ``.`` match a line feed.
        always_multi_line: ``^`` and ``$`` belong to every line, whatever the flags say.
        literal_letters: Letters that stand for themselves after a backslash, outside a class.
        literal_class_letters: The same inside a class.
        possessive_braces: ``{n,m}+`` is possessive; else it is ``{n,m}`` any number of times.
        optional_braces: ``{n}?`` is ``{n}`` or nothing; else it is ``{n}``, and lazy.
        stacked_quantifiers: A quantifier may follow another one.
        flags_nest: ``a(?i)b|c`` is ``a(?i:b|c)``; else the flag goes on in the next option.
        set_operators: What combines sets inside a class.
        named_group: How a group with a name may start, behind its parenthesis.
    """

    flags: str
    dot_all: str
    always_multi_line: bool
    literal_letters: str
    literal_class_letters: str
    possessive_braces: bool
    optional_braces: bool
    stacked_quantifiers: bool
    flags_nest: bool
    set_operators: tuple[str, ...]
    named_group: tuple[str, ...]


SYNTAX: dict[Dialect, Syntax] = {
    "oniguruma": Syntax(
        flags="imx",
        dot_all="m",
        always_multi_line=True,
        literal_letters="ijlmoqEFIJLQTUV",
        literal_class_letters="gijklmopqyzABEFGIJKLNOPQRTUVXYZ",
        possessive_braces=False,
        optional_braces=True,
        stacked_quantifiers=True,
        flags_nest=True,
        set_operators=("&&",),
        named_group=("?<",),
    ),
    "fancy": Syntax(
        flags="imsx",
        dot_all="s",
        always_multi_line=False,
        literal_letters="",
        literal_class_letters="",
        possessive_braces=True,
        optional_braces=False,
        stacked_quantifiers=False,
        flags_nest=False,
        set_operators=("&&", "--", "~~"),
        named_group=("?<", "?P<"),
    ),
}
