"""Builds the bytes of small ``.model`` files, right ones and wrong ones, without the package."""

from __future__ import annotations

import struct

TYPES = {"normal": 1, "unknown": 2, "control": 3, "user_defined": 4, "unused": 5, "byte": 6}

PIECES = [
    ("<unk>", 0.0, "unknown"),
    ("<s>", 0.0, "control"),
    ("</s>", 0.0, "control"),
    ("▁", -1.0),
    ("a", -2.0),
    ("b", -2.5),
    ("ab", -3.0),
    ("▁a", -3.5),
]


def varint(value: int) -> bytes:
    value &= 2**64 - 1
    out = []
    while value > 127:
        out.append(value % 128 + 128)
        value //= 128
    return bytes([*out, value])


def sized(number: int, payload: bytes | str) -> bytes:
    payload = payload.encode() if isinstance(payload, str) else payload
    return varint(number * 8 + 2) + varint(len(payload)) + payload


def number(field: int, value: int) -> bytes:
    return varint(field * 8) + varint(value)


def real(field: int, value: float) -> bytes:
    return varint(field * 8 + 5) + struct.pack("<f", value)


def piece(text: bytes | str, score: float = 0.0, kind: str = "normal", more: bytes = b"") -> bytes:
    stated = number(3, TYPES[kind]) if kind != "normal" else b""
    return sized(1, sized(1, text) + real(2, score) + stated + more)


def model(pieces=PIECES, *, trainer: bytes = b"", normalizer: bytes = b"", tail: bytes = b""):
    """A ``.model`` with fields of its trainer_spec and normalizer_spec, and what follows them."""
    body = b"".join(piece(*row) for row in pieces)
    return body + sized(2, trainer) + sized(3, normalizer) + tail


def with_bytes(pieces=PIECES):
    """Pieces, and the 256 that byte fallback needs."""
    return [*pieces, *((f"<0x{byte:02X}>", 0.0, "byte") for byte in range(256))]


UNIGRAM, BPE, WORD, CHAR = (number(3, kind) for kind in (1, 2, 3, 4))
BYTE_FALLBACK, SUFFIX = number(35, 1), number(24, 1)
