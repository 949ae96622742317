"""BPE training as sentencepiece does it: merge the most frequent pair whose piece is new.

Of equally frequent pairs the one with the shorter piece is merged, then the one with the smaller
piece. A pair whose piece exists already is never merged. Words are prepared as for Unigram, and a
piece may hold what one of Unigram may hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from subwords.training.learned import Merge
from subwords.training.limits import check_counts
from subwords.training.reference.merges import Corpus, Pair
from subwords.training.reference.sentencepiece_words import Prepared, prepare
from subwords.training.scripts import kind_of, piece_limit
from subwords.training.sentencepiece_options import SPACE, SentencePieceOptions
from subwords.training.sentencepiece_pieces import check_room, learnable, room_for_learned


def learn(
    counts: Mapping[str, int],
    options: SentencePieceOptions,
    progress: Callable[[int], None] | None = None,
) -> tuple[list[Merge], Prepared]:
    """Train on word counts.

    Args:
        counts: Normalized words and how often each occurs.
        options: The settings.
        progress: Called with the number of merges after each.

    Returns:
        The merges in order, and what they started from.

    Raises:
        ValueError: `vocab_size` has no room for what is required, or the counts are out of range.
    """
    words = [(word, count) for word, count in sorted(counts.items()) if word and count]
    check_counts(words)
    prepared = prepare(words, options)
    check_room(options, prepared.required)
    room = room_for_learned(options) - len(learnable(prepared.required, options))
    corpus = Corpus([(list(part), count) for part, count in prepared.fragments])
    kinds = {c: kind_of(c, options) for c in prepared.required}
    known = set(prepared.required)
    refused: dict[str, bool] = {}

    def is_allowed(pair: Pair) -> bool:
        piece = pair[0] + pair[1]
        if piece not in refused:
            limit = piece_limit([kinds[c] for c in piece], options.max_piece_length)
            ends = not options.treat_whitespace_as_suffix and piece.endswith(SPACE)
            refused[piece] = limit < len(piece) or ends or not learnable([piece], options)
        return not refused[piece] and piece not in known

    merges: list[Merge] = []
    least = max(options.min_frequency, 1)
    while len(merges) < room:
        possible = [pair for pair, n in corpus.pairs.items() if n >= least and is_allowed(pair)]
        if not possible:
            break
        left, right = min(possible, key=lambda pair: _order(pair, corpus.pairs[pair]))
        merged = left + right
        numbers = (corpus.pairs[left, right], corpus.pieces[left], corpus.pieces[right])
        merges.append(Merge(left, right, merged, *numbers, corpus.total))
        known.add(merged)
        corpus.merge((left, right), merged)
        if progress is not None:
            progress(len(merges))
    return merges, prepared


def _order(pair: Pair, count: int) -> tuple[int, int, str, int]:
    piece = pair[0] + pair[1]
    return -count, len(piece), piece, len(pair[0])
