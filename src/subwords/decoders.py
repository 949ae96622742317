"""Decoders: how tokens become text again.

Each class is a frozen description; `subwords.reference.decode` and the native engine carry it out.
Names and defaults follow the components of a Hugging Face ``tokenizer.json``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from subwords.nodes import node
from subwords.normalizers import SentencePieceText
from subwords.patterns import Pattern


class Decoder:
    """Base of every decoder."""

    __slots__ = ()


@node(frozen=True, slots=True)
class WordPiece(Decoder):
    """Join pieces that carry `prefix` to what stands before, others with a space.

    Args:
        prefix: The mark of a continuation piece.
        cleanup: Take the space out before punctuation and English contractions.
    """

    prefix: str = "##"
    cleanup: bool = True


@node(frozen=True, slots=True)
class BPE(Decoder):
    """Turn the end-of-word suffix into a space, and drop it from the last token.

    Args:
        suffix: The mark of a token that ends a word.
    """

    suffix: str = "</w>"


@node(frozen=True, slots=True)
class ByteLevel(Decoder):
    """Turn GPT-2's printable alphabet back into UTF-8 bytes."""


@node(frozen=True, slots=True)
class Metaspace(Decoder):
    """Turn ▁ back into a space, and drop the one that the pre-tokenizer put before the text.

    Args:
        replacement: What stands for a space.
        prepend_scheme: As of the pre-tokenizer; "never": none was put.
        split: As of the pre-tokenizer; it decides nothing here.
    """

    replacement: str = "▁"
    prepend_scheme: Literal["always", "first", "never"] = "always"
    split: bool = True


@node(frozen=True, slots=True)
class Replace(Decoder):
    """Replace every match of a pattern in every token.

    Args:
        pattern: A `str` is taken literally; a `subwords.Regex` is a regular expression.
        content: What stands in its place.
    """

    pattern: Pattern
    content: str


@node(frozen=True, slots=True)
class Strip(Decoder):
    """Drop copies of a character from the ends of every token.

    Args:
        content: The character.
        start: How many at most at the start.
        stop: How many at most at the end.
    """

    content: str = " "
    start: int = 0
    stop: int = 0


@node(frozen=True, slots=True)
class ByteFallback(Decoder):
    """Turn runs of ``<0x41>`` tokens into the text they spell, broken ones into U+FFFD."""


@node(frozen=True, slots=True)
class Fuse(Decoder):
    """Join all tokens into one."""


@node(frozen=True, slots=True)
class CTC(Decoder):
    """Connectionist temporal classification: fold repeats, drop the padding.

    Args:
        pad_token: What is dropped.
        word_delimiter_token: What becomes a space; see `cleanup`.
        cleanup: Turn the delimiter into a space, and take spaces out before punctuation and English
            contractions.
    """

    pad_token: str = "<pad>"
    word_delimiter_token: str = "|"
    cleanup: bool = True


@node(frozen=True, slots=True)
class RawBytes(Decoder):
    """Join the bytes of the tokens, as in tiktoken; what is not UTF-8 becomes U+FFFD.

    The only decoder that needs tokens as stored: one may be a part of a character.
    """


@node(frozen=True, slots=True)
class SentencePiece(Decoder):
    """sentencepiece's way back: ▁ is a space, bytes are joined, the dummy prefix is dropped.

    Args:
        add_dummy_prefix: One ▁ at the start of the text is not part of it.
        remove_extra_whitespaces: Nor is any that begins a piece before there is text.
        unk_piece: The unknown piece, or None.
        unk_surface: What it becomes.
        control: Pieces that become nothing.
        byte_pieces: ``<0x41>`` pieces are bytes; broken ones become U+FFFD each.
        denormalizer: Applied to the text at the end, as to a text to encode; None for nothing.
    """

    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    unk_piece: str | None = "<unk>"
    unk_surface: str = " \u2047 "
    control: tuple[str, ...] = ()
    byte_pieces: bool = False
    denormalizer: SentencePieceText | None = None


@node(frozen=True, slots=True)
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
    "RawBytes",
    "Replace",
    "SentencePiece",
    "Sequence",
    "Strip",
    "WordPiece",
]
