"""The pre-release of tokenizers 1.0: a new interface, no offsets yet."""

from __future__ import annotations

from typing import Any, ClassVar

import tokenizers


class Peer:
    requirement = "tokenizers==1.0.0rc3"
    distribution = "tokenizers"
    template = 0
    notes: ClassVar[dict[str, str]] = {
        "ids": "`encode_batch`, a list of `Encoding`",
        "lists": "`encode_batch`, then `.ids`",
        "offsets": "has none yet",
        "short": "`encode`, an `Encoding`",
    }
    offsets = None
    offset_lists = None

    def __init__(self, path: str) -> None:
        self.tokenizer = tokenizers.Tokenizer.from_file(path)
        self.tokenizer.padding = None
        self.tokenizer.truncation = None

    def ids(self, texts: list[str]) -> Any:
        return self.tokenizer.encode_batch(texts, add_special_tokens=False)

    def count(self, native: Any) -> int:
        return sum(map(len, native))

    def rows(self, native: Any) -> list[list[int]]:
        return [one.ids for one in native]

    def lists(self, texts: list[str]) -> list[list[int]]:
        return [one.ids for one in self.ids(texts)]

    def short(self, text: str) -> Any:
        return self.tokenizer.encode(text, add_special_tokens=False)
