"""The errors this package raises; each says what was wrong, where, and what to do.

Every class derives from `SubwordsError`, and also from the built-in exception that a caller would
reach for, so `except ValueError` or `except FileNotFoundError` work as expected.
"""

from __future__ import annotations

_LONGEST_PART = 600


class SubwordsError(Exception):
    """Base of every error raised by this package."""


class FormatError(SubwordsError, ValueError):
    """A file does not say what its format demands.

    The message is ``<file>: <where>: <what>. <remedy>``; the parts are attributes too.

    Args:
        what: What is wrong, without a final full stop.
        file: The file, or None where the data came from memory.
        where: A JSON path (``model.vocab["a"]``), ``line 7`` or ``byte 120``; None for the whole.
        remedy: What the reader can do about it, as a sentence; may be empty.
    """

    def __init__(
        self, what: str, *, file: object = None, where: str | None = None, remedy: str = ""
    ) -> None:
        self.what, self.file, self.where, self.remedy = what, file, where, remedy
        parts = [str(file or ""), _brief(where or ""), _brief(what)]
        super().__init__(": ".join(filter(None, parts)) + (f". {remedy}" if remedy else ""))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_format_error, (type(self), self.what, self.file, self.where, self.remedy)


def _brief(part: str) -> str:
    """What a file says may be endless; the message tells its beginning and its end."""
    return part if len(part) <= _LONGEST_PART else f"{part[:300]} … {part[-150:]}"


def _rebuild_format_error(
    kind: type[FormatError], what: str, file: object, where: str | None, remedy: str
) -> FormatError:
    return kind(what, file=file, where=where, remedy=remedy)


class MissingFileError(SubwordsError, FileNotFoundError):
    """A file or directory that was asked for does not exist."""


class UnsupportedError(SubwordsError, NotImplementedError):
    """The request is understood, but this version cannot carry it out exactly."""


class CustomComponentError(SubwordsError, ValueError):
    """A custom normalizer or pre-tokenizer returned something else than its contract says."""


class EngineUnavailableError(SubwordsError, ImportError):
    """The native engine was asked for, and the extension is not part of this installation."""


class UnknownIdError(SubwordsError, IndexError):
    """An id is not in the vocabulary."""


class SurrogateError(SubwordsError, ValueError):
    """The text holds a lone surrogate, which no UTF-8 can express.

    Args:
        position: Index of the first lone surrogate in the `str`.
        document: Index of the text in its batch, or None for a single text.
    """

    def __init__(self, position: int, document: int | None = None) -> None:
        self.position, self.document = position, document
        place = f"character {position}" + ("" if document is None else f" of text {document}")
        super().__init__(f'lone surrogate at {place}; pass errors="replace" to read it as U+FFFD')

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.position, self.document)


class PatternError(SubwordsError, ValueError):
    """A regular expression is not well-formed in its dialect.

    Args:
        what: What is wrong, without a final full stop.
        expression: The whole expression.
        position: Index of the character in it where the trouble starts.
    """

    def __init__(self, what: str, expression: str, position: int) -> None:
        self.what, self.expression, self.position = what, expression, position
        shown = _brief(repr(expression))
        super().__init__(f"regular expression {shown}: position {position}: {what}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.what, self.expression, self.position)


class UnsupportedPatternError(PatternError, UnsupportedError):
    """A regular expression uses what this version cannot give the exact meaning of its dialect."""
