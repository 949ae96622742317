"""fastokens: BPE; a flat buffer of ids; no offsets in its fast calls."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Any, ClassVar

import fastokens


class Peer:
    requirement = "fastokens==0.3.5"
    distribution = "fastokens"
    template = 0
    notes: ClassVar[dict[str, str]] = {
        "ids": "`encode_batch_flat`, two `bytes`",
        "lists": "`encode_batch`, then `.ids`",
        "offsets": "has none",
        "short": "`encode`, an `Encoding`",
    }
    offsets = None
    offset_lists = None

    def __init__(self, path: str) -> None:
        self.tokenizer = fastokens.Tokenizer.from_file(path)
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.short = self.tokenizer.encode

    def ids(self, texts: list[str]) -> Any:
        return self.tokenizer.encode_batch_flat(texts)

    def count(self, native: Any) -> int:
        return len(native[0]) // 4

    def rows(self, native: Any) -> list[list[int]]:
        ids, bounds = (array(kind, part) for kind, part in zip("IQ", native, strict=True))
        return [ids[start:stop].tolist() for start, stop in pairwise(bounds)]

    def lists(self, texts: list[str]) -> list[list[int]]:
        return [one.ids for one in self.tokenizer.encode_batch(texts)]
