"""`WordCounts`: how often each word occurs, and how the words were made.

Training starts from these. They can be counted in parts (on several machines, too), added, saved
and loaded; counts are 64-bit. A `WordCounts` carries the normalizer and the pre-tokenizer it was
counted with, because counts made by different ones must not be mixed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.engine import clean_text
from subwords.training.limits import MAX_TOTAL
from subwords.training.store import WordStore, new_store


class WordCounts(Mapping[str, int]):
    """Words and how often each occurs, by code point.

    Args:
        counts: A mapping from word to count, or pairs; words are taken as they are, neither
            normalized nor cut. Counts of the same word are added.
        normalizer: What the words were normalized with. None: `BERTNormalizer`.
        pre_tokenizer: What the text was cut with. None: `WhitespacePunctuationSplit`.

    Raises:
        TypeError: A word is no `str`, or a count no `int`.
        ValueError: A count is negative or above 2**63 - 1.
        SurrogateError: A word holds a lone surrogate.

    Example:
        >>> counts = WordCounts({"low": 5, "lower": 2}) + WordCounts({"low": 1})
        >>> dict(counts)
        {'low': 6, 'lower': 2}
    """

    __slots__ = ("_normalizer", "_pre_tokenizer", "_store", "disposable")

    def __init__(
        self,
        counts: Mapping[str, int] | Iterable[tuple[str, int]] = (),
        *,
        normalizer: norm.Normalizer | None = None,
        pre_tokenizer: pre.PreTokenizer | None = None,
    ) -> None:
        pairs = counts.items() if isinstance(counts, Mapping) else counts
        self.disposable = False  # whether a trainer may empty the table when it has read it
        self._store: WordStore = new_store()
        self._store.add_all(_checked(pairs))
        self._normalizer = norm.BERTNormalizer() if normalizer is None else normalizer
        self._pre_tokenizer = (
            pre.WhitespacePunctuationSplit() if pre_tokenizer is None else pre_tokenizer
        )

    @classmethod
    def from_store(
        cls, store: WordStore, normalizer: norm.Normalizer, pre_tokenizer: pre.PreTokenizer
    ) -> WordCounts:
        """Wrap a store that was filled elsewhere."""
        counts = cls(normalizer=normalizer, pre_tokenizer=pre_tokenizer)
        counts._store = store
        return counts

    @property
    def normalizer(self) -> norm.Normalizer:
        """What the words were normalized with."""
        return self._normalizer

    @property
    def pre_tokenizer(self) -> pre.PreTokenizer:
        """What the text was cut with."""
        return self._pre_tokenizer

    @property
    def store(self) -> WordStore:
        """The table behind it; not to be changed."""
        return self._store

    def total(self) -> int:
        """Words in all."""
        return sum(count for _, count in self._store.sorted_items())

    def most_common(self, n: int | None = None) -> list[tuple[str, int]]:
        """The `n` most frequent words (all with None), equally frequent ones by code point."""
        ranked = sorted(self._store.sorted_items(), key=lambda item: -item[1])
        return ranked if n is None else ranked[:n]

    def __getitem__(self, word: str) -> int:
        count = self._store.count(word) if isinstance(word, str) and is_clean(word) else 0
        if not count:
            raise KeyError(word)
        return count

    def __iter__(self) -> Iterator[str]:
        return (word for word, _ in self._store.sorted_items())

    def items(self) -> Iterable[tuple[str, int]]:  # type: ignore[override]
        """Words and counts, by code point."""
        return self._store.sorted_items()

    def __len__(self) -> int:
        return len(self._store)

    def __add__(self, other: object) -> WordCounts:
        """The counts of two corpora together.

        Raises:
            ValueError: They were counted with different normalizers or pre-tokenizers.
        """
        if not isinstance(other, WordCounts):
            return NotImplemented
        self.require(other.normalizer, other.pre_tokenizer, "the other counts")
        store = new_store()
        for part in (self._store, other._store):
            if type(part) is type(store):
                store.merge(part)
            else:
                store.add_all(dict(part.sorted_items()))
        return WordCounts.from_store(store, self.normalizer, self.pre_tokenizer)

    def require(
        self,
        normalizer: norm.Normalizer | None,
        pre_tokenizer: pre.PreTokenizer | None,
        who: str,
    ) -> None:
        """Refuse another normalizer or pre-tokenizer than the words were made with."""
        for name, mine, wanted in (
            ("normalizer", self.normalizer, normalizer),
            ("pre_tokenizer", self.pre_tokenizer, pre_tokenizer),
        ):
            if wanted is not None and wanted != mine:
                raise ValueError(
                    f"these words were counted with {name} {mine!r}, but {who} have {wanted!r}; "
                    "count again with the same"
                )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a text file: a JSON header, then one word a line; read it with `load`.

        Raises:
            UnsupportedError: The normalizer or pre-tokenizer is a Python function.
        """
        from subwords.training.counts_file import write_counts

        write_counts(self, Path(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> WordCounts:
        """Read what `save` wrote.

        Raises:
            MissingFileError: There is no such file.
            FormatError: It is damaged; names the line.
        """
        from subwords.training.counts_file import read_counts

        return read_counts(Path(path))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WordCounts):
            return NotImplemented
        return (
            self.normalizer == other.normalizer
            and self.pre_tokenizer == other.pre_tokenizer
            and self._store.sorted_items() == other._store.sorted_items()
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (dict(self.items()), self.normalizer, self.pre_tokenizer)

    def __repr__(self) -> str:
        return f"<WordCounts of {len(self)} words>"


def _rebuild(
    counts: dict[str, int], normalizer: norm.Normalizer, pre_tokenizer: pre.PreTokenizer
) -> WordCounts:
    return WordCounts(counts, normalizer=normalizer, pre_tokenizer=pre_tokenizer)


def is_clean(word: str) -> bool:
    """Whether a word can be UTF-8."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _checked(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word, count in pairs:
        if not isinstance(word, str):
            raise TypeError(f"a word must be a str, not {type(word).__name__}")
        if isinstance(count, bool) or not isinstance(count, int):
            raise TypeError(f"the count of {word!r} must be an int, not {type(count).__name__}")
        total = counts.get(clean_text(word, "strict"), 0) + count
        if not 0 <= count <= total <= MAX_TOTAL:
            raise ValueError(f"the count of {word!r} must be from 0 to 2**63 - 1, got {count}")
        counts[word] = total
    return counts
