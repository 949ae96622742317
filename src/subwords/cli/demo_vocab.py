"""A small WordPiece vocabulary made from the English prose that ships with Python.

This is no training: nothing is optimised. Frequent words come in whole; beside them the starts,
middles and ends that many different words share. Good enough to see how encoding works, and
readable in one sitting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

PREFIX = "##"
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
MIN_COUNT = 3


def python_prose() -> list[str]:
    """The help topics of Python, a text each."""
    from pydoc_data.topics import topics

    return [topics[name] for name in sorted(topics)]


def make_vocab(words: Counter[str], size: int) -> dict[str, int]:
    """A WordPiece vocabulary of about `size` tokens.

    Every character is in it twice, bare and marked, so no word of those characters is unknown.

    Args:
        words: Normalized words and how often each occurs.
        size: How many tokens, if the words have that many to offer.
    """
    characters = sorted({character for word in words for character in word})
    fixed = [*SPECIAL, *characters, *(PREFIX + character for character in characters)]
    room = max(0, size - len(fixed))
    whole = [word for word, count in words.most_common() if len(word) > 1 and count >= MIN_COUNT]
    tokens = dict.fromkeys([*fixed, *whole[: room // 2]])
    shared = shared_pieces(words)
    for piece in sorted(shared, key=lambda piece: (-_saved(piece, shared[piece]), piece)):
        if len(tokens) >= size:
            break
        tokens[piece] = None
    return {token: id for id, token in enumerate(tokens)}


def shared_pieces(words: Iterable[str]) -> dict[str, int]:
    """Pieces of two or more characters, and how many different words hold each.

    A piece that hardly ever occurs except inside one longer piece ("##ndin" in "##nding") is
    left out.
    """
    holders: Counter[str] = Counter()
    longer: Counter[str] = Counter()
    for word in words:
        if word.isalpha():
            holders.update({_marked(word, a, b) for a, b in _cuts(word)})
    for word in words:
        if word.isalpha():
            for a, b in _cuts(word):
                piece = _marked(word, a, b)
                for wider in ((a - 1, b), (a, b + 1)):
                    if wider[0] >= 0 and wider[1] <= len(word):
                        longer[piece] = max(longer[piece], holders[_marked(word, *wider)])
    return {
        piece: count
        for piece, count in holders.items()
        if count >= MIN_COUNT and longer[piece] <= 0.6 * count
    }


def _cuts(word: str) -> Iterable[tuple[int, int]]:
    return ((a, b) for a in range(len(word) - 1) for b in range(a + 2, len(word) + 1))


def _marked(word: str, start: int, end: int) -> str:
    return (PREFIX if start else "") + word[start:end]


def _saved(piece: str, count: int) -> int:
    """How many tokens the piece saves over spelling those words in characters."""
    return count * (len(piece.removeprefix(PREFIX)) - 1)


__all__ = ["PREFIX", "SPECIAL", "make_vocab", "python_prose", "shared_pieces"]
