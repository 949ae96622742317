"""What pre-tokenizers need of their arguments that no type says: lengths."""

from __future__ import annotations

from subwords.errors import UnsupportedError


def one_character(component: str, text: str) -> str:
    """The text, if it is one character long."""
    if len(text) != 1:
        raise UnsupportedError(f"pre-tokenizer {component}: {text!r} must be one character")
    return text


def positive_length(length: int) -> int:
    """The length of `FixedLength`, unless there are no pieces so short."""
    if length < 1:
        raise UnsupportedError(f"pre-tokenizer FixedLength: {length} must be at least 1")
    return length
