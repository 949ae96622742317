"""tokenizers 0.23.3, the library that the published files were made with."""

from __future__ import annotations

from typing import Any, ClassVar

import tokenizers


class Peer:
    requirement = "tokenizers==0.23.3"
    distribution = "tokenizers"
    template = 0
    notes: ClassVar[dict[str, str]] = {
        "ids": "`encode_batch_fast`, a list of `Encoding`",
        "lists": "`encode_batch_fast`, then `.ids`",
        "offsets": "`encode_batch`, a list of `Encoding`; as lists: `.ids` and `.offsets`",
        "short": "`encode_batch_fast` of one string (faster than `encode`)",
    }

    def __init__(self, path: str) -> None:
        self.tokenizer = tokenizers.Tokenizer.from_file(path)
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def ids(self, texts: list[str]) -> Any:
        return self.tokenizer.encode_batch_fast(texts, add_special_tokens=False)

    def count(self, native: Any) -> int:
        return sum(map(len, native))

    def rows(self, native: Any) -> list[list[int]]:
        return [one.ids for one in native]

    def lists(self, texts: list[str]) -> list[list[int]]:
        return [one.ids for one in self.ids(texts)]

    def short(self, text: str) -> Any:
        return self.tokenizer.encode_batch_fast([text], add_special_tokens=False)

    def offsets(self, texts: list[str]) -> Any:
        return self.tokenizer.encode_batch(texts, add_special_tokens=False)

    def offset_lists(self, texts: list[str]) -> Any:
        found = self.offsets(texts)
        return [one.ids for one in found], [one.offsets for one in found]
