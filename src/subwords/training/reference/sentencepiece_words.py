"""Words as sentencepiece's trainers see them: which characters count, and what bounds pieces.

Symbols and characters that are left out are boundaries, so every word becomes the fragments between
them, and all that follows knows only fragments of kept characters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from subwords.training.sentencepiece_options import SentencePieceOptions

Words = Iterable[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a trainer starts from.

    Args:
        fragments: The parts of the words and how often each occurs, by code point.
        required: The characters that get a piece, with their counts, most frequent first.
        dropped: The characters that are left out, likewise.
    """

    fragments: list[tuple[str, int]]
    required: dict[str, int]
    dropped: dict[str, int]


def prepare(words: Words, options: SentencePieceOptions) -> Prepared:
    """Cut words at symbols, choose the characters, and cut again at those that are left out.

    Args:
        words: Normalized words and their counts.
        options: Symbols, coverage and required characters.
    """
    parts = list(cut_out(words, symbols_of(options)))
    counts: Counter[str] = Counter()
    for part, count in parts:
        for c in part:
            counts[c] += count
    required, dropped = choose_characters(counts, options)
    fragments = Counter[str]()
    for part, count in cut_out(parts, list(dropped)):
        fragments[part] += count
    return Prepared(sorted(fragments.items()), required, dropped)


def symbols_of(options: SentencePieceOptions) -> list[str]:
    """The pieces that no trained piece may hold a part of, the longest first."""
    names = [piece for _, _, piece in options.roles()]
    found = {*names, *options.control_symbols, *options.user_defined_symbols}
    return sorted(found, key=lambda s: (-len(s), s))


def cut_out(words: Words, separators: list[str]) -> Iterator[tuple[str, int]]:
    """What stands between the separators in each word; of several that match the first is taken."""
    if not separators:
        yield from words
        return
    pattern = re.compile("|".join(map(re.escape, separators)))
    for word, count in words:
        for part in pattern.split(word):
            if part:
                yield part, count


def choose_characters(
    counts: dict[str, int], options: SentencePieceOptions
) -> tuple[dict[str, int], dict[str, int]]:
    """The characters that get a piece and those that do not, each with counts, by frequency.

    The most frequent are taken (equally frequent ones by code point) until they cover enough of
    the text; `required_chars` in any case.
    """
    total, covered = sum(counts.values()), 0
    always = set(options.required_chars)
    counted = {**dict.fromkeys(always, 0), **counts}
    kept: dict[str, int] = {}
    dropped: dict[str, int] = {}
    for c in sorted(counted, key=lambda c: (-counted[c], c)):
        count = counted[c]
        enough = total == 0 or covered / total >= options.character_coverage
        if c in always or (count and not enough):
            kept[c] = count
        elif count:
            dropped[c] = count
        if not enough:
            covered += count
    return kept, dropped
