"""The first step of character-level training: which single characters the vocabulary starts with.

A character has two forms: bare (``a``) where it begins a word, marked (``##a``) where it continues
one. With an empty prefix both are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from subwords.training.options import WordPieceOptions

Words = Iterable[tuple[str, int]]


def forms(word: str, prefix: str) -> list[str]:
    """Every character of a word in the form it has there: ``"the"`` → ``t ##h ##e``."""
    return [*word[:1], *(prefix + character for character in word[1:])]


def keep_characters(words: Words, options: WordPieceOptions) -> tuple[set[str], dict[str, int]]:
    """The characters that stay, and the dropped ones with their counts (most frequent first)."""
    counts: Counter[str] = Counter()
    for word, count in words:
        for character in word:
            counts[character] += count
    always = {form[-1] for form in options.starting_forms()}
    ranked = sorted(counts.keys() - always, key=lambda c: (-counts[c], c))
    limit = options.limit_alphabet
    room = len(ranked) if limit is None else max(0, limit - len(always))
    return always | set(ranked[:room]), {c: counts[c] for c in ranked[room:]}


def alphabet(words: Words, kept: set[str], options: WordPieceOptions) -> list[str]:
    """The single-character tokens in the order of their ids."""
    prefix = options.continuing_prefix
    seen = {form for word, _ in words for form in forms(word, prefix) if form[-1] in kept}
    seen.update(options.starting_forms())
    if options.alphabet == "seen":
        return sorted(seen)
    bare = {form[-1] for form in seen}
    return [*sorted(bare), *sorted(seen - bare)]
