"""tiktoken, given the ranks and the pattern of a byte-level tokenizer.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

import tiktoken

GPT2 = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"""


class Peer:
    requirement = "tiktoken==0.14.0"
    distribution = "tiktoken"
    template = 0
    notes: ClassVar[dict[str, str]] = {
        "ids": "`encode_ordinary_batch(num_threads=1)`, lists",
        "lists": "`encode_ordinary_batch(num_threads=1)`",
        "offsets": "has none without decoding",
        "short": "`encode_ordinary`, a list",
    }
    offsets = None
    offset_lists = None

    def __init__(self, path: str) -> None:
        self.tokenizer = tiktoken.Encoding(
            name=Path(path).parent.name, pat_str=_pattern(path), mergeable_ranks=_ranks(path),
            special_tokens={},
        )  # fmt: skip
        self.short = self.tokenizer.encode_ordinary

    def ids(self, texts: list[str]) -> Any:
        return self.tokenizer.encode_ordinary_batch(texts, num_threads=1)

    def count(self, native: Any) -> int:
        return sum(map(len, native))

    def rows(self, native: Any) -> list[list[int]]:
        return native

    def lists(self, texts: list[str]) -> list[list[int]]:
        return self.ids(texts)


def _model(path: str) -> dict[str, Any]:
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def _pattern(path: str) -> str:
    """The file's own split pattern; GPT-2's where it is built into the pre-tokenizer."""
    parts = (_model(path)["pre_tokenizer"] or {}).get("pretokenizers", [])
    expressions = [part["pattern"]["Regex"] for part in parts if "pattern" in part]
    return expressions[0] if expressions else GPT2


def _ranks(path: str) -> dict[bytes, int]:
    """The ranks of a byte-level vocabulary: its ids, in the order of which merges were made."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    letters = {chr(byte): byte for byte in printable}
    letters |= {chr(256 + i): byte for i, byte in enumerate(others)}
    vocab = _model(path)["model"]["vocab"]
    return {
        bytes(letters[c] for c in token): id
        for token, id in vocab.items()
        if all(c in letters for c in token) and token != "<|endoftext|>"
    }
