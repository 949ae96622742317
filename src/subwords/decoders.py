"""Decoders: how tokens become text again.

Each class is a frozen description; `subwords.reference.decode` and the native engine carry it out.
Names and defaults follow the components of a Hugging Face ``tokenizer.json``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from subwords.patterns import Pattern


class Decoder:
    """Base of every decoder."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class WordPiece(Decoder):
    """Join pieces that carry `prefix` to what stands before, others with a space.

    Args:
        prefix: The mark of a continuation piece.
        cleanup: Take the space out before punctuation and English contractions.
    """

    prefix: str = "##"
    cleanup: bool = True


@dataclass(frozen=True, slots=True)
class BPE(Decoder):
    """Turn the end-of-word suffix into a space."""

    suffix: str = "</w>"


@dataclass(frozen=True, slots=True)
class ByteLevel(Decoder):
    """Turn GPT-2's printable alphabet back into UTF-8 bytes."""


@dataclass(frozen=True, slots=True)
class Metaspace(Decoder):
    """Turn ▁ back into a space."""

    replacement: str = "▁"
    prepend_scheme: Literal["always", "first", "never"] = "always"
    split: bool = True


@dataclass(frozen=True, slots=True)
class Replace(Decoder):
    """Replace every match of a pattern in every token."""

    pattern: Pattern
    content: str


@dataclass(frozen=True, slots=True)
class Strip(Decoder):
    """Drop up to `start` (`stop`) copies of `content` from the start (end) of every token."""

    content: str = " "
    start: int = 0
    stop: int = 0


@dataclass(frozen=True, slots=True)
class ByteFallback(Decoder):
    """Turn runs of ``<0x41>`` tokens into the text they spell, broken ones into U+FFFD."""


@dataclass(frozen=True, slots=True)
class Fuse(Decoder):
    """Join all tokens into one."""


@dataclass(frozen=True, slots=True)
class CTC(Decoder):
    """Connectionist temporal classification: fold repeats, drop the padding."""

    pad_token: str = "<pad>"
    word_delimiter_token: str = "|"
    cleanup: bool = True


@dataclass(frozen=True, slots=True)
class Sequence(Decoder):
    """Decoders one after the other."""

    decoders: tuple[Decoder, ...] = ()

    def __init__(self, decoders: Iterable[Decoder] = ()) -> None:
        object.__setattr__(self, "decoders", tuple(decoders))


__all__ = [
    "BPE",
    "CTC",
    "ByteFallback",
    "ByteLevel",
    "Decoder",
    "Fuse",
    "Metaspace",
    "Replace",
    "Sequence",
    "Strip",
    "WordPiece",
]
