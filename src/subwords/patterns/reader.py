"""Reading an expression from left to right, and saying where something is wrong with it."""

from __future__ import annotations

import re

from subwords.errors import PatternError, UnsupportedPatternError
from subwords.nodes import node
from subwords.patterns.syntax import SYNTAX, Dialect, Syntax

LAYOUT = " \t\n\r\f\v"


@node(frozen=True, slots=True)
class Scope:
    """The flags in force at one place of an expression."""

    ignore_case: bool = False
    dot_all: bool = False
    multi_line: bool = False
    extended: bool = False


class Reader:
    """An expression, how far it has been read, and in how many lookbehinds that is."""

    def __init__(self, expression: str, dialect: Dialect) -> None:
        self.expression = expression
        self.dialect: Dialect = dialect
        self.syntax: Syntax = SYNTAX[dialect]
        self.position = 0
        self.behind = 0
        for at, c in enumerate(expression):
            if "\ud800" <= c <= "\udfff":
                raise self.wrong("a lone surrogate, which no text can hold", at)

    @property
    def done(self) -> bool:
        """Whether everything has been read."""
        return self.position >= len(self.expression)

    @property
    def peek(self) -> str:
        """The next character; empty at the end."""
        return self.expression[self.position : self.position + 1]

    def next(self) -> str:
        """Read one character."""
        c = self.peek
        if not c:
            raise self.wrong("the expression ends too early")
        self.position += 1
        return c

    def take(self, text: str) -> bool:
        """Read a text if it stands here."""
        found = self.expression.startswith(text, self.position)
        if found:
            self.position += len(text)
        return found

    def match(self, form: str, position: int | None = None) -> re.Match[str] | None:
        """Read what has this form (ASCII only), here or from another place on, if it does."""
        start = self.position if position is None else position
        found = re.compile(form, re.ASCII).match(self.expression, start)
        if found:
            self.position = found.end()
        return found

    def skip_past(self, end: str, what: str) -> None:
        """Read up to and including a text that must follow somewhere."""
        at = self.expression.find(end, self.position)
        if at < 0:
            raise self.wrong(f"{what} is never closed")
        self.position = at + len(end)

    def skip_layout(self) -> bool:
        """Read white space or a comment to the end of the line, as the flag x allows."""
        if self.peek == "#":
            at = self.expression.find("\n", self.position)
            self.position = len(self.expression) if at < 0 else at + 1
            return True
        if self.peek and self.peek in LAYOUT:
            self.position += 1
            return True
        if self.peek > "\x7f" and self.peek.isspace():
            raise self.unsupported("white space outside ASCII under the flag x")
        return False

    def is_quantifier(self, position: int) -> bool:
        """Whether a brace there would be a quantifier if something stood before it."""
        return re.compile(r"\{[0-9]*,?[0-9]*\}").match(self.expression, position) is not None

    def wrong(self, what: str, position: int | None = None) -> PatternError:
        """The error that the dialect does not allow what stands here."""
        return PatternError(what, self.expression, self._place(position))

    def unsupported(self, what: str, position: int | None = None) -> UnsupportedPatternError:
        """The error that this version does not carry out what stands here."""
        return UnsupportedPatternError(
            f"{what} is not supported in the dialect {self.dialect!r}",
            self.expression,
            self._place(position),
        )

    def _place(self, position: int | None) -> int:
        return self.position if position is None else position
