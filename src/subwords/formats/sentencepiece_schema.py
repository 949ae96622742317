"""The messages inside a ``.model`` beside its pieces: fields, their types and their defaults.

A message is read into a dictionary of the fields that are present, by name. What cannot be read
into it (unknown fields, text that is not UTF-8) is kept as bytes, so that writing loses nothing.
"""

from __future__ import annotations

import struct
from typing import Any, Literal

from subwords.formats import protobuf
from subwords.formats.protobuf import BYTES, FIXED32, VARINT, WireField, fault
from subwords.nodes import node

FieldKind = Literal["text", "bytes", "bool", "int", "float", "message"]
_WIRES = {"text": BYTES, "bytes": BYTES, "message": BYTES, "float": FIXED32}


@node(frozen=True, slots=True)
class ProtoField:
    """One field: its number, name, type, default, and whether it is a list."""

    number: int
    name: str
    kind: FieldKind
    default: Any = None
    repeated: bool = False
    message: Message | None = None


class Message:
    """A message type.

    Args:
        fields: Its fields by ascending number.
    """

    def __init__(self, *fields: ProtoField) -> None:
        self.fields = fields
        self.by_number = {field.number: field for field in fields}
        self.defaults = {field.name: field.default for field in fields}


def _rows(kind: FieldKind, *rows: tuple[int, str, Any]) -> list[ProtoField]:
    return [ProtoField(number, name, kind, default) for number, name, default in rows]


def _sorted(*rows: ProtoField) -> Message:
    return Message(*sorted(rows, key=lambda field: field.number))


TRAINER_SPEC = _sorted(
    ProtoField(1, "input", "text", repeated=True),
    ProtoField(5, "accept_language", "text", repeated=True),
    ProtoField(30, "control_symbols", "text", repeated=True),
    ProtoField(31, "user_defined_symbols", "text", repeated=True),
    *_rows(
        "text",
        (2, "model_prefix", ""),
        (7, "input_format", ""),
        (36, "required_chars", ""),
        (44, "unk_surface", " \u2047 "),
        (45, "unk_piece", "<unk>"),
        (46, "bos_piece", "<s>"),
        (47, "eos_piece", "</s>"),
        (48, "pad_piece", "<pad>"),
        (53, "pretokenization_delimiter", ""),
        (54, "seed_sentencepieces_file", ""),
    ),
    *_rows(
        "int",
        (3, "model_type", 1),
        (4, "vocab_size", 8000),
        (6, "self_test_sample_size", 0),
        (11, "input_sentence_size", 0),
        (12, "mining_sentence_size", 0),
        (13, "training_sentence_size", 0),
        (14, "seed_sentencepiece_size", 1000000),
        (16, "num_threads", 16),
        (17, "num_sub_iterations", 2),
        (18, "max_sentence_length", 4192),
        (20, "max_sentencepiece_length", 16),
        (40, "unk_id", 0),
        (41, "bos_id", 1),
        (42, "eos_id", 2),
        (43, "pad_id", -1),
        (52, "differential_privacy_clipping_threshold", 0),
    ),
    *_rows(
        "bool",
        (19, "shuffle_input_sentence", True),
        (21, "split_by_unicode_script", True),
        (22, "split_by_whitespace", True),
        (23, "split_by_number", True),
        (24, "treat_whitespace_as_suffix", False),
        (25, "split_digits", False),
        (26, "allow_whitespace_only_pieces", False),
        (32, "vocabulary_output_piece_score", True),
        (33, "hard_vocab_limit", True),
        (34, "use_all_vocab", False),
        (35, "byte_fallback", False),
        (49, "train_extremely_large_corpus", False),
        (50, "enable_differential_privacy", False),
    ),
    *_rows(
        "float",
        (10, "character_coverage", 0.9995),
        (15, "shrinking_factor", 0.75),
        (51, "differential_privacy_noise_level", 0.0),
    ),
)

NORMALIZER_SPEC = Message(
    ProtoField(1, "name", "text", ""),
    ProtoField(2, "precompiled_charsmap", "bytes", b""),
    ProtoField(3, "add_dummy_prefix", "bool", True),
    ProtoField(4, "remove_extra_whitespaces", "bool", True),
    ProtoField(5, "escape_whitespaces", "bool", True),
    ProtoField(6, "normalization_rule_tsv", "text", ""),
)

_SAMPLE = Message(ProtoField(1, "input", "text", ""), ProtoField(2, "expected", "text", ""))
SELF_TEST_DATA = Message(ProtoField(1, "samples", "message", repeated=True, message=_SAMPLE))

_MUST_BE_TEXT = {"unk_surface", "unk_piece", "bos_piece", "eos_piece", "pad_piece"}


def read_message(
    data: bytes, message: Message, file: object, path: str, base: int
) -> tuple[dict[str, Any], bytes]:
    """Read a message.

    Args:
        data: Its bytes.
        message: Its type.
        file: The file's name for messages.
        path: Its path for messages.
        base: Where in the file it begins.

    Returns:
        The fields that are present by name, and the bytes of those that are not understood.

    Raises:
        FormatError: The bytes are no such message; names field and byte.
    """
    values: dict[str, Any] = {}
    rest = bytearray()
    for wire in protobuf.read_fields(data, file, path, base):
        field = message.by_number.get(wire.number)
        raw = data[wire.begin - base : wire.end - base]
        if field is None:
            rest += raw
            continue
        value = _value(field, wire, file, f"{path}.{field.name}")
        if value is None:
            rest += raw
        elif field.repeated:
            values.setdefault(field.name, []).append(value)
        else:
            values[field.name] = value
    return values, bytes(rest)


def _value(field: ProtoField, wire: WireField, file: object, path: str) -> Any:
    """The value of a field; None where it must be kept as bytes."""
    expected = _WIRES.get(field.kind, VARINT)
    if wire.wire != expected:
        raise fault(f"wire type {expected} was expected, not {wire.wire}", file, path, wire.begin)
    raw = wire.value
    if isinstance(raw, int):
        return bool(raw) if field.kind == "bool" else raw - (1 << 64) if raw >> 63 else raw
    if field.kind == "float":
        return struct.unpack("<f", raw)[0]
    if field.kind == "message" and field.message is not None:
        values, rest = read_message(raw, field.message, file, path, wire.end - len(raw))
        return None if rest else values
    if field.kind == "bytes":
        return raw
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        if field.name in _MUST_BE_TEXT:
            raise fault("not UTF-8", file, path, wire.begin) from None
        return None


def write_message(values: dict[str, Any], message: Message, rest: bytes = b"") -> bytes:
    """The bytes of a message, fields by ascending number, then those not understood."""
    out = bytearray()
    for field in message.fields:
        if field.name not in values:
            continue
        value = values[field.name]
        for item in value if field.repeated else (value,):
            out += _write(field, item)
    return bytes(out) + rest


def _write(field: ProtoField, value: Any) -> bytes:
    if field.kind == "text":
        return protobuf.bytes_field(field.number, value.encode("utf-8"))
    if field.kind == "bytes":
        return protobuf.bytes_field(field.number, value or b"")
    if field.kind == "float":
        return protobuf.float_field(field.number, value)
    if field.message is not None:
        return protobuf.bytes_field(field.number, write_message(value, field.message))
    return protobuf.varint_field(field.number, int(value))
