"""WordPiece training, from word counts to a vocabulary.

1. The special tokens get the first ids, then the alphabet (`alphabet.py`).
2. Every word is cut into its characters.
3. The best pair is merged again and again (`merges.py`); every merged piece is a new token.

The score decides what "best" means: the most frequent pair (what Hugging Face's trainer does) or
the pair whose halves belong together (likelihood, as WordPiece was first described by Schuster and
Nakajima, 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from subwords.training.learned import Learned, Merge, Report
from subwords.training.limits import check_counts, check_size
from subwords.training.options import WordPieceOptions
from subwords.training.reference.alphabet import alphabet, forms, keep_characters
from subwords.training.reference.merges import learn_merges


def learn(
    counts: Mapping[str, int],
    options: WordPieceOptions,
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

    prefix = options.continuing_prefix
    pieces = []
    for word, count in words:
        word_forms = [form for form in forms(word, prefix) if form[-1] in kept]
        pieces.append((cut(word_forms, options.extend, prefix), count))
    merges: list[Merge] = []
    for merge in learn_merges(
        pieces,
        ids,
        vocab_size=options.vocab_size,
        score=options.score,
        pmi_shift=options.pmi_shift,
        ties=options.ties,
        min_frequency=options.min_frequency,
        prefix=prefix,
    ):
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


def number(tokens: list[str], extend: Mapping[str, int]) -> dict[str, int]:
    """Ids for tokens in order, after those of the vocabulary that is extended."""
    ids = dict(sorted(extend.items(), key=lambda entry: entry[1]))
    next_id = max(ids.values(), default=-1) + 1
    for token in tokens:
        if token not in ids:
            ids[token] = next_id
            next_id += 1
    return ids


def cut(word_forms: list[str], known: Container[str], prefix: str) -> list[str]:
    """A word in the pieces from which training starts: the longest known ones from the left.

    Where nothing is extended, no longer piece is known, and these are the single characters.
    """
    if not known:
        return word_forms
    pieces, start = [], 0
    while start < len(word_forms):
        best, piece, end = start + 1, word_forms[start], start + 1
        longest = piece
        while end < len(word_forms):
            piece += word_forms[end].removeprefix(prefix)
            end += 1
            if piece in known:
                best, longest = end, piece
        pieces.append(longest)
        start = best
    return pieces
