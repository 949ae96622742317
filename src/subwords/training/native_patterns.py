"""Counting natively where the words are what split patterns leave: one pass over the bytes.

The scanner needs no runs: it is as fast as finding them. It is used where nothing is done to the
text before, and nothing after but spelling the bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.errors import SubwordsError
from subwords.native import _core
from subwords.patterns import GPT2, Regex
from subwords.patterns.parser import parse
from subwords.patterns.tree import as_tuples
from subwords.training.store import WordStore


class PatternWords(NamedTuple):
    """A compiled pattern, and whether the words are spelled in the byte alphabet at the end."""

    counter: _core.PatternCounter
    spelled: bool

    def add(self, text: bytes | memoryview, by_line: bool, words: WordStore) -> None:
        """Count the words of a text, as bytes."""
        assert isinstance(words, _core.WordCounter)
        self.counter.add(text, by_line, words)

    def finish(self, raw: WordStore, words: WordStore) -> None:
        """Add words as bytes to words as they are to be."""
        assert isinstance(raw, _core.WordCounter)
        assert isinstance(words, _core.WordCounter)
        if self.spelled:
            _core.spell_bytes(raw, words)
        else:
            words.merge(raw)


def compiled(
    normalizer: norm.Normalizer | None, pre_tokenizer: pre.PreTokenizer | None
) -> PatternWords | None:
    """The pattern of these stages; None where they are others, or too much for the scanner."""
    if normalizer not in {None, norm.Sequence()}:
        return None
    splits = _flat(pre_tokenizer)
    spelled = bool(splits) and isinstance(splits[-1], pre.ByteLevel)
    if spelled:
        last = splits.pop()
        assert isinstance(last, pre.ByteLevel)
        if last.add_prefix_space:
            return None
        if last.use_regex:
            splits.append(pre.Split(Regex(GPT2), "isolated"))
    try:
        trees = list(_trees(splits))
        return PatternWords(_core.PatternCounter(trees), spelled) if trees else None
    except (SubwordsError, ValueError):
        return None


class _Other(ValueError):
    """A stage that is no split pattern."""


def _trees(splits: Iterable[object]) -> Iterator[tuple[tuple[object, ...], str]]:
    for split in splits:
        if not isinstance(split, pre.Split) or not isinstance(split.pattern, Regex):
            raise _Other
        if split.behavior == "isolated":
            keep = "all"
        elif split.behavior == "removed":
            keep = "matches" if split.invert else "gaps"
        else:
            raise _Other
        yield as_tuples(parse(split.pattern.expression, "oniguruma")), keep


def _flat(pre_tokenizer: pre.PreTokenizer | None) -> list[pre.PreTokenizer]:
    if isinstance(pre_tokenizer, pre.Sequence):
        return [leaf for part in pre_tokenizer.pre_tokenizers for leaf in _flat(part)]
    return [] if pre_tokenizer is None else [pre_tokenizer]
