"""The steps of an explanation as plain data; positions are characters of the user's text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Edit:
    """What the normalizer made of some characters.

    Args:
        begin: Where they begin in the text.
        end: Where they end.
        before: The characters.
        after: What they became; empty: they vanished.
    """

    begin: int
    end: int
    before: str
    after: str

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"begin": self.begin, "end": self.end, "before": self.before, "after": self.after}


@dataclass(frozen=True, slots=True)
class Token:
    """A token that came out."""

    token: str
    id: int

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"token": self.token, "id": self.id}


@dataclass(frozen=True, slots=True)
class Found:
    """An added token found in the text, before the model saw it.

    Args:
        token: The token as stored, and its id.
        begin: Where the match begins in the text, white space taken in included.
        end: Where it ends.
        special: Whether it is a special token.
        text: What was matched, normalized where the token is.
    """

    token: Token
    begin: int
    end: int
    special: bool
    text: str

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The one token, as it was matched; so has `Tokenizer.annotate` it."""
        return (Token(self.text, self.token.id),)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "kind": "added token",
            **self.token.to_dict(),
            "begin": self.begin,
            "end": self.end,
            "special": self.special,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Step:
    """One search for the longest piece; positions are characters of the word.

    Args:
        begin: Where the piece must begin.
        first_end: Where the longest candidate ended. This is the end of the word; only in words
            of more than 100 characters are candidates left out that are longer than any piece.
        end: Where the piece ends; None: nothing fits.
        token: The piece that was found.
    """

    begin: int
    first_end: int
    end: int | None
    token: Token | None


@dataclass(frozen=True, slots=True)
class Unknown:
    """Why a word is unknown.

    Args:
        reason: "no piece": nothing in the vocabulary fits at a position; "too long": the word has
            more characters than the model looks at.
        begin: Where the character that caused it begins in the text (of a word that is too long
            the first one beyond the limit).
        end: Where it ends.
        character: That character, normalized.
        missing: The shortest piece that was tried there, which the vocabulary lacks; None for a
            word that is too long.
        length: Characters of the word.
        limit: How many characters a word may have; None: any number.
    """

    reason: Literal["no piece", "too long"]
    begin: int
    end: int
    character: str
    missing: str | None
    length: int
    limit: int | None

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "reason": self.reason,
            "begin": self.begin,
            "end": self.end,
            "character": self.character,
            "missing": self.missing,
            "length": self.length,
            "limit": self.limit,
        }


@dataclass(frozen=True, slots=True)
class Word:
    """One word, as the pre-tokenizer cut it, and how it became pieces.

    Args:
        text: The word, normalized.
        begin: Where it begins in the user's text.
        end: Where it ends.
        prefix: The mark of a piece that continues a word.
        steps: The searches, in order.
        tokens: What came out; empty only where the word is unknown and the vocabulary has no unk.
        unknown: Why the word is unknown; None: it is not.
    """

    text: str
    begin: int
    end: int
    prefix: str
    steps: tuple[Step, ...]
    tokens: tuple[Token, ...]
    unknown: Unknown | None

    def candidates(self, step: Step) -> Iterator[str]:
        """The pieces that a step tried, longest first; where something was found, it is the last.

        They are made on demand: a word of n characters has up to n² / 2 of them.
        """
        last = step.begin + 1 if step.end is None else step.end
        mark = self.prefix if step.begin else ""
        for end in range(step.first_end, last - 1, -1):
            yield mark + self.text[step.begin : end]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "kind": "word",
            "text": self.text,
            "begin": self.begin,
            "end": self.end,
            "steps": [
                {
                    "position": step.begin,
                    "candidates": list(self.candidates(step)),
                    "found": None if step.token is None else step.token.to_dict(),
                }
                for step in self.steps
            ],
            "tokens": [token.to_dict() for token in self.tokens],
            "unknown": None if self.unknown is None else self.unknown.to_dict(),
        }


__all__ = ["Edit", "Found", "Step", "Token", "Unknown", "Word"]
