"""The compiled normalizer map of sentencepiece: many strings, and what each of them becomes.

The bytes are those inside a ``.model`` file: a length, a double-array trie over UTF-8 of that many
bytes, and the replacements, each ended by a zero byte. A trie is an array of 32-bit units; from a
node at `position`, byte `b` leads to ``position ^ offset ^ b``, and that is a child only if the
unit there is labelled `b`. A node that ends a string has one more unit, at its offset, whose value
is the place of the replacement. (Aoe, "An Efficient Digital Search Algorithm by Using a
Double-Array Structure", 1989; the layout of the units is that of Darts-clone.)
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache

from subwords.errors import FormatError

LONGEST = 1024
"""Longer strings, in characters, are not looked for: a damaged trie may have no end."""


class Charsmap:
    """A compiled map, ready to be looked into.

    Args:
        data: The compiled map; empty for the map that changes nothing.

    Raises:
        FormatError: The bytes are no such map.
    """

    def __init__(self, data: bytes) -> None:
        self._units: Sequence[int] = ()
        self._texts = b""
        if not data:
            return
        size = int.from_bytes(data[:4], "little")
        if len(data) < 4 or size % 4 or not 4 <= size <= len(data) - 4:
            raise _broken("its trie does not fit into it")
        self._units = _words(data[4 : 4 + size])
        self._texts = data[4 + size :]
        if self._texts[-1:] not in (b"", b"\0"):
            raise _broken("its last replacement has no end")
        try:
            self._texts.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _broken(f"byte {error.start} of its replacements is not UTF-8") from None

    def matches(self, chars: Sequence[str], begin: int) -> Iterator[tuple[int, str]]:
        """The strings that stand at `chars[begin]`, shortest first: (end, what it becomes)."""
        if not self._units:
            return
        position = _offset(self._units[0])
        for at in range(begin, min(begin + LONGEST, len(chars))):
            for byte in chars[at].encode():
                position ^= byte
                if position >= len(self._units) or _label(self._units[position]) != byte:
                    return
                unit = self._units[position]
                position ^= _offset(unit)
            if unit >> 8 & 1 and position < len(self._units):
                text = self._text(self._units[position] & 0x7FFFFFFF)
                if text is not None:
                    yield at + 1, text

    def longest(self, chars: Sequence[str], begin: int) -> tuple[int, str] | None:
        """The longest string that stands at `chars[begin]`."""
        found = None
        for found in self.matches(chars, begin):  # noqa: B007 - the last one is wanted
            pass
        return found

    def shortest(self, chars: Sequence[str], begin: int) -> tuple[int, str] | None:
        """The shortest string that stands at `chars[begin]`."""
        return next(self.matches(chars, begin), None)

    def _text(self, place: int) -> str | None:
        if place >= len(self._texts):
            return None
        try:
            return self._texts[place : self._texts.index(0, place)].decode()
        except UnicodeDecodeError:  # in the middle of a character
            return None


@lru_cache(maxsize=8)
def read_charsmap(data: bytes) -> Charsmap:
    """The map of some bytes; the last few are kept."""
    return Charsmap(data)


def _words(data: bytes) -> Sequence[int]:
    """Little-endian numbers of 32 bits."""
    if sys.byteorder == "little":
        return memoryview(data).cast("I")
    return struct.unpack(f"<{len(data) // 4}I", data)


def _offset(unit: int) -> int:
    """How far the children of a unit are away (in exclusive-or); 21 bits, maybe times 256."""
    return (unit >> 10) << ((unit & 0x200) >> 6)


def _label(unit: int) -> int:
    """The byte that leads to a unit; that of a value is no byte."""
    return unit & 0x800000FF


def _broken(what: str) -> FormatError:
    return FormatError(f"the compiled normalizer map is damaged: {what}", where="normalizer")
