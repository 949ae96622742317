"""BPE training, from word counts to a vocabulary and merges.

1. The special tokens get the first ids, then the alphabet: all bytes for byte-level training, else
   the characters that occur.
2. Every word is cut into its characters (or, where a vocabulary is extended, by its merges).
3. The most frequent pair of neighbours is merged again and again (`bpe_merges.py`).

The first BPE for words is Sennrich, Haddow and Birch, 2016; the rules for equal counts, repeated
strings and stopping are those of Hugging Face's trainer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from subwords.training.bpe_options import BYTE_ALPHABET, BPEOptions
from subwords.training.learned import Learned, Merge, Report
from subwords.training.limits import check_counts, check_size
from subwords.training.reference.bpe_merges import learn_merges, merge_in_word
from subwords.training.reference.wordpiece import number

Words = Iterable[tuple[str, int]]


def learn(
    counts: Mapping[str, int],
    options: BPEOptions,
    progress: Callable[[int], None] | None = None,
) -> Learned:
    """Train on word counts.

    Args:
        counts: Words (already normalized and cut) and how often each occurs.
        options: The settings.
        progress: Called with the size of the vocabulary after every merge.

    Returns:
        Vocabulary, trace of merges, report.

    Raises:
        ValueError: `vocab_size` is below special tokens plus alphabet, or the counts are out of
            range.
    """
    words = [(word, count) for word, count in sorted(counts.items()) if word and count]
    check_counts(words)
    kept, dropped = keep_characters(words, options)
    letters = alphabet(words, kept, options)
    ids = number([*options.special_tokens, *letters], options.extend)
    check_size(options, len(ids), len(letters))
    pieces = [(cut(word, kept, options), count) for word, count in words]
    merges: list[Merge] = []
    for merge in learn_merges(pieces, ids, options):
        merges.append(merge)
        if progress is not None:
            progress(len(ids))
    report = Report(
        words=len(words),
        occurrences=sum(count for _, count in words),
        alphabet_size=len(letters),
        dropped_characters=dropped,
        vocab_size=len(ids),
        complete=len(ids) >= options.vocab_size,
    )
    return Learned(ids, merges, report)


def forms(word: str, options: BPEOptions) -> Iterator[tuple[str, str]]:
    """Every character of a word, and the form it has there: ``"the"`` → ``t ##h ##e</w>``."""
    last = len(word) - 1
    for i, character in enumerate(word):
        prefix = options.continuing_prefix if i > 0 else ""
        suffix = options.end_of_word_suffix if i == last else ""
        yield character, prefix + character + suffix


def keep_characters(words: Words, options: BPEOptions) -> tuple[set[str], dict[str, int]]:
    """The characters that stay, and the dropped ones with their counts (most frequent first)."""
    counts: Counter[str] = Counter()
    for word, count in words:
        for character in word:
            counts[character] += count
    always = {*options.first_letters(), *filter(lambda token: len(token) == 1, options.extend)}
    ranked = sorted(counts.keys() - always, key=lambda c: (-counts[c], c))
    limit = options.limit_alphabet
    room = len(ranked) if limit is None else max(0, limit - len(always))
    return always | set(ranked[:room]), {c: counts[c] for c in ranked[room:]}


def alphabet(words: Words, kept: set[str], options: BPEOptions) -> list[str]:
    """The single-character tokens in the order of their ids."""
    seen = {form for word, _ in words for c, form in forms(word, options) if c in kept}
    marked = bool(options.continuing_prefix or options.end_of_word_suffix)
    if marked and options.alphabet == "seen":
        letters = sorted(seen.union(options.first_letters()))
    else:
        letters = [*sorted(kept), *sorted(seen - kept)]
    if options.ties == "tiktoken":
        letters = list(dict.fromkeys((*BYTE_ALPHABET, *letters)))
    return letters


def cut(word: str, kept: set[str], options: BPEOptions) -> list[str]:
    """A word in the pieces from which training starts: its characters, or by the old merges."""
    pieces = [form for character, form in forms(word, options) if character in kept]
    if not options.extend_merges:
        return pieces
    ranks = {pair: rank for rank, pair in enumerate(options.extend_merges)}
    while True:
        pairs = [pair for pair in pairwise(pieces) if pair in ranks]
        if not pairs:
            return pieces
        best = min(pairs, key=ranks.__getitem__)
        merged = best[0] + best[1].removeprefix(options.continuing_prefix)
        merge_in_word(pieces, [1] * len(pieces), best, merged)
