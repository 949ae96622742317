"""One file, read by the reader that its content asks for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from subwords.errors import FormatError
from subwords.formats.detect import detect
from subwords.formats.loaded import Loaded
from subwords.formats.source import read_bytes
from subwords.special_tokens import SpecialTokens


def load_file(
    path: str | os.PathLike[str],
    special_tokens: SpecialTokens | None,
    *,
    pattern: str | None = None,
    mapping: Mapping[str, int] | None = None,
) -> Loaded:
    """Load a tokenizer from one file, recognised by its content.

    Args:
        path: The file.
        special_tokens: Which token plays which part (of a ``vocab.txt``).
        pattern: The split pattern; for rank files only.
        mapping: Further special tokens and their ids; for rank files only.

    Raises:
        FormatError: The file is damaged, of no known kind, or takes no `pattern` or `mapping`.
        UnsupportedError: It is a part of a tokenizer only, or compressed.
    """
    data = read_bytes(path)
    kind = detect(data)  # the reader of each kind is imported where there is such a file
    if kind == "tiktoken_ranks":
        from subwords.formats.tiktoken_ranks import load_rank_file

        return load_rank_file(data, path, pattern=pattern, special_tokens=mapping)
    if kind == "vocab_txt":
        from pathlib import Path

        from subwords.formats.bert_files import load_vocab_txt

        loaded = load_vocab_txt(Path(path), data, special_tokens)
    elif kind == "tokenizer_json":
        from subwords.formats.tokenizer_json import load_tokenizer_json

        loaded = load_tokenizer_json(data, path)
    elif kind == "sentencepiece_model":
        from subwords.formats.sentencepiece_model import load_sentencepiece_model

        loaded = load_sentencepiece_model(data, path)
    elif kind == "subword_nmt_codes":
        from subwords.formats.subword_nmt import load_codes

        loaded = load_codes(data, path)
    else:
        from subwords.formats.unread import unread

        raise unread(path, kind)
    refuse_rank_options(path, pattern, mapping)
    return loaded


def mapping_of(special_tokens: object) -> Mapping[str, int] | None:
    """What the caller passed as ``special_tokens``, where it is a mapping from token to id."""
    if special_tokens is None or isinstance(special_tokens, SpecialTokens):
        return None
    if not isinstance(special_tokens, Mapping):
        raise TypeError(
            "special_tokens must be a subwords.SpecialTokens, or for rank files a mapping from "
            f"token to id, not {type(special_tokens).__name__}"
        )
    return special_tokens


def refuse_rank_options(path: object, pattern: Any, mapping: Any) -> None:
    """Raise where options for rank files were given to a file of another kind."""
    if pattern is not None:
        raise FormatError(
            "pattern= was given, but this file states how text is cut",
            file=path,
            remedy="Leave pattern= out; it is for rank files.",
        )
    if mapping is not None:
        raise FormatError(
            "special_tokens= maps tokens to ids, but this file has ids for its tokens",
            file=path,
            remedy="Pass a subwords.SpecialTokens; a mapping is for rank files.",
        )
