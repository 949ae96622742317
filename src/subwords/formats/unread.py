"""File kinds that are recognised but make no tokenizer: one clear sentence for each."""

from __future__ import annotations

from subwords.errors import FormatError, SubwordsError, UnsupportedError

_NOT_YET = {
    "merges_txt": (
        "the merges of a BPE alone, which make no tokenizer; "
        "pass the directory that holds its vocab.json too"
    ),
    "vocab_json": (
        "the vocabulary of a BPE alone, which makes no tokenizer; "
        "pass the directory that holds its merges.txt too"
    ),
    "compressed": "a compressed file; unpack it first",
}


def unread(path: object, kind: str) -> SubwordsError:
    """The error for a file of a kind that cannot be loaded."""
    if kind in _NOT_YET:
        return UnsupportedError(f"{path}: this is {_NOT_YET[kind]}")
    return FormatError(
        'not a tokenizer file: JSON without a "model"'
        if kind == "other_json"
        else "not a tokenizer file of any known kind",
        file=path,
        remedy="Known are tokenizer.json, SentencePiece's .model, tiktoken's rank files, "
        "vocab.txt, and vocab.json with merges.txt.",
    )
