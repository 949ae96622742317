"""Native tables in pickles: their entries, made into tables of the engine that is there."""

from __future__ import annotations

import copyreg
from typing import Any

from subwords.native import _core
from subwords.unpickling import rebuild_merges, rebuild_pieces, rebuild_vocab


def _reduce_vocab(table: _core.Vocab) -> tuple[Any, ...]:
    return rebuild_vocab, ([(table.token_bytes(id), id) for _, id in table.items()],)


def _reduce_merges(table: _core.Merges) -> tuple[Any, ...]:
    return rebuild_merges, ([table.pair_bytes(rank) for rank in range(len(table))],)


def _reduce_pieces(table: _core.Pieces) -> tuple[Any, ...]:
    ids = range(len(table))
    pieces = [(table.piece_bytes(id), table.score(id)) for id in ids]
    return rebuild_pieces, (pieces, [table.type(id) for id in ids])


def register() -> None:
    """Let `pickle` and `copy` take the tables of the extension."""
    copyreg.pickle(_core.Vocab, _reduce_vocab)
    copyreg.pickle(_core.Merges, _reduce_merges)
    copyreg.pickle(_core.Pieces, _reduce_pieces)
