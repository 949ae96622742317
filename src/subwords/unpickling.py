"""Tables out of pickles. Here, and not beside the extension, so that pickles open without it."""

from __future__ import annotations

from collections.abc import Sequence

from subwords import native
from subwords.tables import Merges, MergesTable, Pieces, PiecesTable, Vocab, VocabTable


def rebuild_vocab(entries: Sequence[tuple[bytes, int]]) -> VocabTable:
    """A vocabulary from (token, id)."""
    if not native.available():
        return Vocab(entries)
    from subwords.native import _core

    return _core.make_vocab(entries)


def rebuild_merges(pairs: Sequence[tuple[bytes, bytes]]) -> MergesTable:
    """Merges from (left, right)."""
    if not native.available():
        return Merges(pairs)
    from subwords.native import _core

    return _core.make_merges(pairs)


def rebuild_pieces(pieces: Sequence[tuple[bytes, float]], types: Sequence[str]) -> PiecesTable:
    """Pieces from (piece, score) and their types."""
    if not native.available():
        return Pieces(pieces, types)
    from subwords.native import _core

    return _core.make_pieces(pieces, types)
