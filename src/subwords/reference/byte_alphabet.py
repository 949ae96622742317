"""GPT-2's byte-level alphabet: a printable character for each of the 256 bytes.

Bytes that print keep their own character (as in Latin-1); the others, in order, take the
characters from U+0100 on. So a space is ``Ġ`` and a newline ``Ċ``.
"""

from __future__ import annotations


def _spellings() -> list[str]:
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = iter(range(0x100, 0x200))
    return [chr(byte) if byte in printable else chr(next(others)) for byte in range(0x100)]


SPELLINGS = _spellings()
"""The character of each byte."""

BYTES = {char: byte for byte, char in enumerate(SPELLINGS)}
"""The byte of each character."""


def spell(data: bytes) -> str:
    """The bytes as characters of the alphabet."""
    return "".join([SPELLINGS[byte] for byte in data])
