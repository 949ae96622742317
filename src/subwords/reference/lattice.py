"""The lattice of a text: every piece of the vocabulary at every position where it fits.

Positions stand between characters, from 0 to the length of the text; an edge leads from where a
piece begins to where it ends. Every way from the first position to the last is a segmentation, and
its score is the sum of its edges' scores (log-probabilities: the product of their probabilities).
A character that is no piece gets an edge of its own, the unknown one, at a score below that of
every piece; so there is always a way through. Source: Kudo 2018, "Subword Regularization".

What the two publishing libraries make of a vocabulary differs in which pieces can be matched and
at what score; `PieceScores` holds that. (Known by trying them: sentencepiece 0.2.3, tokenizers
0.23.3.)
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from subwords.errors import UnsupportedError
from subwords.models import Unigram
from subwords.spec import Semantics
from subwords.tables import GREATEST_SCORE

UNKNOWN_PENALTY = 10.0
"""How far the score of an unknown character lies below the lowest score of a piece."""

USER_DEFINED_BONUS = 0.1
"""Score of a user-defined piece, per byte after its first; its own score counts for nothing."""


class Edge(NamedTuple):
    """A piece at a place.

    Args:
        begin: Where it begins.
        end: Where it ends.
        id: The id of the piece; None for a character that is no piece.
        score: Its score.
    """

    begin: int
    end: int
    id: int | None
    score: float


class PieceScores:
    """The pieces that can stand in a lattice, and their scores.

    Args:
        model: The model.
        semantics: "sentencepiece": only normal and user-defined pieces are matched, a user-defined
            one at a score that beats its parts, and scores are float32. Else every entry of the
            vocabulary is matched, at its own score.
    """

    def __init__(self, model: Unigram, semantics: Semantics) -> None:
        self.single_precision = semantics == "sentencepiece"
        self.pieces: dict[str, tuple[int, float]] = {}
        scores: list[float] = []
        for id in range(len(model.pieces)):
            piece = model.pieces.piece_bytes(id)
            score, kind = model.pieces.score(id), model.pieces.type(id)
            if self.single_precision:
                if kind == "user_defined":
                    score = to_float32(USER_DEFINED_BONUS * (len(piece) - 1))
                elif kind == "normal":
                    score = to_float32(sensible(score, id))
                    scores.append(score)
                else:
                    continue
            else:
                scores.append(sensible(score, id))
            if piece and (text := decoded(piece)) is not None:
                self.pieces[text] = (id, score)  # the last of equal pieces counts
        self.unknown = min(scores, default=0.0) - UNKNOWN_PENALTY
        if self.single_precision:
            self.unknown = to_float32(self.unknown)
        self.longest = max(map(len, self.pieces), default=0)

    def starting(self, text: str, begin: int) -> Iterator[Edge]:
        """The edges that begin at `begin`, by their ends; there is always one."""
        if text[begin] not in self.pieces:
            yield Edge(begin, begin + 1, None, self.unknown)
        for end in range(begin + 1, min(begin + self.longest, len(text)) + 1):
            entry = self.pieces.get(text[begin:end])
            if entry is not None:
                yield Edge(begin, end, *entry)


def lattice(text: str, scores: PieceScores) -> list[list[Edge]]:
    """The edges that begin at each position of `text`.

    >>> from subwords.tables import Pieces
    >>> model = Unigram(Pieces([("<unk>", 0.0), ("a", -1.0), ("ab", -1.5)]), unk_id=0)
    >>> for edge in sum(lattice("ab", PieceScores(model, "huggingface")), []):
    ...     print(edge.begin, edge.end, edge.id, edge.score)
    0 1 1 -1.0
    0 2 2 -1.5
    1 2 None -11.5
    """
    return [list(scores.starting(text, begin)) for begin in range(len(text))]


def decoded(piece: bytes) -> str | None:
    """The piece as text; None where it is no UTF-8, so that no text can hold it."""
    try:
        return piece.decode()
    except UnicodeDecodeError:
        return None


def sensible(score: float, id: int) -> float:
    """The score, if sums of it stay finite."""
    if abs(score) <= GREATEST_SCORE:
        return score
    raise UnsupportedError(
        f"the score of piece {id} must be a number between -{GREATEST_SCORE:.0e} and "
        f"{GREATEST_SCORE:.0e}".replace("e+", "e")
    )


def to_float32(x: float) -> float:
    """The nearest number of 32 bits."""
    nearest: float = struct.unpack("<f", struct.pack("<f", x))[0]
    return nearest
