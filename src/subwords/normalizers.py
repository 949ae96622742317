"""Normalizers: what is done to the text before it is cut.

Each class is a frozen description; `subwords.reference.normalize` and the native engine carry it
out. Names and defaults follow the components of a Hugging Face ``tokenizer.json``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from subwords.nodes import node
from subwords.patterns import Pattern


class Normalizer:
    """Base of every normalizer."""

    __slots__ = ()


@node(frozen=True, slots=True)
class BERTNormalizer(Normalizer):
    """BERT's text clean-up, in this order: clean, space out CJK, strip accents, lower-case.

    Args:
        lowercase: Lower-case every character (Unicode's full mapping, context-free).
        clean_text: Drop U+0000, U+FFFD and control characters; turn white space into a space.
        handle_chinese_chars: Put a space on both sides of every CJK ideograph.
        strip_accents: Decompose (NFD) and drop non-spacing marks. None: as `lowercase`.
    """

    lowercase: bool = True
    clean_text: bool = True
    handle_chinese_chars: bool = True
    strip_accents: bool | None = None

    @property
    def strips_accents(self) -> bool:
        """`strip_accents` with None resolved."""
        return self.lowercase if self.strip_accents is None else self.strip_accents


@node(frozen=True, slots=True)
class NFC(Normalizer):
    """Canonical composition."""


@node(frozen=True, slots=True)
class NFD(Normalizer):
    """Canonical decomposition."""


@node(frozen=True, slots=True)
class NFKC(Normalizer):
    """Compatibility composition."""


@node(frozen=True, slots=True)
class NFKD(Normalizer):
    """Compatibility decomposition."""


@node(frozen=True, slots=True)
class Lowercase(Normalizer):
    """Lower-case every character on its own."""


@node(frozen=True, slots=True)
class StripAccents(Normalizer):
    """Drop combining marks; decompose (NFD, NFKD) first for composed letters."""


@node(frozen=True, slots=True)
class Strip(Normalizer):
    """Drop white space at the ends of the text.

    Args:
        left: At the start.
        right: At the end.
    """

    left: bool = True
    right: bool = True


@node(frozen=True, slots=True)
class Replace(Normalizer):
    """Replace every match of a pattern.

    Args:
        pattern: A `str` is taken literally; a `subwords.Regex` is a regular expression.
        content: What stands in its place.
    """

    pattern: Pattern
    content: str


@node(frozen=True, slots=True)
class Prepend(Normalizer):
    """Put a string before a text that is not empty.

    Args:
        prepend: The string.
    """

    prepend: str


@node(frozen=True, slots=True)
class ByteLevel(Normalizer):
    """Spell every UTF-8 byte as a printable character (GPT-2's alphabet)."""


@node(frozen=True, slots=True)
class Nmt(Normalizer):
    """sentencepiece's nmt rules: drop control characters; all white space becomes a space."""


@node(frozen=True, slots=True)
class Precompiled(Normalizer):
    """A normalizer map compiled by sentencepiece.

    Args:
        charsmap: Its bytes, as in a ``.model``.
    """

    charsmap: bytes


@node(frozen=True, slots=True)
class SentencePieceText(Normalizer):
    """sentencepiece's text rules: its map, the dummy prefix, extra white space, the ▁ symbol.

    Args:
        charsmap: The compiled map; empty for identity.
        add_dummy_prefix: Put a ▁ before the text (after it with `suffix`).
        remove_extra_whitespaces: Strip the text and fold runs of spaces.
        escape_whitespaces: Turn each space into ▁.
        suffix: Treat white space as a suffix of words.
        protected: User-defined symbols, which the map leaves as they are (the longest first).
    """

    charsmap: bytes = b""
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    escape_whitespaces: bool = True
    suffix: bool = False
    protected: tuple[str, ...] = ()


@node(frozen=True, slots=True)
class Custom(Normalizer):
    """A Python function from `str` to `str`; slower, and a tokenizer that has one cannot be saved.

    The function gives no alignment, so offsets follow the common start and end of its input and
    output; what lies between is one span.
    """

    function: Callable[[str], str]


@node(frozen=True, slots=True)
class Sequence(Normalizer):
    """Normalizers one after the other; ``Sequence([])`` does nothing."""

    normalizers: tuple[Normalizer, ...] = ()

    def __init__(self, normalizers: Iterable[Normalizer] = ()) -> None:
        object.__setattr__(self, "normalizers", tuple(normalizers))


__all__ = [
    "NFC",
    "NFD",
    "NFKC",
    "NFKD",
    "BERTNormalizer",
    "ByteLevel",
    "Custom",
    "Lowercase",
    "Nmt",
    "Normalizer",
    "Precompiled",
    "Prepend",
    "Replace",
    "SentencePieceText",
    "Sequence",
    "Strip",
    "StripAccents",
]
