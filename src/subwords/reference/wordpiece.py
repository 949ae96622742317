"""WordPiece: greedy longest match first, as the lesson's function has it.

From the start of the word take the longest string that is in the vocabulary, then go on from where
it ended; pieces that continue a word carry a prefix. If at some point no piece fits, the whole
word is unknown. The cost is quadratic in the length of a word; `core/models/wordpiece.hpp` does the
same in linear time. Source: Wu et al. 2016, section 4.1, and BERT's `WordpieceTokenizer`.
"""

from __future__ import annotations

from collections.abc import Container


def wordpiece(
    word: str,
    vocab: Container[str],
    unk: str = "[UNK]",
    prefix: str = "##",
    limit: int | None = 100,
) -> list[str]:
    """Cut one word into pieces.

    Args:
        word: A word as the pre-tokenizer gives it.
        vocab: The pieces; those that continue a word begin with `prefix`.
        unk: What an unknown word becomes.
        prefix: The mark of a piece that continues a word.
        limit: A word of more characters is unknown; None for no limit.

    >>> wordpiece("hedgehogs", {"hedge", "##hog", "##s"})
    ['hedge', '##hog', '##s']
    >>> wordpiece("hedges!", {"hedge", "##hog", "##s"})
    ['[UNK]']
    """
    if limit is not None and len(word) > limit:
        return [unk]
    pieces, start = [], 0
    while start < len(word):
        end = len(word)
        while end > start:
            piece = word[start:end] if start == 0 else prefix + word[start:end]
            if piece in vocab:
                break
            end -= 1
        if end == start:
            return [unk]  # no piece fits: the whole word is unknown
        pieces.append(piece)
        start = end
    return pieces
