"""WordLevel: every word is one token, or the unknown."""

from __future__ import annotations

from collections.abc import Container


def wordlevel(word: str, vocab: Container[str], unk: str = "<unk>") -> list[str]:
    """The word itself where the vocabulary has it, else `unk`.

    >>> wordlevel("low", {"low"})
    ['low']
    >>> wordlevel("lowest", {"low"})
    ['<unk>']
    """
    return [word if word in vocab else unk]
