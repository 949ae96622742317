"""The pieces of a ``.model`` as a table, and the places of all that stands beside them.

Pieces are nearly all of the file, so native code reads them where the extension is present; this
is its readable twin, and the two refuse the same files.
"""

from __future__ import annotations

import math
import struct

from subwords.errors import UnsupportedError
from subwords.formats.json_reader import native
from subwords.formats.protobuf import (
    BYTES,
    FIXED32,
    VARINT,
    WireField,
    fault,
    read_fields,
    varint,
)
from subwords.nodes import node
from subwords.tables import Pieces, PiecesTable

TYPES = ("normal", "unknown", "control", "user_defined", "unused", "byte")
"""Types of pieces; the file's number is the position plus 1."""

SCORE, TYPE = 1, 2
"""Bits of `PieceFile.present`."""

_WRONG = "No tokenizer can be made of it; train or fetch the file again."


@node(frozen=True, slots=True)
class PieceFile:
    """What a ``.model`` holds.

    Args:
        pieces: Its pieces.
        types: A byte per piece: the file's number for its type, see `TYPES`.
        present: A byte per piece: whether the file states its score (1) and its type (2).
        unknown: By piece, the bytes of fields that are not known.
        rest: Every other field: (number, wire type, begin, begin of the payload, end).
    """

    pieces: PiecesTable
    types: bytes
    present: bytes
    unknown: list[tuple[int, bytes]]
    rest: list[tuple[int, int, int, int, int]]


def read_pieces(data: bytes, file: object = None) -> PieceFile:
    """Read a ``.model``.

    Raises:
        FormatError: It is damaged, or a piece is wrong; names piece, field and byte.
    """
    if native is not None:
        return PieceFile(*native.read_model_proto(data, file))
    return read_pieces_pure(data, file)


def read_pieces_pure(data: bytes, file: object = None) -> PieceFile:
    """`read_pieces` without the extension."""
    rows: list[tuple[str, float]] = []
    types: list[str] = []
    present = bytearray()
    unknown: list[tuple[int, bytes]] = []
    rest: list[tuple[int, int, int, int, int]] = []
    begins: list[int] = []
    for field in read_fields(data, file):
        if field.number != 1:
            size = len(field.value) if isinstance(field.value, bytes) else 0
            rest.append((field.number, field.wire, field.begin, field.end - size, field.end))
            continue
        _require_wire(field, BYTES, file, "pieces")
        piece, score, kind, stated, other = _read_piece(field, len(rows), file)
        rows.append((piece, score))
        types.append(kind)
        present.append(stated)
        begins.append(field.begin)
        if other:
            unknown.append((len(rows) - 1, other))
    first: dict[str, int] = {}
    for id, (piece, _) in enumerate(rows):
        if first.setdefault(piece, id) != id:
            from json.encoder import encode_basestring

            what = f"the piece {encode_basestring(piece)} is pieces[{first[piece]}] already"
            raise fault(what, file, f"pieces[{id}].piece", begins[id], _WRONG)
    numbers = bytes(TYPES.index(kind) + 1 for kind in types)
    return PieceFile(Pieces(rows, types), numbers, bytes(present), unknown, rest)


def _read_piece(whole: WireField, id: int, file: object) -> tuple[str, float, str, int, bytes]:
    """Piece, score, type, what of it is stated, and unknown fields."""
    data, path = bytes(whole.value), f"pieces[{id}]"
    base = whole.end - len(data)
    piece, score, kind, stated, other = b"", 0.0, "normal", 0, b""
    for field in read_fields(data, file, path, base):
        if field.number == 1:
            piece = _require_wire(field, BYTES, file, f"{path}.piece")
        elif field.number == 2:
            (score,) = struct.unpack("<f", _require_wire(field, FIXED32, file, f"{path}.score"))
            stated |= SCORE
            if not math.isfinite(score):
                what = "the score is no finite number"
                raise fault(what, file, f"{path}.score", field.begin, _WRONG)
        elif field.number == 3:
            _require_wire(field, VARINT, file, f"{path}.type")
            number = int(field.value)
            stated |= TYPE
            if not 1 <= number <= len(TYPES):
                what = f"{number} is no type of piece; known are 1 to {len(TYPES)}"
                raise fault(what, file, f"{path}.type", field.begin, _WRONG)
            kind = TYPES[number - 1]
        else:
            other += data[field.begin - base : field.end - base]
    return _text(piece, path, whole.begin, file), score, kind, stated, other


def _text(piece: bytes, path: str, byte: int, file: object) -> str:
    what = "the piece is empty" if not piece else "the piece holds U+0000"
    try:
        text = piece.decode("utf-8")
    except UnicodeDecodeError:
        text, what = "", "the piece is not UTF-8"
    if not text or "\0" in text:
        raise fault(what, file, f"{path}.piece", byte, _WRONG)
    return text


def _require_wire(field: WireField, wire: int, file: object, path: str) -> bytes:
    if field.wire != wire:
        what = f"wire type {wire} was expected, not {field.wire}"
        raise fault(what, file, path, field.begin)
    return field.value if isinstance(field.value, bytes) else b""


def write_pieces(
    pieces: PiecesTable, present: bytes | None = None, unknown: dict[int, bytes] | None = None
) -> bytes:
    """The pieces as the fields of a ``.model``.

    Args:
        pieces: The pieces; scores are rounded to 32 bits.
        present: As in `PieceFile`; None: scores always, types where they are not "normal". What
            differs from its default is written anyway.
        unknown: Bytes of further fields by piece.
    """
    unknown = unknown or {}
    numbers = {kind: bytes((3 << 3, number)) for number, kind in enumerate(TYPES, 1)}
    out = bytearray()
    for id in range(len(pieces)):
        kind, score, piece = pieces.type(id), pieces.score(id), pieces.piece_bytes(id)
        stated = present[id] if present else SCORE
        body = b"\x0a%b%b" % (varint(len(piece)), piece)
        if stated & SCORE or score != 0 or math.copysign(1, score) < 0:
            body += b"\x15" + _float(score, piece)
        if stated & TYPE or kind != "normal":
            body += numbers[kind]
        if id in unknown:
            body += unknown[id]
        out += b"\x0a%b%b" % (varint(len(body)), body)
    return bytes(out)


def _float(score: float, piece: bytes) -> bytes:
    try:
        packed = struct.pack("<f", score)
    except OverflowError:
        packed = b""
    if not packed or not math.isfinite(score):
        raise UnsupportedError(
            f"a .model cannot hold the score {score} of {piece.decode('utf-8', 'replace')!r}: it "
            "is no finite number of 32 bits"
        )
    return packed
