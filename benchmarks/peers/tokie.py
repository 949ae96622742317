"""tokie: four families; offsets from a call of their own, of the normalized text."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any, ClassVar

import tokie


class Peer:
    requirement = "tokie==0.1.4"
    distribution = "tokie"
    template = 0
    notes: ClassVar[dict[str, str]] = {
        "ids": "`encode_batch_flat`, one uint32 array",
        "lists": "`encode_batch`, then `.ids`",
        "offsets": "`encode_with_offsets` in a loop: bytes of the normalized text, the ## of a "
        "piece counted as text; special tokens in the text are not recognised",
        "short": "`encode`, an `Encoding`",
    }

    def __init__(self, path: str) -> None:
        self.tokenizer = tokie.Tokenizer.from_json(path)

    def ids(self, texts: list[str]) -> Any:
        return self.tokenizer.encode_batch_flat(texts, add_special_tokens=False)

    def count(self, native: Any) -> int:
        return len(native[0])

    def rows(self, native: Any) -> list[list[int]]:
        ids, lengths = native
        bounds = list(accumulate(lengths.tolist(), initial=0))
        return [ids[start:stop].tolist() for start, stop in pairwise(bounds)]

    def lists(self, texts: list[str]) -> list[list[int]]:
        return [one.ids for one in self.tokenizer.encode_batch(texts, add_special_tokens=False)]

    def short(self, text: str) -> Any:
        return self.tokenizer.encode(text, False)

    def offsets(self, texts: list[str]) -> Any:
        encode = self.tokenizer.encode_with_offsets
        return [encode(text, False) for text in texts]

    def offset_lists(self, texts: list[str]) -> Any:
        found = self.offsets(texts)
        return [one.ids for one in found], [one.offsets for one in found]
