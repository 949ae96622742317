"""What no training can do, said before it starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

MAX_TOTAL = 2**63 - 1
"""Characters in the whole corpus: below it no count of a piece or pair can overflow 64 bits."""


class Sizes(Protocol):
    """The options that decide how much room there is."""

    @property
    def vocab_size(self) -> int:
        """The size that was asked for."""

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The tokens with the first ids."""

    @property
    def extend(self) -> Mapping[str, int]:
        """The vocabulary that is extended."""


def check_counts(words: Iterable[tuple[str, int]]) -> None:
    """Refuse counts that are negative, or so large that a sum of them could overflow."""
    total = 0
    for word, count in words:
        if count < 0:
            raise ValueError(f"the count of {word!r} is {count}; a count is at least 0")
        total += count * len(word)
    check_total(total)


def check_total(characters: int) -> None:
    """Refuse a corpus in which the count of a piece or pair could overflow."""
    if characters > MAX_TOTAL:
        raise ValueError(
            "by these counts the corpus has more than 2**63 - 1 characters; divide all counts by "
            "a common factor"
        )


def check_weights(characters: int, longest: int) -> None:
    """Refuse a corpus in which frequency times length of a piece could overflow."""
    if characters * longest > MAX_TOTAL:
        raise ValueError(
            f"by these counts the corpus has more than 2**63 / {longest} characters (the longest "
            "piece has so many); divide all counts by a common factor"
        )


def check_size(options: Sizes, needed: int, letters: int) -> None:
    """Refuse a vocabulary that has no room for special tokens, old tokens and alphabet."""
    if options.vocab_size < needed:
        old = f"{len(options.extend)} tokens to extend, " if options.extend else ""
        raise ValueError(
            f"vocab_size={options.vocab_size} is too small: {old}"
            f"{len(options.special_tokens)} special tokens and an alphabet of {letters} "
            f"take {needed} places. Ask for at least {needed}, or set limit_alphabet"
        )
