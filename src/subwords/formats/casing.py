"""Does a bare vocabulary fit lower-casing? A heuristic that turns a silent error into a loud one.

A cased BERT read as lower-casing still encodes, with wrong ids for every capital. But then many
of its pieces can never come out, since no lower-cased text holds a capital or an accent.
"""

from __future__ import annotations

import re

from subwords.normalizers import BERTNormalizer
from subwords.tables import VocabTable

LIMIT = 0.01
"""A vocabulary that fits its casing has (almost) no impossible pieces; published ones have none."""

_UNUSED = re.compile(r"\[unused\d+\]\Z")
_CASED = BERTNormalizer(lowercase=False)
_STRIPPED = BERTNormalizer(lowercase=True)


def impossible_pieces(
    vocab: VocabTable, special: frozenset[str], prefix: str = "##"
) -> tuple[list[str], int]:
    """Pieces that lower-casing and accent stripping alone make impossible, and how many count.

    A piece counts if `BERTNormalizer(lowercase=False)` could produce it; special tokens and
    ``[unusedN]`` do not.
    """
    impossible: list[str] = []
    counted = 0
    for token in vocab:
        if token in special or (token[:1] == "[" and _UNUSED.match(token)):
            continue
        body = token[len(prefix) :] if token.startswith(prefix) else token
        if body.isascii():
            if body and body.isprintable() and " " not in body:
                counted += 1
                if body != body.lower():
                    impossible.append(token)
        elif not _have_reference():
            continue
        elif _normalized(_CASED, body) == body:
            counted += 1
            if _normalized(_STRIPPED, body) != body:
                impossible.append(token)
    return impossible, counted


def _normalized(normalizer: BERTNormalizer, text: str) -> str:
    from subwords.reference.aligned import AlignedText
    from subwords.reference.normalize import normalize

    return normalize(normalizer, AlignedText.from_str(text)).text.strip(" ")


def _have_reference() -> bool:
    from importlib.util import find_spec

    return find_spec("subwords.reference.normalize") is not None
