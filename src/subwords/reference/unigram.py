"""Unigram: the most probable way through the lattice, by Viterbi, as the lesson has it.

Left to right: when a position is reached, the best way to it is known, and each piece that begins
there is tried as the last piece of a way to where it ends. Then the trace back, from the end. The
first of equally good ways wins, and "equal" is decided by rounding: sentencepiece adds up float32
numbers from the start of the text, tokenizers float64 numbers from the start of the word.

`core/models/unigram.hpp` does the same over a trie of bytes, without building the lattice.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from subwords.errors import UnsupportedError
from subwords.models import Unigram
from subwords.reference.lattice import Edge, PieceScores, lattice, to_float32
from subwords.reference.lattice_sums import draw
from subwords.reference.randomness import RandomStream
from subwords.spec import Semantics

REBASE = 100_000.0
"""Where a float32 sum from the start of the text leaves this range, sentencepiece counts on from
zero there: all that is known of later positions moves along."""


def viterbi(edges: list[list[Edge]], single_precision: bool) -> list[Edge]:
    """The best way through a lattice.

    Args:
        edges: The edges that begin at each position.
        single_precision: Add up in float32.
    """
    return trace_back(best_totals(edges, single_precision))


def best_totals(
    edges: list[list[Edge]],
    single_precision: bool,
    watch: Callable[[Edge, float], None] | None = None,
) -> list[tuple[float, Edge | None]]:
    """For each position the total of the best way there, and the last edge of that way.

    Args:
        edges: The edges that begin at each position.
        single_precision: Add up in float32.
        watch: Is told of every edge that is tried, and of the total that it gives.
    """
    best: list[tuple[float, Edge | None]] = [(0.0, None)] * (len(edges) + 1)
    reach = 0
    for begin, starting in enumerate(edges):
        if single_precision and abs(best[begin][0]) > REBASE:
            base = best[begin][0]
            for at in range(begin, reach + 1):
                best[at] = (to_float32(best[at][0] - base), best[at][1])
        reach = max(reach, starting[-1].end)
        for edge in starting:
            total = best[begin][0] + edge.score
            if single_precision:
                total = to_float32(total)
            if watch is not None:
                watch(edge, total)
            last = best[edge.end][1]
            if last is None or total > best[edge.end][0]:
                best[edge.end] = (total, edge)
    return best


def trace_back(best: list[tuple[float, Edge | None]]) -> list[Edge]:
    """From the end to the start along the last edge of the best way to each position."""
    way: list[Edge] = []
    edge = best[-1][1]
    while edge is not None:
        way.append(edge)
        edge = best[edge.begin][1]
    return way[::-1]


class UnigramWords:
    """Cuts words with one model.

    Args:
        model: The model.
        semantics: Whose scores, rounding and treatment of unknowns.

    Raises:
        UnsupportedError: sentencepiece's byte fallback without all 256 byte pieces.
    """

    def __init__(self, model: Unigram, semantics: Semantics) -> None:
        self.scores = PieceScores(model, semantics)
        self._model = model
        self._sentencepiece = semantics == "sentencepiece"
        self._bytes: list[int | None] = [None] * 256
        if model.byte_fallback:
            self._bytes = [model.pieces.find(f"<0x{byte:02X}>") for byte in range(256)]
            if self._sentencepiece and None in self._bytes:
                missing = self._bytes.index(None)
                raise UnsupportedError(
                    f"byte_fallback needs a piece for every byte, and <0x{missing:02X}> is missing"
                )

    def __call__(self, word: str) -> list[tuple[int, int, int]]:
        """The tokens of a word: (id, begin, end) in characters.

        Raises:
            UnsupportedError: A character is no piece, and the model has no unknown piece.
        """
        return self.tokens(word, viterbi(self.lattice(word), self.scores.single_precision))

    def sample(self, word: str, amount: float, random: RandomStream) -> list[tuple[int, int, int]]:
        """Drawn tokens of a word, with probability proportional to P(segmentation) ** amount.

        Raises:
            UnsupportedError: A character is no piece, and the model has no unknown piece.
        """
        return self.tokens(word, draw(self.lattice(word), amount, random))

    def lattice(self, word: str) -> list[list[Edge]]:
        """The lattice of a word."""
        edges = lattice(word, self.scores)
        if self._model.unk_id is None:
            for starting in edges:
                if starting[0].id is None:
                    raise no_unknown_piece(word[starting[0].begin])
        return edges

    def tokens(self, word: str, way: Iterable[Edge]) -> list[tuple[int, int, int]]:
        """What a way through the lattice of `word` becomes: unknowns fused or spelled in bytes."""
        unk_id = self._model.unk_id
        out: list[tuple[int, int, int]] = []
        run = -1  # where the run of unknowns that ends here began
        for edge in way:
            if edge.id is not None and (self._sentencepiece or edge.id != unk_id):
                if run >= 0:
                    out += self._unknown(word, run, edge.begin)
                run = -1
                out.append((edge.id, edge.begin, edge.end))
            elif run < 0:
                run = edge.begin
        if run >= 0:
            out += self._unknown(word, run, len(word))
        return out

    def _unknown(self, word: str, begin: int, end: int) -> list[tuple[int, int, int]]:
        assert self._model.unk_id is not None
        if not self._sentencepiece:
            # A run that happens to spell a piece is that piece: tokenizers looks it up by its text.
            entry = self.scores.pieces.get(word[begin:end])
            if entry is not None:
                return [(entry[0], begin, end)]
        if self._model.byte_fallback:
            # sentencepiece spells each character by itself, tokenizers the whole run at once.
            cuts = list(range(begin, end + 1)) if self._sentencepiece else [begin, end]
            spelled = [
                (self._bytes[byte], first, last)
                for first, last in itertools.pairwise(cuts)
                for byte in word[first:last].encode()
            ]
            known = [(id, first, last) for id, first, last in spelled if id is not None]
            if len(known) == len(spelled):
                return known
        return [(self._model.unk_id, begin, end)]


def no_unknown_piece(character: str) -> UnsupportedError:
    """The error for a character that is no piece, where the model states no unknown piece."""
    return UnsupportedError(
        f"{character!r} is no piece of the vocabulary, and the model has no unknown piece "
        "(its unk_id is null); give it one, or byte_fallback with all its bytes"
    )
