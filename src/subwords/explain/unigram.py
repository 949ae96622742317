"""How a Unigram model cuts a word: Viterbi as in `reference/unigram.py`, with everything shown.

Position by position: each piece that ends there, its score, and the total of the best way that has
it last; then the trace back. Numbers are those that decided, so for sentencepiece rounded to
float32 and counted from the start of the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from subwords.explain.steps import Token
from subwords.lattice import Lattice
from subwords.models import Unigram
from subwords.reference.aligned import AlignedText
from subwords.reference.lattice import Edge
from subwords.reference.unigram import UnigramWords, best_totals, trace_back
from subwords.spec import Spec


@dataclass(frozen=True, slots=True)
class Arrival:
    """A piece tried as the last one of a way to a position of the word.

    Args:
        begin: Where it begins in the word.
        piece: The piece.
        id: Its id; None for a character that is no piece.
        score: Its score.
        total: The best total of a way that ends with it.
        best: Whether no other way here is better.
        chosen: Whether it is part of the winner.
    """

    begin: int
    piece: str
    id: int | None
    score: float
    total: float
    best: bool
    chosen: bool

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "begin": self.begin,
            "piece": self.piece,
            "id": self.id,
            "score": self.score,
            "total": self.total,
            "best": self.best,
            "chosen": self.chosen,
        }


@dataclass(frozen=True, slots=True)
class UnigramWord:
    """One word, and how it became pieces.

    Args:
        text: The word, normalized.
        begin: Where it begins in the user's text.
        end: Where it ends.
        arrivals: For each position behind a character the pieces that end there, longest first.
        winner: The pieces of the best way.
        tokens: What came out: unknowns fused, or spelled in bytes.
        probability: Of the winner among all ways.
        rivals: How many other ways there are.
    """

    text: str
    begin: int
    end: int
    arrivals: tuple[tuple[Arrival, ...], ...]
    winner: tuple[str, ...]
    tokens: tuple[Token, ...]
    probability: float
    rivals: int

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "kind": "word",
            "text": self.text,
            "begin": self.begin,
            "end": self.end,
            "positions": [
                {"position": at, "arrivals": [arrival.to_dict() for arrival in arrivals]}
                for at, arrivals in enumerate(self.arrivals, 1)
            ],
            "winner": list(self.winner),
            "tokens": [token.to_dict() for token in self.tokens],
            "probability": self.probability,
            "rivals": self.rivals,
        }


class UnigramTrace:
    """Traces words through one Unigram model.

    Args:
        spec: The spec of which it is the model.
    """

    def __init__(self, spec: Spec) -> None:
        assert isinstance(spec.model, Unigram)
        self._spec, self._model = spec, spec.model
        self._words = UnigramWords(spec.model, spec.semantics)

    def word(self, word: AlignedText) -> UnigramWord:
        """How a word (not empty) becomes pieces."""
        text = word.text
        edges = self._words.lattice(text)
        ending: list[list[tuple[Edge, float]]] = [[] for _ in range(len(text) + 1)]
        best = best_totals(
            edges,
            self._words.scores.single_precision,
            lambda edge, total: ending[edge.end].append((edge, total)),
        )
        way = trace_back(best)
        chosen = set(way)
        lattice = Lattice(self._spec, text)
        tokens = (Token(self._piece(id), id) for id, _, _ in self._words.tokens(text, way))
        return UnigramWord(
            text=text,
            begin=word.origin[0][0],
            end=word.origin[-1][1],
            arrivals=tuple(
                tuple(
                    Arrival(
                        edge.begin,
                        text[edge.begin : edge.end],
                        edge.id,
                        edge.score,
                        total,
                        edge == best[edge.end][1],
                        edge in chosen,
                    )
                    for edge, total in pieces
                )
                for pieces in ending[1:]
            ),
            winner=tuple(text[edge.begin : edge.end] for edge in way),
            tokens=tuple(tokens),
            probability=lattice.best().probability,
            rivals=lattice.count() - 1,
        )

    def _piece(self, id: int) -> str:
        return self._model.pieces[id][0]


def quantity(count: int) -> str:
    """A number that may have thousands of digits, to be read."""
    if count < 10**15:
        return f"{count:,}"
    digits = len(str(count)) if count.bit_length() < 10_000 else int(count.bit_length() * 0.30103)
    return f"about 10^{digits - 1}"


def number(x: float) -> str:
    """A score, to be read."""
    return f"{x:.4f}" if isfinite(x) else str(x)
