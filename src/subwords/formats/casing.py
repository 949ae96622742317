"""Does a bare vocabulary fit lower-casing? A heuristic that turns a silent error into a loud one.

A cased BERT read as lower-casing still encodes, with wrong ids for every capital. But then many
of its pieces can never come out, since no lower-cased text holds a capital or an accent.
"""

from __future__ import annotations

import re

from subwords.nodes import node
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
    kinds = _Kinds()
    for token in vocab:
        if token in special or (token[:1] == "[" and _UNUSED.match(token)):
            continue
        body = token[len(prefix) :] if token.startswith(prefix) else token
        if body.isascii():
            if body and body.isprintable() and " " not in body:
                counted += 1
                if body != body.lower():
                    impossible.append(token)
            continue
        if not _have_reference():
            continue
        found = [kinds[char] for char in body]
        if all(kind.kept for kind in found) and (
            len(found) == 1 or not any(kind.alone for kind in found)
        ):
            counted += 1
            if any(kind.folded for kind in found):
                impossible.append(token)
    return impossible, counted


@node(frozen=True, slots=True)
class _Kind:
    """What BERT's normalizer makes of a character, which no neighbour changes.

    Args:
        kept: The cased one leaves it as it is,
        alone: but puts spaces around it (an ideograph).
        folded: Lower-casing or accent stripping changes it.
    """

    kept: bool
    alone: bool
    folded: bool


class _Kinds(dict[str, _Kind]):
    """The kind of every character met, found once."""

    def __missing__(self, char: str) -> _Kind:
        cased, stripped = _normalized(_CASED, char), _normalized(_STRIPPED, char)
        kept = cased.strip(" ") == char
        kind = _Kind(kept, alone=cased != char, folded=stripped.strip(" ") != char)
        self[char] = kind
        return kind


def _normalized(normalizer: BERTNormalizer, text: str) -> str:
    from subwords.reference.aligned import AlignedText
    from subwords.reference.normalize import normalize

    return normalize(normalizer, AlignedText.from_str(text)).text


def _have_reference() -> bool:
    from importlib.util import find_spec

    return find_spec("subwords.reference.normalize") is not None
