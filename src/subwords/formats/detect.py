"""Which kind of file is this? Answered by its content, whatever its name."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal[
    "tokenizer_json",
    "vocab_json",
    "merges_txt",
    "subword_nmt_codes",
    "vocab_txt",
    "sentencepiece_model",
    "tiktoken_ranks",
    "other_json",
    "compressed",
    "unknown",
]

_VOCAB_START = re.compile(rb'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*-?[0-9]')
_MODEL_KEY = re.compile(rb'"model"\s*:')
_RANK_LINE = re.compile(
    rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/]=))?[ \t]+[0-9]+\r?\Z"
)
_MERGE_LINE = re.compile(rb"[^ \r]+ [^ \r]+\r?\Z")
_MAGIC = (b"\xfd7zXZ\x00", b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\x28\xb5\x2f\xfd")


def detect(data: bytes) -> Kind:
    """The kind of a tokenizer file."""
    start = data[: 1 << 16]
    if start.startswith(_MAGIC):
        return "compressed"
    if _is_sentencepiece(start):
        return "sentencepiece_model"
    body = start.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")
    if body[:1] == b"{":
        return _json_kind(data, body)
    if body[:1] == b"[" and not _looks_like_lines(body):
        return "other_json"
    lines = [line for line in body.split(b"\n")[:50] if line.strip()]
    if len(start) < len(data) and len(lines) > 1:
        lines.pop()
    if body.startswith(b"#version"):
        return _merges_kind(data)
    if _are_ranks(lines):
        return "tiktoken_ranks"
    if lines and all(_MERGE_LINE.match(line) for line in lines):
        return _merges_kind(data)
    return "unknown" if b"\x00" in body else "vocab_txt"


def _are_ranks(lines: list[bytes]) -> bool:
    """Nearly all: a file with a wrong line shall be read, so that the line can be named."""
    good = sum(1 for line in lines if _RANK_LINE.match(line))
    return good > 0.9 * len(lines)


def _merges_kind(data: bytes) -> Kind:
    from subwords.formats.subword_nmt import is_codes

    return "subword_nmt_codes" if is_codes(data) else "merges_txt"


def _json_kind(data: bytes, body: bytes) -> Kind:
    if _VOCAB_START.match(body):
        return "vocab_json"
    if _MODEL_KEY.search(data):
        return "tokenizer_json"
    # One piece a line, the first of which is a brace, is a vocabulary all the same.
    first = body.split(b"\n", 1)[0].strip()
    return "other_json" if len(first) > 1 or b'"' in body[:200] else "vocab_txt"


def _looks_like_lines(body: bytes) -> bool:
    """Whether text that begins with a bracket is a list of pieces ([PAD]) and not JSON."""
    first = body.split(b"\n", 1)[0].strip()
    return first != b"[" and not re.match(rb'\[\s*(["\[{\-0-9]|true|false|null|\])', first)


def _is_sentencepiece(start: bytes) -> bool:
    """A ModelProto begins with its pieces (field 1), and a piece with its text (field 1).

    The first piece is read whole, since a text may begin with the same bytes by chance.
    """
    if start[:1] != b"\x0a":
        return False
    length, at = _varint(start, 1)
    end = at + (length or 0)
    if not length or end > len(start) or start[at : at + 1] != b"\x0a":
        return False
    while at < end:
        tag = start[at]
        size, after = _varint(start, at + 1)
        if tag == 0x0A:
            at = after + (size or end)
        elif tag in (0x15, 0x18):
            at = at + 5 if tag == 0x15 else after
        else:
            return False
    return at == end and start[end : end + 1] in (b"", b"\x0a", b"\x12", b"\x1a", b"\x22", b"\x2a")


def _varint(data: bytes, at: int) -> tuple[int | None, int]:
    value = shift = 0
    while at < len(data) and shift < 35:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    return None, at
