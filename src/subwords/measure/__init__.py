"""Measuring: what a vocabulary can and cannot spell, and what a tokenizer makes of a text.

`subwords.measure` is both this package and the function of that name in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from subwords.lazily import lazily

if TYPE_CHECKING:
    from subwords.engine import Errors
    from subwords.measure.text import Measurement
    from subwords.measure.vocabulary import VocabularyReport, inspect_vocabulary
    from subwords.tokenizer import Tokenizer
    from subwords.training.corpus import Corpus
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {"text": ("Measurement",), "vocabulary": ("VocabularyReport", "inspect_vocabulary")},
    )


def measure(tokenizer: Tokenizer, corpus: Corpus, *, errors: Errors = "strict") -> Measurement:
    """Measure a tokenizer on a corpus.

    Args:
        tokenizer: The tokenizer.
        corpus: An iterable of `str`, a path, or a list of paths; a file counts line by line.
        errors: "strict" refuses a lone surrogate in a text, "replace" reads it as U+FFFD.

    Raises:
        TypeError: `corpus` is nothing of the above; `WordCounts` no longer hold the text.
        MissingFileError: A file does not exist.
        FormatError: A file is not UTF-8.

    Example:
        >>> from subwords import WordPieceTokenizer
        >>> tok = WordPieceTokenizer({"[UNK]": 0, "low": 1, "##est": 2})
        >>> result = measure(tok, ["Lowest low zebra"])
        >>> result.words, result.tokens, result.unknown_words
        (3, 4, 1)
    """
    from subwords.measure.text import measured

    return measured(tokenizer, corpus, errors)


__all__ = ["Measurement", "VocabularyReport", "inspect_vocabulary", "measure"]
