"""Pre-tokenizer components of a ``tokenizer.json``. None is recognised without its type."""

from __future__ import annotations

from typing import Any

from subwords import pre_tokenizers as p
from subwords.formats.codec import (
    BOOL,
    CHAR,
    PATTERN,
    SIZE,
    Codec,
    Field,
    Kind,
    Registry,
    choice,
)
from subwords.formats.components.metaspace import metaspace
from subwords.formats.place import Place

_BEHAVIORS = choice(
    {
        "Removed": "removed",
        "Isolated": "isolated",
        "MergedWithPrevious": "merged_with_previous",
        "MergedWithNext": "merged_with_next",
        "Contiguous": "contiguous",
    }
)


def _read_list(value: object, place: Place) -> tuple[Any, ...]:
    return REGISTRY.list_kind().read(value, place)  # type: ignore[no-any-return]


REGISTRY: Registry = Registry(
    "pre-tokenizer",
    [
        Codec("BertPreTokenizer", p.WhitespacePunctuationSplit),
        Codec("Whitespace", p.Whitespace),
        Codec("WhitespaceSplit", p.WhitespaceSplit),
        Codec(
            "Punctuation",
            p.Punctuation,
            (Field("behavior", "behavior", _BEHAVIORS, default="isolated"),),
        ),
        Codec("Digits", p.Digits, (Field("individual_digits", "individual_digits", BOOL),)),
        Codec("CharDelimiterSplit", p.CharDelimiterSplit, (Field("delimiter", "delimiter", CHAR),)),
        Codec(
            "Split",
            p.Split,
            (
                Field("pattern", "pattern", PATTERN),
                Field("behavior", "behavior", _BEHAVIORS),
                Field("invert", "invert", BOOL),
            ),
        ),
        Codec(
            "ByteLevel",
            p.ByteLevel,
            (
                Field("add_prefix_space", "add_prefix_space", BOOL),
                Field("trim_offsets", "trim_offsets", BOOL),
                Field("use_regex", "use_regex", BOOL, default=True),
            ),
        ),
        metaspace(p.Metaspace),
        Codec("UnicodeScripts", p.UnicodeScripts),
        Codec("FixedLength", p.FixedLength, (Field("length", "length", SIZE, default=5),)),
        Codec(
            "Sequence",
            p.Sequence,
            (
                Field(
                    "pretokenizers",
                    "pre_tokenizers",
                    Kind(_read_list, lambda nodes: REGISTRY.list_kind().write(nodes)),
                ),
            ),
        ),
    ],
)
