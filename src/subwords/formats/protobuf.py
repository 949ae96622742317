"""Protocol Buffers' wire format: a message's fields read with checks, and written back.

Only what a ``.model`` needs: varints, 32 and 64 bit values, and length-delimited fields. Groups,
which were given up in 2008, are refused. Every error names the byte.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from subwords.errors import FormatError

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
_REMEDY = "The file is damaged, or cut short in transfer; fetch it again."
_MAX_FIELD = (1 << 29) - 1


class WireField(NamedTuple):
    """One field of a message.

    Args:
        number: Its number.
        wire: Its wire type.
        value: An unsigned integer, or the payload's bytes.
        begin: Its first byte in the file, tag included.
        end: The byte after its last.
    """

    number: int
    wire: int
    value: int | bytes
    begin: int
    end: int


def fault(what: str, file: object, path: str, byte: int, remedy: str = _REMEDY) -> FormatError:
    """The error for a place in a message."""
    where = f"{path}, byte {byte}" if path else f"byte {byte}"
    return FormatError(what, file=file, where=where, remedy=remedy)


def read_fields(
    data: bytes, file: object = None, path: str = "", base: int = 0
) -> Iterator[WireField]:
    """The fields of a message in order.

    Args:
        data: The message's bytes.
        file: The file's name for messages.
        path: The message's path in the file, for messages.
        base: Where in the file the message begins.

    Raises:
        FormatError: The bytes are no message; names the byte.
    """
    at, end = 0, len(data)
    while at < end:
        begin = at
        tag, at = _varint(data, at, file, path, base)
        number, wire = tag >> 3, tag & 7
        if not 0 < number <= _MAX_FIELD:
            raise fault(f"{number} is no field number", file, path, base + begin)
        value: int | bytes
        if wire == VARINT:
            value, at = _varint(data, at, file, path, base)
        elif wire in (BYTES, FIXED32, FIXED64):
            size = 4 if wire == FIXED32 else 8
            if wire == BYTES:
                size, at = _varint(data, at, file, path, base)
            if size > end - at:
                raise fault(
                    f"field {number} says it has {size} bytes, but {end - at} are left",
                    file,
                    path,
                    base + begin,
                )
            value = data[at : at + size]
            at += size
        else:
            raise fault(f"field {number} has wire type {wire}", file, path, base + begin)
        yield WireField(number, wire, value, base + begin, base + at)


def _varint(data: bytes, at: int, file: object, path: str, base: int) -> tuple[int, int]:
    value, begin = 0, at
    for shift in range(0, 70, 7):
        if at >= len(data):
            raise fault("a number is cut short", file, path, base + begin)
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if value >> 64:
                break
            return value, at
    raise fault("a number has more than 64 bits", file, path, base + begin)


def varint(value: int) -> bytes:
    """An integer as a varint; a negative one in two's complement of 64 bits."""
    if 0 <= value < 0x80:
        return bytes((value,))
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def varint_field(number: int, value: int) -> bytes:
    """A field that holds an integer."""
    return varint(number << 3 | VARINT) + varint(value)


def bytes_field(number: int, value: bytes) -> bytes:
    """A field that holds bytes, text or a message."""
    return varint(number << 3 | BYTES) + varint(len(value)) + value


def float_field(number: int, value: float) -> bytes:
    """A field that holds a 32-bit float."""
    return varint(number << 3 | FIXED32) + struct.pack("<f", value)
