"""The trace of WordPiece: the search of `reference/wordpiece.py`, with everything written down."""

from __future__ import annotations

from functools import cached_property

from subwords.explain.steps import Step, Token, Unknown, Word
from subwords.models import WordPiece
from subwords.reference.aligned import AlignedText

LONG_WORD = 100
"""Words of more characters are searched only as far as the longest piece reaches."""


class WordPieceTrace:
    """Traces words through one WordPiece model.

    Args:
        model: The model.
    """

    def __init__(self, model: WordPiece) -> None:
        self._model = model

    def word(self, word: AlignedText) -> Word:
        """How a word (not empty) becomes pieces."""
        limit = self._model.max_chars_per_word
        if limit is not None and len(word) > limit:
            return self._unknown(word, (), self._too_long(word, limit))
        steps: list[Step] = []
        begin, text = 0, word.text
        while begin < len(word):
            step = self._step(text, begin)
            steps.append(step)
            if step.end is None:
                return self._unknown(word, tuple(steps), self._no_piece(word, begin))
            begin = step.end
        tokens = tuple(step.token for step in steps if step.token is not None)
        return self._word(word, tuple(steps), tokens, None)

    @cached_property
    def _longest_piece(self) -> int:
        return max(map(len, self._model.vocab), default=0)

    def _step(self, word: str, begin: int) -> Step:
        mark = self._model.continuing_prefix if begin else ""
        first_end = len(word)
        if len(word) > LONG_WORD:
            first_end = min(first_end, begin + max(1, self._longest_piece))
        for end in range(first_end, begin, -1):
            piece = mark + word[begin:end]
            id = self._model.vocab.get(piece)
            if id is not None:
                return Step(begin, first_end, end, Token(piece, id))
        return Step(begin, first_end, None, None)

    def _no_piece(self, word: AlignedText, at: int) -> Unknown:
        mark = self._model.continuing_prefix if at else ""
        limit = self._model.max_chars_per_word
        missing = mark + word.chars[at]
        return Unknown("no piece", *word.origin[at], word.chars[at], missing, len(word), limit)

    def _too_long(self, word: AlignedText, limit: int) -> Unknown:
        return Unknown("too long", *word.origin[limit], word.chars[limit], None, len(word), limit)

    def _unknown(self, word: AlignedText, steps: tuple[Step, ...], unknown: Unknown) -> Word:
        unk = self._model.unk_token
        id = self._model.vocab.get(unk)
        tokens = () if id is None else (Token(unk, id),)
        return self._word(word, steps, tokens, unknown)

    def _word(
        self,
        word: AlignedText,
        steps: tuple[Step, ...],
        tokens: tuple[Token, ...],
        unknown: Unknown | None,
    ) -> Word:
        begin, end = word.origin[0][0], word.origin[-1][1]
        prefix = self._model.continuing_prefix
        return Word(word.text, begin, end, prefix, steps, tokens, unknown)
