"""Tables and tokenizers out of pickles. Here, and not beside the extension, so that pickles open
without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from subwords import native
from subwords.tables import Merges, MergesTable, Pieces, PiecesTable, Vocab, VocabTable

if TYPE_CHECKING:
    from subwords.engine import EngineName
    from subwords.spec import Spec
    from subwords.special_tokens import SpecialTokens
    from subwords.tokenizer import Tokenizer


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


def rebuild_tokenizer(
    kind: type[Tokenizer],
    spec: Spec,
    engine: EngineName | None,
    metadata: Mapping[str, Any],
    special_tokens: SpecialTokens,
) -> Tokenizer:
    """A tokenizer, or a door of one, from what it is made of."""
    from subwords.tokenizer import Tokenizer

    tokenizer = kind.__new__(kind)
    Tokenizer.__init__(
        tokenizer, spec, engine=engine, metadata=metadata, special_tokens=special_tokens
    )
    return tokenizer
