"""sentencepiece, given the .model that stands beside a tokenizer.json."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import sentencepiece


class Peer:
    requirement = "sentencepiece==0.2.3"
    distribution = "sentencepiece"
    template = 0
    notes: ClassVar[dict[str, str]] = {
        "ids": "`Encode` in a loop, lists (faster than its batch call)",
        "lists": "`Encode` in a loop",
        "offsets": "has none in its fast calls",
        "short": "`Encode`, a list",
    }
    offsets = None
    offset_lists = None

    def __init__(self, path: str) -> None:
        folder = Path(path).parent
        model = next(folder / name for name in ("tokenizer.model", "spiece.model", "sentencepiece.bpe.model") if (folder / name).exists())  # fmt: skip  # noqa: E501
        self.tokenizer = sentencepiece.SentencePieceProcessor(model_file=str(model))
        self.short = self.tokenizer.Encode

    def ids(self, texts: list[str]) -> Any:
        encode = self.tokenizer.Encode
        return [encode(text) for text in texts]

    def count(self, native: Any) -> int:
        return sum(map(len, native))

    def rows(self, native: Any) -> list[list[int]]:
        return native

    def lists(self, texts: list[str]) -> list[list[int]]:
        return self.ids(texts)
