"""SentencePiece BPE by the native trainer; the same bytes as `reference.sentencepiece_bpe`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from subwords.native import _core
from subwords.training.counts import WordCounts
from subwords.training.limits import check_counts, check_total
from subwords.training.native import MergeTrace
from subwords.training.reference.sentencepiece_words import choose_characters, symbols_of
from subwords.training.scripts import kind_of
from subwords.training.sentencepiece_merges import MergesFound, room_for_merges
from subwords.training.sentencepiece_options import BYTES, SPACE, SentencePieceOptions
from subwords.training.sentencepiece_pieces import check_room


def find(
    counts: Mapping[str, int],
    options: SentencePieceOptions,
    progress: Callable[[int], None] | None = None,
) -> MergesFound:
    """Train on word counts; see `subwords.training.reference.sentencepiece_bpe.find`."""
    if isinstance(counts, WordCounts) and isinstance(counts.store, _core.WordCounter):
        counter, release = counts.store, counts.disposable
    else:
        check_counts(counts.items())
        counter, release = _core.WordCounter(), True
        counter.add_all(dict(counts.items()))
    training = _core.SentencePieceBPETraining(counter, symbols_of(options), release)
    check_total(training.characters)
    letters = {chr(c): count for c, count in training.letters}
    required, dropped = choose_characters(letters, options)
    check_room(options, required)
    kept = sorted(required)
    training.keep([ord(c) for c in kept], [kind_of(c, options) for c in kept])
    space = kept.index(SPACE) if SPACE in required else -1
    room = room_for_merges(options, required)
    rows = training.run(options, space, room, BYTES, progress)
    trace = MergeTrace(rows, training.tokens)
    return MergesFound(trace, required, dropped, training.words, training.occurrences)
