"""Pre-tokenizers: where the normalized text is cut before the model sees it.

Each class is a frozen description; `subwords.reference.pretokenize` and the native engine carry it
out. Names and defaults follow the components of a Hugging Face ``tokenizer.json``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from subwords.nodes import node
from subwords.patterns import Pattern

Behavior = Literal["removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous"]
"""What becomes of a delimiter: dropped, a piece of its own, part of a neighbour, or a run."""


class PreTokenizer:
    """Base of every pre-tokenizer."""

    __slots__ = ()


@node(frozen=True, slots=True)
class WhitespacePunctuationSplit(PreTokenizer):
    """BERT's cut: white space is dropped, every punctuation character stands alone."""


@node(frozen=True, slots=True)
class Whitespace(PreTokenizer):
    r"""Runs of word characters, and runs of anything else but white space: ``\\w+|[^\\w\\s]+``."""


@node(frozen=True, slots=True)
class WhitespaceSplit(PreTokenizer):
    """Cut at white space, which is dropped."""


@node(frozen=True, slots=True)
class Punctuation(PreTokenizer):
    """Cut at punctuation characters.

    Args:
        behavior: What becomes of each.
    """

    behavior: Behavior = "isolated"


@node(frozen=True, slots=True)
class Digits(PreTokenizer):
    """Cut around numbers.

    Args:
        individual_digits: Cut around every digit.
    """

    individual_digits: bool = False


@node(frozen=True, slots=True)
class CharDelimiterSplit(PreTokenizer):
    """Cut at one character, which is dropped.

    Args:
        delimiter: The character.
    """

    delimiter: str


@node(frozen=True, slots=True)
class Split(PreTokenizer):
    """Cut at every match of a pattern.

    Args:
        pattern: A `str` is taken literally; a `subwords.Regex` is a regular expression.
        behavior: What becomes of a match.
        invert: Treat what lies between the matches as the matches.
    """

    pattern: Pattern
    behavior: Behavior
    invert: bool = False


@node(frozen=True, slots=True)
class ByteLevel(PreTokenizer):
    """GPT-2's cut, and every UTF-8 byte spelled as a printable character.

    Args:
        add_prefix_space: Put a space before a text that starts without one.
        trim_offsets: Kept as the file states it; what trims is the post-processor of this name.
        use_regex: False cuts nowhere and only spells.
    """

    add_prefix_space: bool = True
    trim_offsets: bool = True
    use_regex: bool = True


@node(frozen=True, slots=True)
class Metaspace(PreTokenizer):
    """Spaces become ▁, and the text is cut before each.

    Args:
        replacement: What stands for a space.
        prepend_scheme: Where one is put before a text that starts without it: before every piece
            ("always"), the first one of a text ("first"), or none ("never").
        split: False cuts nowhere.
    """

    replacement: str = "▁"
    prepend_scheme: Literal["always", "first", "never"] = "always"
    split: bool = True


@node(frozen=True, slots=True)
class UnicodeScripts(PreTokenizer):
    """Cut where the script changes."""


@node(frozen=True, slots=True)
class FixedLength(PreTokenizer):
    """Cut every `length` characters.

    Args:
        length: How many.
    """

    length: int = 5


@node(frozen=True, slots=True)
class Custom(PreTokenizer):
    """A Python function from `str` to ``[(piece, (start, end)), ...]``; slower, cannot be saved.

    Positions are characters of the normalized text that the function was given.
    """

    function: Callable[[str], list[tuple[str, tuple[int, int]]]]


@node(frozen=True, slots=True)
class Sequence(PreTokenizer):
    """Pre-tokenizers one after the other; ``Sequence([])`` does nothing."""

    pre_tokenizers: tuple[PreTokenizer, ...] = ()

    def __init__(self, pre_tokenizers: Iterable[PreTokenizer] = ()) -> None:
        object.__setattr__(self, "pre_tokenizers", tuple(pre_tokenizers))


__all__ = [
    "Behavior",
    "ByteLevel",
    "CharDelimiterSplit",
    "Custom",
    "Digits",
    "FixedLength",
    "Metaspace",
    "PreTokenizer",
    "Punctuation",
    "Sequence",
    "Split",
    "UnicodeScripts",
    "Whitespace",
    "WhitespacePunctuationSplit",
    "WhitespaceSplit",
]
