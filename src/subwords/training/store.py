"""The table behind `WordCounts`: native where the extension is present, else a dictionary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Protocol

from subwords.training.engines import native_trainer


class WordStore(Protocol):
    """Words and counts; `_core.WordCounter` is the native one."""

    def add_all(self, words: dict[str, int]) -> None:
        """Add these counts."""

    def add_runs(self, data: bytes | memoryview, classes: bytes) -> None:
        """Count the runs of UTF-8 text; see `runs.byte_classes`."""

    def merge(self, other: Any) -> None:
        """Add all counts of another store of the same kind."""

    def count(self, word: str) -> int:
        """The count of a word."""

    def sorted_items(self) -> list[tuple[str, int]]:
        """Words and counts by code point.

        Raises:
            UnicodeDecodeError: What was counted is not UTF-8.
        """

    def __len__(self) -> int: ...


_AT_SPACE = re.compile(rb"[ \n]")
SLICE = 1 << 16
"""Bytes of text whose words are objects at one time."""


class PythonStore:
    """The store in pure Python."""

    def __init__(self) -> None:
        self._counts: Counter[bytes] = Counter()

    def add_all(self, words: dict[str, int]) -> None:
        """Add these counts."""
        for word, count in words.items():
            if count:
                self._counts[word.encode()] += count

    def add_runs(self, data: bytes | memoryview, classes: bytes) -> None:
        """Count the runs of UTF-8 text."""
        between = bytes(b for b in range(256) if classes[b] == 1)
        alone = bytes(b for b in range(256) if classes[b] == 2)
        text = bytes(data)
        if 3 in classes:
            self._counts.update(runs_before_spaces(text, classes))
            return
        if not between:
            self._counts.update([text] if text else [])
            return
        if alone:
            for byte in alone:
                text = text.replace(bytes((byte,)), b" %c " % byte)
        text = text.translate(bytes(32 if b in between else b for b in range(256)))
        # A slice at a time: the words of a whole block, as objects, take ten times its memory.
        begin = 0
        while begin < len(text):
            end = text.find(b" ", begin + SLICE)
            end = len(text) if end < 0 else end
            self._counts.update(filter(None, text[begin:end].split(b" ")))
            begin = end + 1

    def merge(self, other: Any) -> None:
        """Add all counts of another store."""
        self._counts.update(other._counts)

    def count(self, word: str) -> int:
        """The count of a word."""
        return self._counts.get(word.encode("utf-8", "surrogatepass"), 0)

    def sorted_items(self) -> list[tuple[str, int]]:
        """Words and counts by code point."""
        return [(word.decode(), count) for word, count in sorted(self._counts.items())]

    def __len__(self) -> int:
        return len(self._counts)


def runs_before_spaces(text: bytes, classes: bytes) -> Iterator[bytes]:
    """The runs of a text that is cut before spaces, and where classes say so behind newlines."""
    by_line = classes[10] == 5
    begin = 0
    for match in _AT_SPACE.finditer(text):
        at = match.end() if match[0] == b"\n" else match.start()
        if match[0] == b"\n":
            if not by_line:
                continue
        elif at == begin or text[max(0, at - 4) : at].decode("utf-8", "ignore")[-1:].isspace():
            continue
        yield text[begin:at]
        begin = at
    if begin < len(text):
        yield text[begin:]


def new_store(engine: str | None = None) -> WordStore:
    """A store of the engine that is asked for (None: native where present)."""
    if native_trainer(engine):
        from subwords.native._core import WordCounter

        return WordCounter()
    return PythonStore()
