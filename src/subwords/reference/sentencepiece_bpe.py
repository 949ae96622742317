"""BPE as in a sentencepiece ``.model``: neighbours that together are a piece merge, by score.

Learned from sentencepiece 0.2.3 by running it:

- user-defined pieces are cut out first, longest first, and never merge;
- control, unknown and byte pieces never come from text;
- unused pieces may be formed on the way, and are taken apart again at the end: into the two sides
  of the merge that was last seen to make them, anywhere in the text;
- what is no piece at the end (or an unused single character) becomes its bytes with byte fallback,
  else unknown; neighbouring unknowns are one token;
- with dropout a merge draws once, and one that was skipped stays so.

The C++ twin is core/models/sentencepiece_bpe.hpp.
"""

from __future__ import annotations

from collections.abc import Iterator

from subwords.models import SentencePieceBPE
from subwords.reference.merging import Dropout, replay
from subwords.reference.randomness import RandomStream

Token = tuple[int, int, int]
"""(id, begin, end), in characters of the word."""


class SentencePieceBPEWords:
    """Cuts words (for sentencepiece: whole texts) by one model.

    Args:
        model: The model.

    Raises:
        ValueError: A byte piece is missing that `byte_fallback` needs.
    """

    def __init__(self, model: SentencePieceBPE) -> None:
        self._unk_id, self._byte_fallback = model.unk_id, model.byte_fallback
        self._pieces: dict[str, tuple[float, str]] = {}  # piece to (minus score, itself)
        self._ids: dict[str, int] = {}  # pieces that may come out
        self._unused: set[str] = set()
        self._defined: set[str] = set()
        self._bytes: dict[int, int] = {}
        for id, (piece, score) in enumerate(model.pieces):
            kind = model.pieces.type(id)
            if kind == "byte":
                self._bytes[int(piece[3:5], 16)] = id
            if kind not in ("normal", "user_defined", "unused"):
                continue
            self._pieces[piece] = (-score, piece)
            if kind == "unused":
                self._unused.add(piece)
            else:
                self._ids[piece] = id
            if kind == "user_defined":
                self._defined.add(piece)
        if model.byte_fallback and len(self._bytes) < 256:
            raise ValueError("byte_fallback needs a byte piece for each of the 256 bytes")
        self._longest_defined = max(map(len, self._defined), default=0)

    def __call__(self, word: str) -> list[Token]:
        """The tokens of a word."""
        return self._cut(word, None)

    def sample(self, word: str, amount: float, random: RandomStream) -> list[Token]:
        """The tokens of a word where each merge is skipped with probability `amount`."""
        return self._cut(word, Dropout(amount, random, final=True) if amount else None)

    def _cut(self, word: str, dropout: Dropout | None) -> list[Token]:
        seen: dict[str, tuple[str, str]] = {}  # unused piece to the sides that last could make it

        def join(left: Symbol, right: Symbol) -> tuple[float, Symbol] | None:
            merge = self.join(left, right)
            if merge is not None and merge[1].text in self._unused:
                seen[merge[1].text] = left.text, right.text
            return merge

        tokens: list[Token] = []
        stretches = replay(self.initial(word), join, dropout)
        begin = 0
        for stretch in stretches:
            for piece in self._taken_apart(stretch.symbol.text, seen):
                self._put(tokens, piece, begin)
                begin += len(piece)
        return tokens

    def join(self, left: Symbol, right: Symbol) -> tuple[float, Symbol] | None:
        """What two symbols become, and minus its score."""
        if left.frozen or right.frozen:
            return None
        merge = self._pieces.get(left.text + right.text)
        return None if merge is None else (merge[0], Symbol(merge[1], False))

    def initial(self, word: str) -> list[Symbol]:
        """What a word starts as: its user-defined pieces and its other characters."""
        return list(self._symbols(word))

    def _symbols(self, word: str) -> Iterator[Symbol]:
        at = 0
        while at < len(word):
            for end in range(min(at + self._longest_defined, len(word)), at, -1):
                if word[at:end] in self._defined:
                    yield Symbol(word[at:end], True)
                    at = end
                    break
            else:
                yield Symbol(word[at], False)
                at += 1

    def _taken_apart(self, text: str, seen: dict[str, tuple[str, str]]) -> Iterator[str]:
        waiting = [text]
        while waiting:
            piece = waiting.pop()
            sides = seen.get(piece)
            if sides is None:
                yield piece
            else:
                waiting += [sides[1], sides[0]]

    def _put(self, tokens: list[Token], piece: str, begin: int) -> None:
        id = self._ids.get(piece)
        if id is not None:
            tokens.append((id, begin, begin + len(piece)))
        elif self._byte_fallback:
            for at, char in enumerate(piece, begin):
                tokens += [(self._bytes[byte], at, at + 1) for byte in char.encode()]
        elif tokens and tokens[-1][0] == self._unk_id:
            tokens[-1] = (self._unk_id, tokens[-1][1], begin + len(piece))
        else:
            tokens.append((self._unk_id, begin, begin + len(piece)))


class Symbol:
    """A piece of the text; frozen where it is user-defined."""

    __slots__ = ("frozen", "text")

    def __init__(self, text: str, frozen: bool) -> None:
        self.text, self.frozen = text, frozen
