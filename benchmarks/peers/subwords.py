"""This project, in the environment that runs the benchmark."""

from __future__ import annotations

from typing import Any, ClassVar

import subwords


class Peer:
    requirement = None
    distribution = "subwords"
    template = 0
    notes: ClassVar[dict[str, str]] = {
        "ids": "`encode_batch(threads=1)`, one uint32 array",
        "lists": "`encode_batch(threads=1).to_list()`",
        "offsets": "`annotate` in a loop, an `Encoding` of arrays; as lists: `.ids` and `.offsets`",
        "short": "`encode`, a list",
    }

    def __init__(self, path: str) -> None:
        self.tokenizer = subwords.load(path)

    def ids(self, texts: list[str]) -> Any:
        return self.tokenizer.encode_batch(texts, add_special_tokens=False, threads=1)

    def count(self, native: Any) -> int:
        return len(native.to_numpy()[0])

    def rows(self, native: Any) -> list[list[int]]:
        return native.to_list()

    def lists(self, texts: list[str]) -> list[list[int]]:
        return self.ids(texts).to_list()

    def short(self, text: str) -> Any:
        return self.tokenizer.encode(text, add_special_tokens=False)

    def offsets(self, texts: list[str]) -> Any:
        annotate = self.tokenizer.annotate
        return [annotate(text, add_special_tokens=False) for text in texts]

    def offset_lists(self, texts: list[str]) -> Any:
        found = self.offsets(texts)
        return [one.ids for one in found], [one.offsets.to_list() for one in found]
