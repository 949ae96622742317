"""Unigram training by the native trainer; the same bytes as `reference.unigram`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from subwords.native import _core
from subwords.training.counts import WordCounts
from subwords.training.limits import check_counts, check_weights
from subwords.training.reference.sentencepiece_words import choose_characters, symbols_of
from subwords.training.scripts import kind_of
from subwords.training.sentencepiece_options import SPACE
from subwords.training.sentencepiece_pieces import check_room, learnable, room_for_learned
from subwords.training.unigram_learned import Round, UnigramFound
from subwords.training.unigram_options import UnigramOptions


def find(
    counts: Mapping[str, int],
    options: UnigramOptions,
    progress: Callable[[int], None] | None = None,
    threads: int | None = None,
) -> UnigramFound:
    """Train on word counts; see `subwords.training.reference.unigram.find`."""
    if isinstance(counts, WordCounts) and isinstance(counts.store, _core.WordCounter):
        counter, release = counts.store, counts.disposable
    else:
        check_counts(counts.items())
        counter, release = _core.WordCounter(), True
        counter.add_all(dict(counts.items()))
    training = _core.UnigramTraining(counter, symbols_of(options), release)
    check_weights(training.characters, options.max_piece_length)
    letters = {chr(c): count for c, count in training.letters}
    required, dropped = choose_characters(letters, options)
    check_room(options, required)
    kept = sorted(required)
    training.keep([ord(c) for c in kept], [kind_of(c, options) for c in kept])
    space = kept.index(SPACE) + 1 if SPACE in required else 0
    desired = options.vocab_size * 11 // 10
    while True:
        training.run(options, space, desired, threads or os.cpu_count() or 1, progress)
        pieces = training.pieces
        rounds = [
            Round(size, tuple(likelihoods), unused, pruned, tuple(examples))
            for size, likelihoods, unused, pruned, examples in training.rounds
        ]
        names = {*(piece for piece, _ in pieces), *required}
        enough = len(learnable(names, options)) >= room_for_learned(options)
        if enough or not any(done.pruned for done in rounds):
            break
        desired = desired * 3 // 2  # pruned too far
    return UnigramFound(pieces, rounds, required, dropped, training.words, training.occurrences)
