"""Native token tables, and the files that fill them, as the rest of the package sees them.

The classes `Vocab`, `Merges` and `Pieces` of the extension satisfy the protocols of
`subwords.tables`, compare equal to their pure twins and have the same hashes. Importing this
module raises ImportError where the extension is absent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from subwords.errors import FormatError
from subwords.native import _core, pickling
from subwords.tables import MergesTable, PiecesTable, VocabTable

_LAYOUTS = {"plain": 0, "tokenizer": 1, "vocab": 2}

Mapping.register(_core.Vocab)
Sequence.register(_core.Merges)
Sequence.register(_core.Pieces)
pickling.register()


def native_vocab(vocab: VocabTable) -> _core.Vocab:
    """`vocab` as a table of the extension; itself where it is one."""
    if isinstance(vocab, _core.Vocab):
        return vocab
    return _core.make_vocab((vocab.token_bytes(id), id) for _, id in vocab.items())


def native_merges(merges: MergesTable) -> _core.Merges:
    """`merges` as a table of the extension; itself where it is one."""
    if isinstance(merges, _core.Merges):
        return merges
    return _core.make_merges(merges.pair_bytes(rank) for rank in range(len(merges)))


def native_pieces(pieces: PiecesTable) -> _core.Pieces:
    """`pieces` as a table of the extension; itself where it is one."""
    if isinstance(pieces, _core.Pieces):
        return pieces
    ids = range(len(pieces))
    return _core.make_pieces(
        ((pieces.piece_bytes(id), pieces.score(id)) for id in ids), (pieces.type(id) for id in ids)
    )


def read_json(data: bytes, file: object, layout: str, max_depth: int) -> Any:
    """Parse JSON; see `subwords.formats.json_reader.read_json`."""
    return _raise_fault(_core.read_json(data, _LAYOUTS[layout], max_depth), file)


def read_vocab_txt(data: bytes, file: object) -> VocabTable:
    """Read a ``vocab.txt``; see `subwords.formats.vocab_txt`."""
    vocab: VocabTable = _raise_fault(_core.read_vocab_txt(data), file)
    return vocab


def read_ranks(data: bytes, file: object) -> VocabTable:
    """Read a rank file; see `subwords.formats.tiktoken_ranks`."""
    vocab: VocabTable = _raise_fault(_core.read_ranks(data), file)
    return vocab


def rank_image(vocab: VocabTable) -> bytes:
    """The bytes that identify ranks; see `subwords.formats.tiktoken_ranks`."""
    return _core.rank_image(native_vocab(vocab))


def read_model_proto(data: bytes, file: object) -> Any:
    """Read the pieces of a ``.model``; see `subwords.formats.sentencepiece_pieces`."""
    return _raise_fault(_core.read_model_proto(data), file)


def _raise_fault(result: Any, file: object) -> Any:
    if isinstance(result, _core.Fault):
        raise FormatError(
            result.what, file=file, where=result.where or None, remedy=result.remedy
        ) from None
    return result
