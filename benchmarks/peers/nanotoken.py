"""nanotoken: WordPiece only; flat arrays; no offsets and no pairs."""

from __future__ import annotations

from typing import Any, ClassVar

import nanotoken


class Peer:
    requirement = "nanotoken==0.1.0"
    distribution = "nanotoken"
    template = 0
    notes: ClassVar[dict[str, str]] = {
        "ids": "`encode_batch(parallel=False)`, one uint32 array",
        "lists": "`encode_batch_list(parallel=False)`",
        "offsets": "has none",
        "short": "`backend.encode`, an array (faster than `Tokenizer.encode`)",
    }
    offsets = None
    offset_lists = None

    def __init__(self, path: str) -> None:
        self.tokenizer = nanotoken.Tokenizer(path)
        self.single = self.tokenizer.backend.encode

    def ids(self, texts: list[str]) -> Any:
        return self.tokenizer.encode_batch(texts, add_special_tokens=False, parallel=False)

    def count(self, native: Any) -> int:
        return int(native.num_tokens)

    def rows(self, native: Any) -> list[list[int]]:
        return native.to_list()

    def lists(self, texts: list[str]) -> list[list[int]]:
        return self.tokenizer.encode_batch_list(texts, add_special_tokens=False, parallel=False)

    def short(self, text: str) -> Any:
        return self.single(text, add_special_tokens=False)
