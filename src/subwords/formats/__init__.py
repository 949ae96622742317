"""File formats: from a file to a spec and back, one format per module."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from subwords.errors import FormatError, MissingFileError
from subwords.formats.bert_files import load_vocab_txt
from subwords.formats.detect import detect
from subwords.formats.directory import load_directory
from subwords.formats.loaded import Loaded
from subwords.formats.saving import save
from subwords.formats.source import read_bytes
from subwords.formats.special_tokens import with_special_tokens
from subwords.formats.tokenizer_json import load_tokenizer_json
from subwords.formats.unread import unread
from subwords.special_tokens import SpecialTokens


def load(
    path: str | os.PathLike[str],
    *,
    prefer: str | None = None,
    pattern: str | None = None,
    special_tokens: SpecialTokens | Mapping[str, int] | None = None,
) -> Loaded:
    """Load a tokenizer from a file or a directory, recognised by its content.

    A file is read alone (only a ``vocab.txt`` looks at the configs beside it). In a directory
    ``tokenizer.json`` wins, then a ``.model``, then ``vocab.json`` with ``merges.txt``, then
    ``vocab.txt``; files that contradict the winner raise.

    Args:
        path: A file or a directory.
        prefer: In a directory, the file to read ("vocab.txt", "tokenizer.json", ...).
        pattern: The split pattern of a rank file; no other file takes one.
        special_tokens: Overrides which token plays which part. (A mapping from token to id is for
            rank files, which state no special tokens.)

    Raises:
        MissingFileError: There is nothing at `path`.
        FormatError: The file is damaged or contradicts itself; names the place and a remedy.
        UnsupportedError: The file's kind is known, but not read by this version.
    """
    path = Path(path)
    if special_tokens is not None and not isinstance(special_tokens, SpecialTokens):
        raise TypeError(
            "special_tokens must be a subwords.SpecialTokens; a mapping from token to id is for "
            "rank files, which this version does not read yet"
        )
    if path.is_dir():
        loaded = load_directory(path, prefer, special_tokens)
    else:
        if not path.exists():
            raise MissingFileError(f"{path}: no such file or directory")
        data = read_bytes(path)
        kind = detect(data)
        if kind == "vocab_txt":
            loaded = load_vocab_txt(path, data, special_tokens)
        elif kind == "tokenizer_json":
            loaded = load_tokenizer_json(data, path)
        else:
            raise unread(path, kind)
    if pattern is not None:
        raise FormatError(
            "pattern= was given, but this file states how text is cut",
            file=path,
            remedy="Leave pattern= out; it is for rank files.",
        )
    if special_tokens is None:
        return loaded
    return replace(
        loaded,
        spec=with_special_tokens(loaded.spec, special_tokens, path),
        special_tokens=special_tokens,
    )


__all__ = ["Loaded", "load", "save"]
