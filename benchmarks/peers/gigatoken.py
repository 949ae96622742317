"""gigatoken: byte-level and SentencePiece-style BPE; awkward arrays; no offsets."""

from __future__ import annotations

from typing import Any, ClassVar

import gigatoken


class Peer:
    requirement = "gigatoken==0.10.0"
    distribution = "gigatoken"
    template = 0
    notes: ClassVar[dict[str, str]] = {
        "ids": "`encode_batch(parallel=False)`, an awkward array",
        "lists": "`encode_batch_list(parallel=False)`",
        "offsets": "has none",
        "short": "`encode`, an array",
    }
    offsets = None
    offset_lists = None

    def __init__(self, path: str) -> None:
        self.tokenizer = gigatoken.Tokenizer(path)
        self.short = self.tokenizer.encode

    def ids(self, texts: list[str]) -> Any:
        return self.tokenizer.encode_batch(texts, parallel=False)

    def count(self, native: Any) -> int:
        return sum(map(len, native))

    def rows(self, native: Any) -> list[list[int]]:
        return native.to_list()

    def lists(self, texts: list[str]) -> list[list[int]]:
        return self.tokenizer.encode_batch_list(texts, parallel=False)
