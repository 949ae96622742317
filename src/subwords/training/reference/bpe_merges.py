"""The merges of BPE training: take the most frequent pair, merge it in its words, repeat.

The counts of pairs are kept up to date instead of recounted, and the candidates wait in a heap.
Three rules of Hugging Face's trainer show only where a merge spells a token that exists already:

- That token's id is used again, and no place of the vocabulary is taken.
- A pair that has been merged keeps its count, so it is overrated should it come up again.
- A candidate is a pair *and* the words it was seen in. A pair that gains new words becomes a
  second candidate, and merging one candidate leaves the words of the other alone.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import count as counter
from itertools import pairwise
from typing import Any

from subwords.training.bpe_options import BPEOptions
from subwords.training.learned import Merge

Pair = tuple[str, str]
Change = tuple[Pair, int, int]


def learn_merges(
    words: list[tuple[list[str], int]], ids: dict[str, int], options: BPEOptions
) -> Iterator[Merge]:
    """Merge until `ids` (which grows) has `vocab_size` entries or no pair is frequent enough."""
    state = State(words, tie_breaker(ids, options), options)
    next_id = max(ids.values(), default=-1) + 1
    while len(ids) < options.vocab_size and (candidate := state.best()):
        pair, places = candidate
        left, right = pair
        merged = left + right.removeprefix(options.continuing_prefix)
        pieces = state.pieces
        count = state.pairs[pair]
        yield Merge(left, right, merged, count, pieces[left], pieces[right], state.total)
        if merged not in ids:
            ids[merged] = next_id
            next_id += 1
        state.merge(pair, merged, places)


class State:
    """The words as they are cut now, the counts in them, and the heap of candidates."""

    def __init__(
        self,
        words: list[tuple[list[str], int]],
        tie: Callable[[Pair], Any],
        options: BPEOptions,
    ) -> None:
        self.words = [word for word, _ in words]
        self.spans = [[unmarked_length(piece, options) for piece in word] for word in self.words]
        self.weights = [count for _, count in words]
        self.pieces: Counter[str] = Counter()
        self.total = 0
        self.pairs: Counter[Pair] = Counter()
        self.options = options
        self.tie = tie
        self.heap: list[tuple[int, Any, int, Pair, set[int]]] = []
        self.age = counter()
        where: defaultdict[Pair, set[int]] = defaultdict(set)
        for index, (word, weight) in enumerate(words):
            for piece in word:
                self.pieces[piece] += weight
            self.total += weight * len(word)
            for pair in pairwise(word):
                self.pairs[pair] += weight
                where[pair].add(index)
        self.offer(where)

    def offer(self, where: dict[Pair, set[int]]) -> None:
        """New candidates: pairs, each with the words in which it stands."""
        for pair, places in where.items():
            if self.pairs[pair] > 0:
                self.push(pair, places)

    def push(self, pair: Pair, places: set[int]) -> None:
        """Into the heap, with the count of now; among equals the older candidate comes first."""
        entry = (-self.pairs[pair], self.tie(pair), next(self.age), pair, places)
        heapq.heappush(self.heap, entry)

    def best(self) -> tuple[Pair, set[int]] | None:
        """The most frequent pair and its words; None where no pair is frequent enough."""
        while self.heap:
            negative_count, _, _, pair, places = heapq.heappop(self.heap)
            if -negative_count != self.pairs[pair]:  # changed since: it waits again
                self.push(pair, places)
            elif self.pairs[pair] < max(self.options.min_frequency, 1):
                return None
            else:
                return pair, places
        return None

    def merge(self, pair: Pair, merged: str, places: set[int]) -> None:
        """Merge a pair in some words, and note what that does to the other pairs."""
        limit = self.options.max_token_length
        gained: defaultdict[Pair, set[int]] = defaultdict(set)
        for index in sorted(places):
            weight = self.weights[index]
            before = len(self.words[index])
            changes = merge_in_word(self.words[index], self.spans[index], pair, merged)
            for changed, change, length in changes:
                if change > 0 and limit is not None and length >= limit:
                    continue
                self.pairs[changed] += change * weight
                if change > 0:
                    gained[changed].add(index)
            times = (before - len(self.words[index])) * weight
            self.pieces[pair[0]] -= times
            self.pieces[pair[1]] -= times
            self.pieces[merged] += times
            self.total -= times
        self.offer(gained)


def unmarked_length(piece: str, options: BPEOptions) -> int:
    """The length of a piece without prefix and suffix; one character at least."""
    bare = piece.removeprefix(options.continuing_prefix).removesuffix(options.end_of_word_suffix)
    return max(len(bare), 1)


def merge_in_word(word: list[str], spans: list[int], pair: Pair, merged: str) -> list[Change]:
    """Merge every occurrence in a word, in place; returns how the pairs beside it change.

    `spans` says how many characters each piece covers; the length of a change is that of the pair.
    """
    left, right = pair
    changes: list[Change] = []
    i = 0
    while i + 1 < len(word):
        if (word[i], word[i + 1]) == pair:
            word[i : i + 2] = [merged]
            spans[i : i + 2] = [spans[i] + spans[i + 1]]
            if i > 0:
                length = spans[i - 1] + spans[i]
                changes += [((word[i - 1], left), -1, 0), ((word[i - 1], merged), +1, length)]
            if i + 1 < len(word):
                length = spans[i] + spans[i + 1]
                changes += [((right, word[i + 1]), -1, 0), ((merged, word[i + 1]), +1, length)]
        i += 1
    return changes


def tie_breaker(ids: dict[str, int], options: BPEOptions) -> Callable[[Pair], Any]:
    """What decides between pairs with the same count; the smallest is merged first."""
    if options.ties == "last":
        return lambda pair: (descending(pair[0]), descending(pair[1]))
    if options.ties == "sentencepiece":

        def by_piece(pair: Pair) -> tuple[int, str, int, int]:
            piece = pair[0] + pair[1].removeprefix(options.continuing_prefix)
            return len(piece), piece, ids[pair[0]], ids[pair[1]]

        return by_piece
    return lambda pair: (ids[pair[0]], ids[pair[1]])


def descending(text: str) -> tuple[int, ...]:
    """A key that puts strings into descending order."""
    return (*(-ord(character) for character in text), 1)
