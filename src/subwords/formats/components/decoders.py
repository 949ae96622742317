"""Decoder components of a ``tokenizer.json``."""

from __future__ import annotations

from typing import Any

from subwords import decoders as d
from subwords.formats.codec import (
    BOOL,
    CHAR,
    PATTERN,
    SIZE,
    STRING,
    Codec,
    Field,
    Kind,
    Registry,
)
from subwords.formats.components.metaspace import metaspace
from subwords.formats.place import Place


def _read_list(value: object, place: Place) -> tuple[Any, ...]:
    return REGISTRY.list_kind().read(value, place)  # type: ignore[no-any-return]


def _check_byte_level(value: dict[str, Any], place: Place) -> dict[str, Any]:
    """ByteLevel's switches must be there, though decoding heeds none of them."""
    for key, required in (("add_prefix_space", True), ("trim_offsets", True), ("use_regex", False)):
        if key in value:
            BOOL.read(value[key], place.key(key))
        elif required:
            raise place.error(f'"{key}" is missing', "A ByteLevel component must state it.")
    return value


REGISTRY: Registry = Registry(
    "decoder",
    [
        Codec(
            "BPEDecoder",
            d.BPE,
            (Field("suffix", "suffix", STRING),),
            aliases=("BPE",),
            untyped=True,
        ),
        Codec(
            "ByteLevel",
            d.ByteLevel,
            prepare=_check_byte_level,
            constants=(("add_prefix_space", True), ("trim_offsets", True), ("use_regex", True)),
        ),
        Codec(
            "WordPiece",
            d.WordPiece,
            (Field("prefix", "prefix", STRING), Field("cleanup", "cleanup", BOOL)),
            untyped=True,
        ),
        metaspace(d.Metaspace),
        Codec(
            "CTC",
            d.CTC,
            (
                Field("pad_token", "pad_token", STRING),
                Field("word_delimiter_token", "word_delimiter_token", STRING),
                Field("cleanup", "cleanup", BOOL),
            ),
            untyped=True,
        ),
        Codec(
            "Sequence",
            d.Sequence,
            (
                Field(
                    "decoders",
                    "decoders",
                    Kind(_read_list, lambda nodes: REGISTRY.list_kind().write(nodes)),
                ),
            ),
        ),
        Codec(
            "Replace",
            d.Replace,
            (Field("pattern", "pattern", PATTERN), Field("content", "content", STRING)),
            untyped=True,
        ),
        Codec("Fuse", d.Fuse),
        Codec(
            "Strip",
            d.Strip,
            (
                Field("content", "content", CHAR),
                Field("start", "start", SIZE),
                Field("stop", "stop", SIZE),
            ),
            untyped=True,
        ),
        Codec("ByteFallback", d.ByteFallback),
    ],
)
