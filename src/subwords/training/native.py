"""Training by the native trainers; the same bytes as those of `subwords.training.reference`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, overload

from subwords.native import _core
from subwords.training.bpe_options import BPEOptions
from subwords.training.counts import WordCounts
from subwords.training.learned import Learned, Merge, Report
from subwords.training.limits import check_counts, check_size, check_total
from subwords.training.options import WordPieceOptions


class MergeTrace(Sequence[Merge]):
    """Merges kept as an array; a `Merge` is made when it is asked for."""

    __slots__ = ("_rows", "_tokens")

    def __init__(self, rows: Any, tokens: list[str]) -> None:
        self._rows = rows
        self._tokens = tokens

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> Merge: ...
    @overload
    def __getitem__(self, index: slice) -> MergeTrace: ...
    def __getitem__(self, index: int | slice) -> Merge | MergeTrace:
        if isinstance(index, slice):
            return MergeTrace(self._rows[index], self._tokens)
        left, right, merged, *counts = self._rows[index].tolist()
        return Merge(self._tokens[left], self._tokens[right], self._tokens[merged], *counts)

    def __iter__(self) -> Iterator[Merge]:
        for start in range(0, len(self), 4096):
            for left, right, merged, *counts in self._rows[start : start + 4096].tolist():
                names = self._tokens[left], self._tokens[right], self._tokens[merged]
                yield Merge(*names, *counts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def learn_wordpiece(
    counts: Mapping[str, int],
    options: WordPieceOptions,
    progress: Callable[[int], None] | None = None,
) -> Learned:
    """Train WordPiece on word counts; see `subwords.training.reference.wordpiece.learn`."""
    counter, release = _counter(counts)
    training = _core.WordPieceTraining(
        counter, options, options.starting_forms(), _by_id(options.extend)
    )
    return _learn(training, options, progress, release)


def learn_bpe(
    counts: Mapping[str, int],
    options: BPEOptions,
    progress: Callable[[int], None] | None = None,
) -> Learned:
    """Train BPE on word counts; see `subwords.training.reference.bpe.learn`."""
    counter, release = _counter(counts)
    training = _core.BPETraining(counter, options, _by_id(options.extend))
    return _learn(training, options, progress, release)


def _counter(counts: Mapping[str, int]) -> tuple[_core.WordCounter, bool]:
    """The counts as native code holds them, and whether it may let go of them."""
    if isinstance(counts, WordCounts) and isinstance(counts.store, _core.WordCounter):
        return counts.store, counts.disposable
    check_counts(counts.items())
    counter = _core.WordCounter()
    counter.add_all(dict(counts.items()))
    return counter, True


def _by_id(vocab: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(vocab.items(), key=lambda entry: entry[1])


def _learn(
    training: _core.WordPieceTraining | _core.BPETraining,
    options: WordPieceOptions | BPEOptions,
    progress: Callable[[int], None] | None,
    release: bool,
) -> Learned:
    check_total(training.characters)
    check_size(options, training.needed, training.letters)
    rows = training.run(progress, release)
    tokens = training.tokens
    report = Report(
        words=training.words,
        occurrences=training.occurrences,
        alphabet_size=training.letters,
        dropped_characters=dict(training.dropped),
        vocab_size=len(tokens),
        complete=len(tokens) >= options.vocab_size,
    )
    trace = MergeTrace(rows, [token for token, _ in tokens])
    return Learned(dict(tokens), trace, report, (training.vocab(), training.merges()))
