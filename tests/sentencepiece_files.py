"""Writes small sentencepiece `.model` files byte by byte, for tests that compare with the library.

Only the fields that the tests vary are written; field numbers are those of sentencepiece's own
description of the format.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

TYPES = {"normal": 1, "unknown": 2, "control": 3, "user_defined": 4, "unused": 5, "byte": 6}
RESERVED = [("<unk>", 0.0, "unknown"), ("<s>", 0.0, "control"), ("</s>", 0.0, "control")]


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def integer(field: int, number: int) -> bytes:
    return varint(field << 3) + varint(number)


def message(field: int, data: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(data)) + data


def model_file(
    pieces: Iterable[tuple[str, float, str]],
    *,
    kind: int = 1,
    byte_fallback: bool = False,
    add_dummy_prefix: bool = False,
    remove_extra_whitespaces: bool = False,
) -> bytes:
    """A model of (piece, score, type); `kind` 1 is Unigram, 2 BPE. Text is not normalized."""
    out = b""
    for piece, score, name in pieces:
        number = varint(2 << 3 | 5) + struct.pack("<f", score)
        out += message(1, message(1, piece.encode()) + number + integer(3, TYPES[name]))
    trainer = integer(3, kind) + (integer(35, 1) if byte_fallback else b"")
    normalizer = message(1, b"identity")
    normalizer += integer(3, add_dummy_prefix) + integer(4, remove_extra_whitespaces)
    return out + message(2, trainer) + message(3, normalizer)
