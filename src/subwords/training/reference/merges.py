"""Merge training on words cut into pieces: choose the best pair, merge it everywhere, repeat.

The lessons recount the whole corpus at every step. Here only the words that hold the merged pair
are counted again, which gives the same numbers; choosing the best pair still looks at all pairs.
(The native trainer avoids that as well.)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from subwords.training.learned import Merge, gain
from subwords.training.options import Score, Ties

Pair = tuple[str, str]


class Corpus:
    """Words as lists of pieces with their counts, and the counts of pieces and pairs in them."""

    def __init__(self, words: list[tuple[list[str], int]]) -> None:
        self.words = [word for word, _ in words]
        self.weights = [count for _, count in words]
        self.pieces: Counter[str] = Counter()
        self.pairs: Counter[Pair] = Counter()
        self.where: defaultdict[Pair, set[int]] = defaultdict(set)  # words that may hold a pair
        self.total = 0
        for index in range(len(words)):
            self._count(index, +1)

    def _count(self, index: int, sign: int) -> None:
        word, weight = self.words[index], sign * self.weights[index]
        self.total += weight * len(word)
        for piece in word:
            self.pieces[piece] += weight
        for pair in pairwise(word):
            self.pairs[pair] += weight
            if sign > 0:
                self.where[pair].add(index)
            elif not self.pairs[pair]:
                del self.pairs[pair]

    def merge(self, pair: Pair, merged: str) -> None:
        """Put `merged` in the place of every occurrence of the pair, from left to right."""
        for index in self.where.pop(pair):
            self._count(index, -1)
            self.words[index] = merge_in_word(self.words[index], pair, merged)
            self._count(index, +1)


def merge_in_word(word: list[str], pair: Pair, merged: str) -> list[str]:
    """A word after one merge: ``merge_in_word(["a", "a", "a"], ("a", "a"), "aa")`` → ``aa a``."""
    pieces, i = [], 0
    while i < len(word):
        if i + 1 < len(word) and (word[i], word[i + 1]) == pair:
            pieces.append(merged)
            i += 2
        else:
            pieces.append(word[i])
            i += 1
    return pieces


def score_of(corpus: Corpus, rule: Score, pmi_shift: bool) -> Callable[[Pair], float | Fraction]:
    """The score of a pair in the corpus as it is cut now; exact but for the gain."""
    pairs, pieces = corpus.pairs, corpus.pieces
    if rule == "frequency":
        return lambda pair: pairs[pair]
    if rule == "likelihood":
        return lambda pair: Fraction(pairs[pair], pieces[pair[0]] * pieces[pair[1]])
    total = corpus.total if pmi_shift else None
    return lambda pair: gain(pairs[pair], pieces[pair[0]], pieces[pair[1]], total)


def choose(tied: list[Pair], ties: Ties, ids: dict[str, int], prefix: str) -> Pair:
    """One of several pairs with the same score."""
    if ties == "last":
        return max(tied)

    def by_ids(pair: Pair) -> tuple[int, int]:
        return ids[pair[0]], ids[pair[1]]

    if ties == "huggingface":
        return min(tied, key=by_ids)

    def by_piece(pair: Pair) -> tuple[int, str, tuple[int, int]]:
        piece = join(*pair, prefix)
        return len(piece), piece, by_ids(pair)

    return min(tied, key=by_piece)


def join(left: str, right: str, prefix: str) -> str:
    """The piece of two neighbours: ``hed`` + ``##ge`` → ``hedge``."""
    return left + right.removeprefix(prefix)


def learn_merges(
    words: list[tuple[list[str], int]],
    ids: dict[str, int],
    *,
    vocab_size: int,
    score: Score,
    pmi_shift: bool,
    ties: Ties,
    min_frequency: int,
    prefix: str,
) -> Iterator[Merge]:
    """Merge until `ids` (which grows) has `vocab_size` entries or no pair is frequent enough.

    A merge whose string is a token already reuses its id and takes no place.
    """
    corpus = Corpus(words)
    next_id = max(ids.values(), default=-1) + 1
    while len(ids) < vocab_size:
        frequent = [pair for pair, n in corpus.pairs.items() if n >= max(min_frequency, 1)]
        if not frequent:
            return
        scores = list(map(score_of(corpus, score, pmi_shift), frequent))
        best = max(scores)
        tied = [pair for pair, s in zip(frequent, scores, strict=True) if s == best]
        pair = choose(tied, ties, ids, prefix)
        left, right = pair
        merged = join(left, right, prefix)
        yield Merge(
            left,
            right,
            merged,
            corpus.pairs[pair],
            corpus.pieces[left],
            corpus.pieces[right],
            corpus.total,
        )
        if merged not in ids:
            ids[merged] = next_id
            next_id += 1
        corpus.merge(pair, merged)
