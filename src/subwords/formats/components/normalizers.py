"""Normalizer components of a ``tokenizer.json``."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from subwords import normalizers as n
from subwords.formats.codec import (
    BOOL,
    PATTERN,
    STRING,
    Codec,
    Field,
    Kind,
    Registry,
)
from subwords.formats.place import Place


def _read_optional_bool(value: object, place: Place) -> bool | None:
    return None if value is None else BOOL.read(value, place)


def _read_charsmap(value: object, place: Place) -> bytes:
    """A compiled map: its trie's size in bytes (32 bits, little-endian), the trie, the strings."""
    text = STRING.read(value, place)
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise place.error(f"not valid base64 ({error})", "The file is damaged.") from None
    size = int.from_bytes(data[:4], "little")
    if len(data) < 4 or size > len(data) - 4 or size % 4:
        raise place.error("not a compiled character map", "The file is damaged.")
    return data


_CHARSMAP = Kind(_read_charsmap, lambda data: base64.b64encode(data).decode("ascii"))

_CODECS: list[Codec] = [
    Codec(
        "BertNormalizer",
        n.BERTNormalizer,
        (
            Field("clean_text", "clean_text", BOOL),
            Field("handle_chinese_chars", "handle_chinese_chars", BOOL),
            Field("strip_accents", "strip_accents", Kind(_read_optional_bool), default=None),
            Field("lowercase", "lowercase", BOOL),
        ),
        untyped=True,
    ),
    Codec(
        "Strip",
        n.Strip,
        (Field("strip_left", "left", BOOL), Field("strip_right", "right", BOOL)),
        aliases=("StripNormalizer",),
        untyped=True,
    ),
    Codec("StripAccents", n.StripAccents),
    Codec("NFC", n.NFC),
    Codec("NFD", n.NFD),
    Codec("NFKC", n.NFKC),
    Codec("NFKD", n.NFKD),
    Codec("Lowercase", n.Lowercase),
    Codec("Nmt", n.Nmt),
    Codec("Precompiled", n.Precompiled, (Field("precompiled_charsmap", "charsmap", _CHARSMAP),)),
    Codec(
        "Replace",
        n.Replace,
        (Field("pattern", "pattern", PATTERN), Field("content", "content", STRING)),
        untyped=True,
    ),
    Codec("Prepend", n.Prepend, (Field("prepend", "prepend", STRING),), untyped=True),
    Codec("ByteLevel", n.ByteLevel),
]


def _read_list(value: object, place: Place) -> tuple[Any, ...]:
    return REGISTRY.list_kind().read(value, place)  # type: ignore[no-any-return]


_SEQUENCE = Codec(
    "Sequence",
    n.Sequence,
    (
        Field(
            "normalizers",
            "normalizers",
            Kind(_read_list, lambda nodes: REGISTRY.list_kind().write(nodes)),
        ),
    ),
    untyped=True,
)

# Untyped components are tried in this order: a Sequence before a Replace.
REGISTRY: Registry = Registry("normalizer", [*_CODECS[:2], _SEQUENCE, *_CODECS[2:]])
