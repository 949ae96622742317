"""BPE training as sentencepiece does it: its own words, its own ties, and only pieces it allows.

1. Words are cut at symbols and rare characters (`sentencepiece_words.py`), then into characters.
2. The most frequent pair of neighbours is merged, again and again. Of equally frequent ones the
   shorter piece comes first, then the smaller one.
3. A pair that cannot be a piece is never merged (`scripts.py` says which characters go together),
   and one that spells a piece that exists is dropped for good: a piece has one way to be made.
4. The vocabulary has the merged pieces in order, then the characters, the most frequent first.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise

from subwords.training.learned import Merge
from subwords.training.limits import check_counts
from subwords.training.reference.sentencepiece_words import prepare
from subwords.training.scripts import kind_of, piece_limit
from subwords.training.sentencepiece_merges import MergesFound, room_for_merges
from subwords.training.sentencepiece_options import BYTES, SPACE, SentencePieceOptions
from subwords.training.sentencepiece_pieces import check_room

Pair = tuple[str, str]
Place = tuple[int, int]
"""A word's number, and the character in it."""


def find(
    counts: Mapping[str, int],
    options: SentencePieceOptions,
    progress: Callable[[int], None] | None = None,
) -> MergesFound:
    """Train on word counts.

    Args:
        counts: Normalized words and how often each occurs.
        options: The settings.
        progress: Called with the number of merges after every one.

    Returns:
        As many merges as the vocabulary has room for, or as the data supports.

    Raises:
        ValueError: `vocab_size` has no room for what is required, or the counts are out of range.
    """
    words = [(word, count) for word, count in sorted(counts.items()) if word and count]
    check_counts(words)
    prepared = prepare(words, options)
    check_room(options, prepared.required)
    state = State(prepared.fragments, sorted(prepared.required), options)
    merges: list[Merge] = []
    for merge in islice(state.merges(), room_for_merges(options, prepared.required)):
        merges.append(merge)
        if progress is not None:
            progress(len(merges))
    return MergesFound(
        merges,
        prepared.required,
        prepared.dropped,
        len(words),
        sum(count for _, count in words),
    )


class State:
    """The words as they are cut now, and the pairs in them.

    A word is a list with a place for each character; a piece stands at its first character, and
    nothing at its others.
    """

    def __init__(
        self, fragments: list[tuple[str, int]], letters: list[str], options: SentencePieceOptions
    ) -> None:
        self.options = options
        self.kinds = {letter: kind_of(letter, options) for letter in letters}
        self.ids = {letter: id for id, letter in enumerate(letters)}
        self.words = [list(part) for part, _ in fragments]
        self.weights = [count for _, count in fragments]
        self.pieces: Counter[str] = Counter()
        self.places: dict[Pair, list[Place]] = {}
        self.heap: list[tuple[int, int, str, int, int, Pair]] = []
        found: defaultdict[Pair, list[Place]] = defaultdict(list)
        for number, word in enumerate(self.words):
            for piece in word:
                self.pieces[piece] += self.weights[number]
            for i, pair in enumerate(pairwise(word)):
                found[pair].append((number, i))
        self.total = self.pieces.total()
        self.open(found)

    def open(self, found: Mapping[Pair, list[Place]]) -> None:
        """Note pairs that have come into being, if they can be pieces; places are in order."""
        for pair, places in found.items():
            if self.can_be_piece(pair[0] + pair[1]):
                self.places[pair] = places
                self.push(pair)

    def can_be_piece(self, text: str) -> bool:
        """Whether its characters go together, and spaces stand where they may."""
        limit = piece_limit((self.kinds[c] for c in text), self.options.max_piece_length)
        wrong_end = text[0] if self.options.treat_whitespace_as_suffix else text[-1]
        return limit == len(text) and wrong_end != SPACE

    def push(self, pair: Pair) -> None:
        """Into the heap, with the count of now."""
        left, right = pair
        ids = (self.ids[left], self.ids[right])
        piece = left + right
        heapq.heappush(self.heap, (-self.count(pair), len(piece), piece, *ids, pair))

    def count(self, pair: Pair) -> int:
        """How often a pair stands in the words; of three equal pieces in a row, two pairs do."""
        return sum(self.weights[number] for number, _ in self.standing(pair))

    def standing(self, pair: Pair) -> Iterator[Place]:
        """Its places where nothing has been merged since; those of one pair may overlap."""
        left, right = pair
        for number, i in self.places[pair]:
            word, j = self.words[number], i + len(left)
            if word[i] == left and word[j] == right:
                yield number, i

    def merges(self) -> Iterator[Merge]:
        """Merge until no pair is frequent enough."""
        least = max(self.options.min_frequency, 1)
        while self.heap:
            negative_count, _, piece, _, _, pair = heapq.heappop(self.heap)
            now = self.count(pair)
            if now < least:
                continue
            if now != -negative_count:  # less than it was: it waits again
                self.push(pair)
            elif piece not in self.ids and piece not in BYTES:
                left, right = pair
                before = self.pieces[left], self.pieces[right], self.total
                self.merge(pair, piece)
                yield Merge(left, right, piece, now, *before)

    def merge(self, pair: Pair, merged: str) -> None:
        """Merge a pair wherever it stands, and note the pairs that come into being."""
        left, right = pair
        self.ids[merged] = len(self.ids)
        done: list[Place] = []
        for number, i in self.standing(pair):
            word, weight = self.words[number], self.weights[number]
            word[i], word[i + len(left)] = merged, ""
            self.pieces[left] -= weight
            self.pieces[right] -= weight
            self.pieces[merged] += weight
            self.total -= weight
            done.append((number, i))
        found: defaultdict[Pair, list[Place]] = defaultdict(list)
        for number, i in done:
            word = self.words[number]
            before, after = previous(word, i), i + len(merged)
            if before >= 0 and word[before] != merged:
                found[word[before], merged].append((number, before))
            if after < len(word):
                found[merged, word[after]].append((number, i))
        self.open(found)


def previous(word: list[str], i: int) -> int:
    """Where the piece before the one at a place stands; -1 where there is none."""
    i -= 1
    while i >= 0 and not word[i]:
        i -= 1
    return i
