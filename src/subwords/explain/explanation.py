"""`Explanation`: every step from a text to its tokens, to be printed, shown or processed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from subwords.explain.merges import MergedWord
from subwords.explain.steps import Edit, Found, Token, Word
from subwords.explain.unigram import UnigramWord

AnyWord = Word | UnigramWord | MergedWord
"""A word and how it became pieces, in the way of its model."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a text became its tokens; what `Tokenizer.explain` returns.

    `print` shows it as aligned text (in colour on a terminal), a notebook as a table, and
    `to_dict` gives it as plain data.

    Args:
        text: The text as given.
        normalized: The text after the normalizer (added tokens as they were matched).
        edits: What became of characters that did not stay as they were.
        parts: The words and the added tokens, in order.
        before: What the template puts before the text.
        after: What it puts after it.
        algorithm: The model's algorithm.
        unk_token: What an unknown word becomes.
    """

    text: str
    normalized: str
    edits: tuple[Edit, ...]
    parts: tuple[Found | AnyWord, ...]
    before: tuple[Token, ...]
    after: tuple[Token, ...]
    algorithm: str
    unk_token: str

    @property
    def words(self) -> tuple[AnyWord, ...]:
        """The words that the model saw."""
        return tuple(part for part in self.parts if not isinstance(part, Found))

    @property
    def added_tokens(self) -> tuple[Found, ...]:
        """The added tokens found in the text."""
        return tuple(part for part in self.parts if isinstance(part, Found))

    @property
    def _tokens(self) -> list[Token]:
        inner = [token for part in self.parts for token in part.tokens]
        return [*self.before, *inner, *self.after]

    @property
    def tokens(self) -> list[str]:
        """The tokens, as `Tokenizer.annotate` gives them: of an added token what it covers."""
        return [token.token for token in self._tokens]

    @property
    def ids(self) -> list[int]:
        """The ids, as `Tokenizer.encode` gives them."""
        return [token.id for token in self._tokens]

    def to_dict(self) -> dict[str, Any]:
        """Plain data that JSON can hold: dictionaries, lists, `str`, `int`, `bool` and None."""
        return {
            "algorithm": self.algorithm,
            "text": self.text,
            "normalized": self.normalized,
            "edits": [edit.to_dict() for edit in self.edits],
            "parts": [part.to_dict() for part in self.parts],
            "before": [token.to_dict() for token in self.before],
            "after": [token.to_dict() for token in self.after],
            "tokens": self.tokens,
            "ids": self.ids,
        }

    def to_text(self, *, colour: bool | None = None) -> str:
        """Aligned text.

        Args:
            colour: Whether to use a terminal's colours; None: where standard output is a terminal
                and ``NO_COLOR`` is not set.
        """
        from subwords.explain.text import render

        return render(self, colour)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Explanation of {self.text[:40]!r}: {len(self.ids)} tokens; print it to see it>"

    def _repr_html_(self) -> str:
        """A self-contained piece of HTML, which notebooks show."""
        from subwords.explain.html import render

        return render(self)


__all__ = ["AnyWord", "Explanation"]
