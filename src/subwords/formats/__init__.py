"""File formats: from a file to a spec and back, one format per module."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from subwords.errors import MissingFileError
from subwords.formats.loaded import Loaded
from subwords.formats.opening import load_file, mapping_of
from subwords.lazily import lazily
from subwords.nodes import replace
from subwords.special_tokens import SpecialTokens

if TYPE_CHECKING:
    from subwords.formats.saving import save
else:
    __getattr__, __dir__ = lazily(__name__, {"saving": ("save",)})


def load(
    path: str | os.PathLike[str],
    *,
    prefer: str | None = None,
    pattern: str | None = None,
    special_tokens: SpecialTokens | Mapping[str, int] | None = None,
) -> Loaded:
    """Load a tokenizer from a file or a directory, recognised by its content.

    A file is read alone (only a ``vocab.txt`` looks at the configs beside it). In a directory
    ``tokenizer.json`` wins, then a ``.model``, then a ``.tiktoken``, then ``vocab.json`` with
    ``merges.txt``, then ``vocab.txt``; files that contradict the winner raise.

    Args:
        path: A file or a directory.
        prefer: In a directory, the file to read ("vocab.txt", "tokenizer.json", ...).
        pattern: The split pattern of a rank file; no other file takes one.
        special_tokens: Overrides which token plays which part. For a rank file, which states none,
            a mapping from further special tokens to their ids.

    Raises:
        MissingFileError: There is nothing at `path`.
        FormatError: The file is damaged or contradicts itself; names the place and a remedy.
        UnsupportedError: The file's kind is known, but makes no tokenizer.
    """
    path = os.fspath(path)
    roles = special_tokens if isinstance(special_tokens, SpecialTokens) else None
    mapping = mapping_of(special_tokens)
    if os.path.isdir(path):
        from pathlib import Path

        from subwords.formats.directory import load_directory

        loaded = load_directory(Path(path), prefer, roles, pattern=pattern, mapping=mapping)
    else:
        if not os.path.exists(path):
            raise MissingFileError(f"{path}: no such file or directory")
        loaded = load_file(path, roles, pattern=pattern, mapping=mapping)
    if roles is None:
        return loaded
    from subwords.formats.special_tokens import with_special_tokens

    return replace(loaded, spec=with_special_tokens(loaded.spec, roles, path), special_tokens=roles)


__all__ = ["Loaded", "load", "save"]
