"""splintr: four families; its batch calls always add the template; no offsets."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Any, ClassVar

import splintr


class Peer:
    requirement = "splintr-rs==0.22.0"
    distribution = "splintr-rs"
    template = 1
    notes: ClassVar[dict[str, str]] = {
        "ids": "`encode_batch_flat`, two `bytes` (adds [CLS] and [SEP], which cannot be left out)",
        "lists": "`encode_raw` in a loop (as fast as `encode_batch`)",
        "offsets": "has none",
        "short": "`encode_flat`, `bytes` (adds [CLS] and [SEP]; faster than `encode_raw`)",
    }
    offsets = None
    offset_lists = None

    def __init__(self, path: str) -> None:
        self.tokenizer = splintr.from_json(path)
        self.short = self.tokenizer.encode_flat

    def ids(self, texts: list[str]) -> Any:
        return self.tokenizer.encode_batch_flat(texts)

    def count(self, native: Any) -> int:
        ids, bounds = native
        return len(ids) // 4 - 2 * (len(bounds) // 8 - 1)

    def rows(self, native: Any) -> list[list[int]]:
        ids, bounds = (array(kind, part) for kind, part in zip("IQ", native, strict=True))
        return [ids[start:stop].tolist() for start, stop in pairwise(bounds)]

    def lists(self, texts: list[str]) -> list[list[int]]:
        encode = self.tokenizer.encode_raw
        return [encode(text) for text in texts]
