"""The pieces that Unigram training starts from: all characters, and substrings that occur again.

A substring is taken if it occurs at least twice and not always before the same character: otherwise
the longer one does as well. (These are the inner nodes of a suffix tree; the native trainer finds
them by sorting suffixes.) Of all these the best by frequency times length are kept.
"""

from __future__ import annotations

from collections import Counter

from subwords.training.scripts import kind_of, piece_limit
from subwords.training.sentencepiece_options import SPACE
from subwords.training.unigram_options import UnigramOptions

Fragments = list[tuple[str, int]]


def seeds(
    fragments: Fragments, required: dict[str, int], options: UnigramOptions
) -> list[tuple[str, int]]:
    """Pieces and their weights (frequency times length): the characters, then the substrings."""
    counts, longer = substrings(fragments, options)
    least = max(options.min_frequency, 1)
    found = [
        (piece, count * len(piece))
        for piece, count in counts.items()
        if len(piece) > 1 and count >= least and count > longer[piece] and may_end(piece, options)
    ]
    found.sort(key=lambda seed: (-seed[1], len(seed[0].encode()), seed[0]))
    characters = [(c, count) for c, count in required.items() if count]
    return characters + found[: max(0, options.seed_size - len(characters))]


def substrings(fragments: Fragments, options: UnigramOptions) -> tuple[Counter[str], Counter[str]]:
    """How often each possible piece occurs, and with the character that follows it most often."""
    kinds = {c: kind_of(c, options) for c in {c for part, _ in fragments for c in part}}
    counts: Counter[str] = Counter()
    for part, count in fragments:
        row = [kinds[c] for c in part]
        for begin in range(len(part)):
            limit = piece_limit(row[begin : begin + options.max_piece_length], len(part))
            for end in range(begin + 1, begin + limit + 1):
                counts[part[begin:end]] += count
    longer: Counter[str] = Counter()
    for piece, count in counts.items():
        longer[piece[:-1]] = max(longer[piece[:-1]], count)
    return counts, longer


def may_end(piece: str, options: UnigramOptions) -> bool:
    """Whether a piece ends where one may: a space begins one (or ends one, as a suffix)."""
    return options.treat_whitespace_as_suffix or not piece.endswith(SPACE)
