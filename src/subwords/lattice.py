"""`Lattice`: every segmentation of a text by a Unigram model, to be counted, ranked and weighed.

A segmentation is a way through the lattice (`subwords.reference.lattice`); its score is the sum of
its pieces' log-probabilities, and its probability is e to the power of that score, divided by the
same summed over all segmentations. `alpha` sharpens or flattens this: the probabilities are raised
to that power and scaled to sum up to 1 again (0: all segmentations alike).

All sums are made segment by segment, between positions that no piece crosses, so that long texts
are no harder than short ones. Source: Kudo 2018, "Subword Regularization".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from subwords.errors import UnsupportedError
from subwords.models import Unigram
from subwords.reference.arithmetic import exp
from subwords.reference.lattice import Edge
from subwords.reference.lattice_best import best_ways, product
from subwords.reference.lattice_distinct import draw_distinct
from subwords.reference.lattice_sums import backward, draw, forward, segments
from subwords.reference.randomness import RandomStream
from subwords.reference.unigram import UnigramWords, viterbi
from subwords.sampling import require_power, sample_draw
from subwords.spec import Spec

if TYPE_CHECKING:
    from subwords.explain.lattice_svg import Drawing


class Segmentation(list[str]):
    """The pieces of one way through the lattice: a list of `str` with a score.

    Args:
        pieces: The pieces, which together spell the text.
        score: The sum of their log-probabilities.
        probability: Its share among all segmentations.
    """

    __slots__ = ("probability", "score")

    def __init__(self, pieces: Iterable[str], score: float, probability: float) -> None:
        super().__init__(pieces)
        self.score, self.probability = score, probability

    def __repr__(self) -> str:
        return f"<{' '.join(self)}: probability {self.probability:.6g}, score {self.score:.6g}>"


class Marginal(NamedTuple):
    """How probable it is that a segmentation has a piece at a place.

    Args:
        begin: The character where the piece begins.
        end: One past its last character.
        piece: The piece.
        id: Its id; None for a character that is no piece.
        probability: The sum of the probabilities of all segmentations that have it there.
    """

    begin: int
    end: int
    piece: str
    id: int | None
    probability: float


class Lattice:
    """All segmentations of a text; see `Tokenizer.lattice`.

    Args:
        spec: A spec with a Unigram model.
        text: The text as the model sees it; nothing is normalized or cut.

    Raises:
        UnsupportedError: The model is no Unigram, or a character of the text is no piece and the
            model has no unknown piece.
    """

    def __init__(self, spec: Spec, text: str) -> None:
        if not isinstance(spec.model, Unigram):
            raise UnsupportedError(
                f"lattice: {type(spec.model).__name__} has no lattice of weighed segmentations; "
                "only Unigram has"
            )
        self._spec = spec
        self._words = UnigramWords(spec.model, spec.semantics)
        self._edges = self._words.lattice(text)
        self.text = text

    @property
    def edges(self) -> list[Edge]:
        """Every piece at every place where it fits: (begin, end, id, score), in order."""
        return [edge for starting in self._edges for edge in starting]

    def count(self) -> int:
        """How many segmentations there are, exactly."""
        counts = []
        for first, last in self._segments:
            ways = [1] + [0] * (last - first)
            for begin in range(first, last):
                for edge in self._edges[begin]:
                    ways[edge.end - first] += ways[begin - first]
            counts.append(ways[-1])
        return product(counts)

    def best(self) -> Segmentation:
        """The segmentation that encoding chooses, rounding and ties included."""
        return self._segmentation(self._best)

    def nbest(self, k: int) -> list[Segmentation]:
        """The k segmentations of highest score, best first; all of them where there are fewer.

        Scores are added up exactly. Of equal ones the one whose last piece is longer comes first
        (then the piece before it, and so on), as Viterbi has it. (Encoding rounds: where it meets
        a near tie, `best` need not be the first of these.)

        Args:
            k: How many, 1 or more.
        """
        return [
            self._segmentation(way) for way in best_ways(self._edges, self._segments, _positive(k))
        ]

    def probability(self, pieces: Sequence[str], alpha: float = 1.0) -> float:
        """The probability of one segmentation; 0 where one of its pieces is none of the model's.

        Args:
            pieces: The pieces in order.
            alpha: See `Lattice`.

        Raises:
            ValueError: They do not spell the text.
        """
        require_power(alpha)
        if isinstance(pieces, str) or not all(isinstance(piece, str) for piece in pieces):
            raise TypeError(f"pieces must be a list of str, not {pieces!r}")
        if "".join(pieces) != self.text:
            raise ValueError(f"the pieces {list(pieces)!r} do not spell {self.text!r}")
        begin, score = 0, 0.0
        for piece in pieces:
            ends = {edge.end: edge for edge in self._edges[begin]} if piece else {}
            edge = ends.get(begin + len(piece))
            if edge is None:
                return 0.0
            score += edge.score
            begin = edge.end
        return exp(alpha * score - self.log_partition(alpha))

    def log_partition(self, alpha: float = 1.0) -> float:
        """The logarithm of the sum of all segmentations' e ** (alpha · score)."""
        alpha = require_power(alpha)
        if alpha not in self._partitions:
            total = 0.0
            for first, last in self._segments:
                total += forward(self._edges, first, last, alpha)[-1]
            self._partitions[alpha] = total
        return self._partitions[alpha]

    def marginals(self, alpha: float = 1.0) -> list[Marginal]:
        """Of every edge the probability that a segmentation has it; by begin, then end."""
        alpha = require_power(alpha)
        out: list[Marginal] = []
        for first, last in self._segments:
            before = forward(self._edges, first, last, alpha)
            after = backward(self._edges, first, last, alpha)
            for begin in range(first, last):
                for edge in self._edges[begin]:
                    x = before[begin - first] + alpha * edge.score + after[edge.end - first]
                    share = min(1.0, exp(x - before[-1]))
                    out.append(Marginal(begin, edge.end, self._piece(edge), edge.id, share))
        return out

    def expected_counts(self, alpha: float = 1.0) -> dict[str, float]:
        """How often each piece occurs in a segmentation on average: the E step of training."""
        counts: dict[str, float] = {}
        for marginal in self.marginals(alpha):
            counts[marginal.piece] = counts.get(marginal.piece, 0.0) + marginal.probability
        return counts

    def entropy(self, alpha: float = 1.0) -> float:
        """The entropy of the distribution over segmentations, in nats (0: one has it all)."""
        pairs = zip(self.marginals(alpha), self.edges, strict=True)
        expected = sum(marginal.probability * edge.score for marginal, edge in pairs)
        alpha = require_power(alpha)
        return max(0.0, self.log_partition(alpha) - alpha * expected)

    def sample(self, alpha: float = 1.0, seed: int | None = None) -> Segmentation:
        """A segmentation, drawn with its probability.

        Args:
            alpha: See `Lattice`; 0 or more.
            seed: The same seed gives the same draw; None: a fresh one each time.
        """
        amount, chosen = sample_draw(self._spec, alpha, seed)
        return self._segmentation(draw(self._edges, amount, RandomStream(chosen)))

    def sample_distinct(
        self, k: int, alpha: float = 1.0, seed: int | None = None
    ) -> list[Segmentation]:
        """`k` different segmentations, drawn without replacement; all where there are fewer.

        Args:
            k: How many, 1 or more.
            alpha: See `Lattice`; 0 or more.
            seed: The same seed gives the same draws; None: fresh ones each time.
        """
        amount, chosen = sample_draw(self._spec, alpha, seed)
        ways = draw_distinct(self._edges, _positive(k), amount, RandomStream(chosen))
        return [self._segmentation(way) for way in ways]

    def to_svg(self, alpha: float = 1.0) -> str:
        """The lattice as a drawing: pieces as arcs, the more probable the stronger, best in colour.

        Raises:
            ValueError: The text is too long to be drawn (more than 60 characters).
        """
        from subwords.explain.lattice_svg import draw_lattice

        best = {(edge.begin, edge.end) for edge in self._best}
        drawing: list[Drawing] = [
            (m.begin, m.end, m.piece, m.probability, (m.begin, m.end) in best)
            for m in self.marginals(alpha)
        ]
        return draw_lattice(self.text, drawing)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"<Lattice of {self.text[:40]!r}: {len(self.edges)} pieces>"

    @cached_property
    def _segments(self) -> list[tuple[int, int]]:
        return segments(self._edges)

    @cached_property
    def _partitions(self) -> dict[float, float]:
        return {}

    @cached_property
    def _best(self) -> list[Edge]:
        return viterbi(self._edges, self._words.scores.single_precision)

    def _piece(self, edge: Edge) -> str:
        return self.text[edge.begin : edge.end]

    def _segmentation(self, way: Sequence[Edge]) -> Segmentation:
        score = sum((edge.score for edge in way), 0.0)
        share = min(1.0, exp(score - self.log_partition()))
        return Segmentation([self._piece(edge) for edge in way], score, share)


def _positive(k: int) -> int:
    if isinstance(k, bool) or not isinstance(k, int):
        raise TypeError(f"k must be an integer, not {k!r}")
    if k < 1:
        raise ValueError(f"k must be 1 or more, not {k}")
    return k


__all__ = ["Lattice", "Marginal", "Segmentation"]
