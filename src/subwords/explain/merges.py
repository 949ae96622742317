"""How a word of a BPE model became tokens, as plain data: its merges, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from subwords.explain.steps import Token


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbours that can merge.

    Args:
        left: The left one, readable.
        right: The right one.
        order: What decides which merge comes first: its rank (the smallest first), or its score
            (the greatest first).
    """

    left: str
    right: str
    order: float

    def to_dict(self, by: str) -> dict[str, Any]:
        """Plain data; `by` names the order."""
        return {"left": self.left, "right": self.right, by: self.order}


@dataclass(frozen=True, slots=True)
class Merge:
    """One merge that was done.

    Args:
        pair: What was merged.
        made: What it became, readable.
        begin: The first initial symbol of it.
        middle: The first initial symbol of its right side.
        end: One past the last.
        blocked: Merges that were possible until this one took one of their sides.
    """

    pair: Pair
    made: str
    begin: int
    middle: int
    end: int
    blocked: tuple[Pair, ...]

    def to_dict(self, by: str) -> dict[str, Any]:
        """Plain data; `by` names the order."""
        return {
            **self.pair.to_dict(by),
            "made": self.made,
            "begin": self.begin,
            "end": self.end,
            "blocked": [pair.to_dict(by) for pair in self.blocked],
        }


@dataclass(frozen=True, slots=True)
class MergedWord:
    """One word, as the pre-tokenizer cut it, and the merges that made its tokens.

    Args:
        text: The word, normalized, as the model sees it (in the byte alphabet where there is one).
        readable: The same as text; bytes that are none are escaped.
        begin: Where it begins in the user's text.
        end: Where it ends.
        by: What the merges are ordered by: "rank" or "score".
        symbols: What the word started as, readable.
        merges: The merges, in order.
        tokens: What came out.
        whole: Whether the word is a token by itself and was emitted at once.
    """

    text: str
    readable: str
    begin: int
    end: int
    by: Literal["rank", "score"]
    symbols: tuple[str, ...]
    merges: tuple[Merge, ...]
    tokens: tuple[Token, ...]
    whole: bool

    def rows(self) -> Iterator[tuple[str, ...]]:
        """The symbols at the start, and after each merge."""
        row: list[str | None] = list(self.symbols)
        yield self.symbols
        for merge in self.merges:
            row[merge.begin], row[merge.middle] = merge.made, None
            yield tuple(symbol for symbol in row if symbol is not None)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "kind": "word",
            "text": self.text,
            "readable": self.readable,
            "begin": self.begin,
            "end": self.end,
            "symbols": list(self.symbols),
            "merges": [merge.to_dict(self.by) for merge in self.merges],
            "tokens": [token.to_dict() for token in self.tokens],
            "whole": self.whole,
        }


__all__ = ["Merge", "MergedWord", "Pair"]
