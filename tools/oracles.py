"""The published libraries behind one interface, for comparisons."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")


class Expected(NamedTuple):
    """What a library says of one text; None where it does not say."""

    ids: list[int]
    tokens: list[str] | None = None
    offsets: list[tuple[int, int]] | None = None
    word_ids: list[int | None] | None = None


class Oracle:
    """A tokenizer file, loaded by the library that published it."""

    name = ""
    template = True  # whether it can put special tokens around a text
    skips = True  # whether decoding can skip special tokens

    def encode_batch(self, texts: Sequence[str], add_special_tokens: bool) -> list[Expected]:
        """What it says of every text."""
        raise NotImplementedError

    def decode(self, ids: list[int], skip_special_tokens: bool) -> str:
        """The text of some ids."""
        raise NotImplementedError


class Tokenizers(Oracle):
    """Any ``tokenizer.json``."""

    def __init__(self, path: Path) -> None:
        import tokenizers

        self.name = f"tokenizers {tokenizers.__version__}"
        self._tokenizer = tokenizers.Tokenizer.from_str(_read(path))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def encode_batch(self, texts: Sequence[str], add_special_tokens: bool) -> list[Expected]:
        found = self._tokenizer.encode_batch(texts, add_special_tokens=add_special_tokens)
        return [Expected(one.ids, one.tokens, one.offsets, one.word_ids) for one in found]

    def decode(self, ids: list[int], skip_special_tokens: bool) -> str:
        text: str = self._tokenizer.decode(ids, skip_special_tokens=skip_special_tokens)
        return text


class Tiktoken(Oracle):
    """A rank file that tiktoken knows by its name, with the pattern that tiktoken states for it."""

    template = skips = False

    def __init__(self, path: Path) -> None:
        import tiktoken
        from tiktoken_ext import openai_public

        self.name = f"tiktoken {tiktoken.__version__}"
        read = openai_public.load_tiktoken_bpe
        openai_public.load_tiktoken_bpe = lambda *_, **__: read(str(path))
        try:
            stated = openai_public.ENCODING_CONSTRUCTORS[path.stem]()
        finally:
            openai_public.load_tiktoken_bpe = read
        self._encoding = tiktoken.Encoding(**stated)

    def encode_batch(self, texts: Sequence[str], add_special_tokens: bool) -> list[Expected]:
        return [Expected(ids) for ids in self._encoding.encode_ordinary_batch(list(texts))]

    def decode(self, ids: list[int], skip_special_tokens: bool) -> str:
        text: str = self._encoding.decode(ids)
        return text


class SentencePiece(Oracle):
    """A ``.model``."""

    template = skips = False

    def __init__(self, path: Path) -> None:
        import sentencepiece

        self.name = f"sentencepiece {sentencepiece.__version__}"
        self._processor: Any = sentencepiece.SentencePieceProcessor(model_file=str(path))

    def encode_batch(self, texts: Sequence[str], add_special_tokens: bool) -> list[Expected]:
        ids = self._processor.EncodeAsIds(list(texts))
        return [
            Expected(row, [self._processor.IdToPiece(id) for id in row]) for row in ids
        ]  # fmt: skip

    def decode(self, ids: list[int], skip_special_tokens: bool) -> str:
        text: str = self._processor.Decode(ids)
        return text


def oracle_of(path: Path) -> Oracle:
    """The library that a file was published for."""
    if path.name.endswith((".json", ".json.xz")):
        return Tokenizers(path)
    return Tiktoken(path) if path.suffix == ".tiktoken" else SentencePiece(path)


def _read(path: Path) -> str:
    if path.suffix != ".xz":
        return path.read_text("utf-8")
    import lzma

    with lzma.open(path, "rt", encoding="utf-8") as file:
        return file.read()
