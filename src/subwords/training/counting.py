"""Counting: from a corpus to `WordCounts`, the stage that every trainer starts with.

Text is cut into runs where that is safe (`runs.py`), the different runs are counted, and each
different run is normalized and cut into words once. What is held in memory is the vocabulary of
the corpus, never the corpus.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.engine import EngineName, Errors, clean_text
from subwords.errors import FormatError, UnsupportedError
from subwords.training.corpus import Corpus, blocks, lines, sources
from subwords.training.counts import WordCounts
from subwords.training.engines import native_trainer
from subwords.training.progress import Progress
from subwords.training.runs import byte_classes, is_word_rule, safe_cut
from subwords.training.store import WordStore, new_store

if TYPE_CHECKING:
    from subwords.training.native_patterns import PatternWords

BUFFER = 1 << 22
"""Bytes of text that are handed on together."""
RUNS = 1 << 20
"""Different runs that are held before they are cut into words."""
PARALLEL = 1 << 24
"""A file below so many bytes is not worth a second thread."""


def count_words(
    corpus: Corpus | WordCounts,
    *,
    normalizer: norm.Normalizer | None = None,
    pre_tokenizer: pre.PreTokenizer | None = None,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
) -> WordCounts:
    """Count the words of a corpus.

    Args:
        corpus: An iterable of `str`, a path, or a list of paths; a file counts line by line. Also
            `WordCounts`, which are checked and returned.
        normalizer: What is done to the text first. None: `BERTNormalizer`.
        pre_tokenizer: Where it is cut. None: `WhitespacePunctuationSplit`.
        errors: "strict" refuses a lone surrogate in a `str`, "replace" reads it as U+FFFD.
        threads: How many threads may read files; None for one per processor. The counts are the
            same with any number.
        engine: "native", "reference", or None for native where present.

    Returns:
        The counts, with the normalizer and pre-tokenizer they were made with.

    Raises:
        TypeError: `corpus` is nothing of the above.
        MissingFileError: A file does not exist, or `corpus` is a `str` that names none.
        FormatError: A file is not UTF-8; names the line and the byte.
        ValueError: `WordCounts` made by another normalizer or pre-tokenizer.

    Example:
        >>> dict(count_words(["The cat.", "the CAT"]))
        {'.': 1, 'cat': 2, 'the': 2}
    """
    native_trainer(engine)
    if isinstance(corpus, WordCounts):
        corpus.require(normalizer, pre_tokenizer, "you")
        return corpus
    normalizer = norm.BERTNormalizer() if normalizer is None else normalizer
    pre_tokenizer = pre.WhitespacePunctuationSplit() if pre_tokenizer is None else pre_tokenizer
    job = CountJob(normalizer, pre_tokenizer, engine, Progress("counting", "MB"))
    store = job.run(corpus, errors, _threads(threads))
    return WordCounts.from_store(store, normalizer, pre_tokenizer)


def _threads(threads: int | None) -> int:
    if threads is None:
        return os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ValueError(f"threads must be an integer from 1, got {threads!r}")
    return threads


class CountJob:
    """One counting: what the text goes through, and what does it."""

    def __init__(
        self,
        normalizer: norm.Normalizer,
        pre_tokenizer: pre.PreTokenizer,
        engine: EngineName | None,
        progress: Progress,
    ) -> None:
        self.engine = engine
        self.cut = safe_cut(normalizer, pre_tokenizer)
        self.drops_newlines = isinstance(normalizer, norm.SentencePieceText)
        self.pattern = pattern_words(normalizer, pre_tokenizer, engine)
        self.by_text = self.cut == "none" and self.pattern is None
        self.classes = [byte_classes(self.cut, by_line) for by_line in (False, True)]
        self.cut_into_words = (
            word_cutter(normalizer, pre_tokenizer, engine)
            if self.pattern is None
            else self.pattern.finish
        )
        self.progress = progress

    def run(self, corpus: Corpus, errors: Errors, threads: int) -> WordStore:
        """Count everything; the order of work changes nothing."""
        tally = Tally(self)
        for index, source in enumerate(sources(corpus)):
            if isinstance(source, str):
                tally.add_text(clean_text(source, errors, index))
            elif self.by_text:
                for line in lines(source):
                    tally.add_text(line.rstrip("\r\n") if self.drops_newlines else line)
            else:
                self._count_file(source, tally, threads)
        self.progress.close()
        return tally.finish()

    def _count_file(self, file: Path, tally: Tally, threads: int) -> None:
        try:
            if threads == 1 or file.stat().st_size < PARALLEL:
                for block in blocks(file):
                    tally.add_block(block)
                tally.flush()
                return
            with ThreadPoolExecutor(threads) as pool:
                parts = Shared(blocks(file))
                tasks = [pool.submit(self._count_blocks, parts) for _ in range(threads)]
                while tasks:  # lets go of each thread's table in turn
                    tally.take(tasks.pop().result())
            tally.flush()
        except UnicodeDecodeError:
            for _ in lines(file):  # finds the place and raises
                pass
            raise FormatError("this is not UTF-8", file=file) from None

    def _count_blocks(self, parts: Shared) -> Tally:
        tally = Tally(self)
        while parts.next(tally.add_block):
            pass
        return tally


class Shared:
    """Hands the blocks of one file to several threads."""

    def __init__(self, items: Iterator[memoryview]) -> None:
        self._items = items
        self._lock = threading.Lock()

    def next(self, use: Callable[[bytes], None]) -> bool:
        """Pass the next block on; False when there is none left."""
        with self._lock:
            block = next(self._items, None)
            if block is None:
                return False
            data = bytes(block)
        use(data)
        return True


class Tally:
    """The counts of one thread: runs not yet cut, and words."""

    def __init__(self, job: CountJob) -> None:
        self.job = job
        self.words = new_store(job.engine)
        self.runs = new_store(job.engine)
        self.waiting: list[bytes] = []
        self.size = 0

    def add_text(self, text: str) -> None:
        """Count a text of its own."""
        data = text.encode()
        if self.job.cut == "blank" and ("\n" in text or "\r" in text):
            self.runs.add_all({text: 1})  # there they are characters like others
            return
        if self.job.cut == "before" or self.job.pattern is not None:
            self.add_block(data, by_line=False)
            return
        self.waiting.append(data)
        self.size += len(data) + 1
        if self.size >= BUFFER:
            self._hand_on()

    def add_block(self, block: bytes | memoryview, by_line: bool = True) -> None:
        """Count whole lines of a file, or a text."""
        if self.job.pattern is not None:
            self.job.pattern.add(block, by_line, self.runs)
        else:
            self.runs.add_runs(block, self.job.classes[by_line])
        self.job.progress.add(len(block) / 1e6)
        if len(self.runs) >= RUNS:
            self.flush()

    def _hand_on(self) -> None:
        waiting, size = self.waiting, self.size
        self.waiting, self.size = [], 0
        if not self.job.by_text:
            if waiting:
                self.add_block(b"\n".join(waiting))
            return
        texts = Counter(data for data in waiting if data)
        self.runs.add_all({data.decode(): count for data, count in texts.items()})
        self.job.progress.add(size / 1e6)
        self.flush()

    def take(self, other: Tally) -> None:
        """Add what another thread has counted."""
        self.runs = _merged(self.runs, other.runs)
        self.words = _merged(self.words, other.words)

    def flush(self) -> None:
        """Cut what was counted into words."""
        if len(self.runs):
            self.job.cut_into_words(self.runs, self.words)
            self.runs = new_store(self.job.engine)

    def finish(self) -> WordStore:
        """The words."""
        self._hand_on()
        self.flush()
        return self.words


def _merged(first: WordStore, second: WordStore) -> WordStore:
    large, small = (first, second) if len(first) >= len(second) else (second, first)
    large.merge(small)
    return large


def pattern_words(
    normalizer: norm.Normalizer, pre_tokenizer: pre.PreTokenizer, engine: EngineName | None
) -> PatternWords | None:
    """The native scanner of these stages, where there is one."""
    if not native_trainer(engine):
        return None
    from subwords.training.native_patterns import compiled

    return compiled(normalizer, pre_tokenizer)


CutIntoWords = Callable[[WordStore, WordStore], None]


def word_cutter(
    normalizer: norm.Normalizer, pre_tokenizer: pre.PreTokenizer, engine: EngineName | None
) -> CutIntoWords:
    """The function that normalizes and cuts every run of one store into words of another."""
    if isinstance(normalizer, norm.SentencePieceText) and is_word_rule(pre_tokenizer):
        return _sentencepiece_cutter(normalizer, pre_tokenizer, engine)
    if native_trainer(engine):
        native = _native_cutter(normalizer, pre_tokenizer)
        if native is not None:
            return native
    from subwords.reference.aligned import AlignedText
    from subwords.reference.normalize import normalize
    from subwords.reference.pretokenize import pre_tokenize

    def cut(runs: WordStore, words: WordStore) -> None:
        counts: Counter[str] = Counter()
        for run, count in runs.sorted_items():
            text = normalize(normalizer, AlignedText.from_str(run))
            for piece in pre_tokenize(pre_tokenizer, [text]):
                counts[piece.text] += count
        del counts[""]
        words.add_all(counts)

    return cut


def _sentencepiece_cutter(
    rules: norm.SentencePieceText, pre_tokenizer: pre.PreTokenizer, engine: EngineName | None
) -> CutIntoWords:
    """sentencepiece's text rules, without the alignments that encoding needs."""
    split = isinstance(pre_tokenizer, pre.Split)
    if native_trainer(engine):
        from subwords.native._core import WordCounter, cut_sentencepiece_runs

        def cut_natively(runs: WordStore, words: WordStore) -> None:
            assert isinstance(runs, WordCounter)
            assert isinstance(words, WordCounter)
            cut_sentencepiece_runs(runs, words, rules, split)

        return cut_natively
    from subwords.training.reference.sentencepiece_text import normalized, words_of

    def cut(runs: WordStore, words: WordStore) -> None:
        counts: Counter[str] = Counter()
        for run, count in runs.sorted_items():
            for word in words_of(normalized(run, rules), split=split, suffix=rules.suffix):
                counts[word] += count
        del counts[""]
        words.add_all(counts)

    return cut


def _native_cutter(
    normalizer: norm.Normalizer, pre_tokenizer: pre.PreTokenizer
) -> CutIntoWords | None:
    """None where the native engine has not all the stages."""
    from subwords.native._core import WordCounter, cut_runs
    from subwords.native.lowering import normalizer_steps, pre_tokenizer_steps

    try:
        stages = normalizer_steps(normalizer), pre_tokenizer_steps(pre_tokenizer)
    except UnsupportedError:
        return None

    def cut(runs: WordStore, words: WordStore) -> None:
        assert isinstance(runs, WordCounter)
        assert isinstance(words, WordCounter)
        cut_runs(runs, words, *stages)

    return cut
