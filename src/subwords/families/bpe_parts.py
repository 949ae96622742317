"""What the doors of both kinds of BPE share: their files, and how they are loaded."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from subwords import models
from subwords.engine import EngineName
from subwords.errors import FormatError, MissingFileError
from subwords.names import locate
from subwords.special_tokens import SpecialTokens
from subwords.surrogates import refuse_surrogates
from subwords.tables import Merges, MergesTable, VocabTable
from subwords.tokenizer import Tokenizer

_Door = TypeVar("_Door", bound=Tokenizer)


def merges_table(merges: object) -> MergesTable:
    """Pairs (left, right) as a table.

    Raises:
        TypeError: Something else than pairs of `str`.
    """
    if isinstance(merges, MergesTable):
        return merges
    if isinstance(merges, (str, bytes)) or not isinstance(merges, Iterable):
        raise TypeError(f"merges must be pairs (left, right), not {type(merges).__name__}")
    pairs = [_pair(merge) for merge in merges]
    return Merges(pairs)


def _pair(merge: object) -> tuple[str, str]:
    if isinstance(merge, (tuple, list)) and len(merge) == 2:
        left, right = merge
        if isinstance(left, str) and isinstance(right, str):
            refuse_surrogates("a merge", left + right)
            return left, right
    raise TypeError(f"a merge must be a pair (left, right) of str, not {merge!r}")


def bpe_model(vocab: VocabTable, merges: MergesTable, **options: object) -> models.BPE:
    """The model, with merges that its vocabulary can make.

    Raises:
        ValueError: A merge needs a token that is not in the vocabulary.
    """
    dropout = options.get("dropout")
    if dropout is not None:
        if isinstance(dropout, bool) or not isinstance(dropout, (int, float)):
            raise TypeError(f"dropout must be a probability or None, not {dropout!r}")
        if not 0 <= dropout <= 1:
            raise ValueError(f"dropout must be a probability from 0 to 1, not {dropout!r}")
    model = models.BPE(vocab, merges, **options)  # type: ignore[arg-type]
    rank = merges.first_unknown(vocab, len(model.continuing_prefix.encode()))
    if rank is not None:
        left, right = merges[rank]
        raise ValueError(
            f"merge {rank}, {left!r} + {right!r}, needs a token that vocab does not have"
        )
    return model


def read_files(directory: str | os.PathLike[str]) -> tuple[VocabTable, MergesTable, Path]:
    """``vocab.json`` and ``merges.txt`` of a directory, and the path of the first.

    Raises:
        MissingFileError: One of them is missing (also a `FileNotFoundError`).
        FormatError: One is damaged.
    """
    from subwords.formats.merges_txt import read_merges_txt, read_vocab_json
    from subwords.formats.source import read_bytes

    folder = Path(directory)
    vocab, merges = folder / "vocab.json", folder / "merges.txt"
    for file in (vocab, merges):
        if not file.exists():
            raise MissingFileError(
                f"{file}: no such file; a BPE directory holds a vocab.json and a merges.txt"
            )
    return (
        read_vocab_json(read_bytes(vocab, what="a vocab.json"), vocab),
        read_merges_txt(read_bytes(merges, what="a merges.txt"), merges),
        vocab,
    )


def roles_beside(file: Path, vocab: VocabTable) -> SpecialTokens:
    """What special_tokens_map.json says, as far as the vocabulary has it; else GPT-2's only one."""
    from subwords.formats.bert_files import keep_present
    from subwords.formats.source import read_bytes
    from subwords.formats.special_tokens_map import read_special_tokens_map

    path = file.parent / "special_tokens_map.json"
    if path.exists():
        return keep_present(read_special_tokens_map(read_bytes(path), path)[0], vocab)
    end = "<|endoftext|>"
    return SpecialTokens() if vocab.get(end) is None else SpecialTokens(eos=end)


def plain(special: SpecialTokens) -> SpecialTokens:
    """The same tokens without their parts, so that no template puts them around a text."""
    return SpecialTokens(extra=tuple(dict.fromkeys(special)))


def load_door(
    kind: type[_Door],
    engine: EngineName,
    directory_or_name: str | os.PathLike[str],
    revision: str | None,
    offline: bool,
) -> _Door:
    """A published BPE tokenizer as a door, as `subwords.load` has it."""
    from subwords import formats
    from subwords.loading import make

    path = locate(directory_or_name, revision=revision, offline=offline)
    loaded = formats.load(path, prefer=None, pattern=None, special_tokens=None)
    if not isinstance(loaded.spec.model, models.BPE):
        raise FormatError(
            f"this is a {type(loaded.spec.model).__name__} tokenizer, not BPE with merges",
            file=path,
            remedy="subwords.load takes every family.",
        )
    return make(kind, loaded, engine)
