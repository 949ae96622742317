"""The published libraries behind one interface, for comparisons: many texts in, flat arrays out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

# One text that makes the library panic must not stop threads that others wait for.
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

CHECKED = 32  # texts of each call that `Tokenizers` encodes in both ways

Array = npt.NDArray[np.integer[Any]]


class Rows(NamedTuple):
    """What a library says of the tokens of many texts, row after row; None: it is not asked.

    `called` holds the tokens that are not called what the vocabulary calls their id, by position.
    """

    ids: Array
    lengths: Array
    spans: Array | None = None  # (tokens, 2): first character, one past the last
    word_ids: Array | None = None  # -1: none
    called: tuple[tuple[int, str], ...] | None = None

    def lists(self) -> list[list[int]]:
        """The ids of each text."""
        flat, lengths = self.ids.tolist(), self.lengths.tolist()
        ends = accumulate(lengths)
        return [flat[end - length : end] for length, end in zip(lengths, ends, strict=True)]


class Facts(NamedTuple):
    """What holds for every text."""

    name: str  # of the library, with its version
    template: bool  # whether it can put special tokens around a text
    table: dict[int, str]  # what the vocabulary calls each id; empty where that is bytes


class Oracle:
    """A tokenizer file, loaded by the library that published it."""

    facts: Facts

    def encode(self, texts: Sequence[str], alone: bool) -> dict[bool, Rows]:
        """What it says of every text, by whether special tokens are put around it.

        Of texts that stand alone it is asked only for ids.
        """
        raise NotImplementedError

    def decode(self, rows: list[list[int]], skips: tuple[bool, ...]) -> dict[bool, list[str]]:
        """The texts of some ids, by whether special tokens are left out."""
        raise NotImplementedError


class Tokenizers(Oracle):
    """Any ``tokenizer.json``.

    Encoding takes nearly all of the time, the template nearly none: the library encodes once, by
    the same file without its post-processor, and its own `post_process` does the rest both with
    and without special tokens. Of every call some texts are encoded as users do it, which must
    give the same.
    """

    def __init__(self, path: Path) -> None:
        import tokenizers

        self._whole = tokenizers.Tokenizer.from_str(_read(path))
        self._bare = tokenizers.Tokenizer.from_str(self._whole.to_str())
        self._bare.post_processor = None
        for one in (self._whole, self._bare):
            one.no_padding()
            one.no_truncation()
        table = {id: self._whole.id_to_token(id) for id in self._whole.get_vocab().values()}
        self.facts = Facts(f"tokenizers {tokenizers.__version__}", True, table)

    def encode(self, texts: Sequence[str], alone: bool) -> dict[bool, Rows]:
        process = self._whole.post_process
        bare = self._bare.encode_batch(texts, add_special_tokens=False)
        found = {}
        for special in (True, False):
            encodings = [process(one, None, special) for one in bare]
            as_users_do = self._whole.encode_batch(texts[:CHECKED], add_special_tokens=special)
            for one, other in zip(encodings, as_users_do, strict=False):
                if _all(one) != _all(other):
                    raise AssertionError("encoding in two steps is not what the library does")
            found[special] = self._rows(encodings, special, alone)
        return found

    def decode(self, rows: list[list[int]], skips: tuple[bool, ...]) -> dict[bool, list[str]]:
        decode = self._whole.decode_batch
        return {skip: decode(rows, skip_special_tokens=skip) for skip in skips}

    def _rows(self, encodings: list[Any], whole: bool, alone: bool) -> Rows:
        ids, lengths = _flat([one.ids for one in encodings])
        if alone:
            return Rows(ids, lengths)
        pairs = chain.from_iterable(chain.from_iterable(one.offsets for one in encodings))
        spans = np.fromiter(pairs, np.uint32).reshape(-1, 2)
        if not whole:
            return Rows(ids, lengths, narrow(spans))
        words = np.array(list(chain.from_iterable(one.word_ids for one in encodings)), np.float64)
        word_ids = np.nan_to_num(words, nan=-1.0).astype(np.int32)
        called = list(self._called(encodings, ids.tolist()))
        return Rows(ids, lengths, narrow(spans), narrow(word_ids), tuple(called))

    def _called(self, encodings: list[Any], ids: list[int]) -> Iterator[tuple[int, str]]:
        """The tokens that are not called what the vocabulary calls their id, by position."""
        names = list(map(self.facts.table.__getitem__, ids))
        begin = 0
        for tokens in (one.tokens for one in encodings):
            expected = names[begin : begin + len(tokens)]
            if tokens != expected:
                pairs = enumerate(zip(tokens, expected, strict=True), begin)
                yield from ((at, token) for at, (token, name) in pairs if token != name)
            begin += len(tokens)


class Tiktoken(Oracle):
    """A rank file that tiktoken knows by its name, with the pattern that tiktoken states for it."""

    def __init__(self, path: Path) -> None:
        import tiktoken
        from tiktoken_ext import openai_public

        read = openai_public.load_tiktoken_bpe
        openai_public.load_tiktoken_bpe = lambda *_, **__: read(str(path))
        try:
            stated = openai_public.ENCODING_CONSTRUCTORS[path.stem]()
        finally:
            openai_public.load_tiktoken_bpe = read
        self._encoding = tiktoken.Encoding(**stated)
        self.facts = Facts(f"tiktoken {tiktoken.__version__}", False, {})

    def encode(self, texts: Sequence[str], alone: bool) -> dict[bool, Rows]:
        return {False: Rows(*_flat([self._encoding.encode_ordinary(text) for text in texts]))}

    def decode(self, rows: list[list[int]], skips: tuple[bool, ...]) -> dict[bool, list[str]]:
        return {False: [self._encoding.decode(row) for row in rows]}


class SentencePiece(Oracle):
    """A ``.model``."""

    def __init__(self, path: Path) -> None:
        import sentencepiece

        self._processor: Any = sentencepiece.SentencePieceProcessor(model_file=str(path))
        table = {id: self._processor.IdToPiece(id) for id in range(len(self._processor))}
        self.facts = Facts(f"sentencepiece {sentencepiece.__version__}", False, table)

    def encode(self, texts: Sequence[str], alone: bool) -> dict[bool, Rows]:
        ids = self._processor.EncodeAsIds(list(texts), num_threads=1)
        return {False: Rows(*_flat(ids), called=())}

    def decode(self, rows: list[list[int]], skips: tuple[bool, ...]) -> dict[bool, list[str]]:
        return {False: self._processor.Decode(rows, num_threads=1)}


def oracle_of(path: Path) -> Oracle:
    """The library that a file was published for."""
    if path.name.endswith((".json", ".json.xz")):
        return Tokenizers(path)
    return Tiktoken(path) if path.suffix == ".tiktoken" else SentencePiece(path)


def narrow(values: Array) -> Array:
    """The same numbers in the smallest type that holds them: answers are many."""
    low, high = (int(values.min()), int(values.max())) if values.size else (0, 0)
    return values.astype(np.promote_types(np.min_scalar_type(low), np.min_scalar_type(high)))


def _flat(rows: Iterable[Sequence[int]]) -> tuple[Array, Array]:
    """All ids, row after row, and the length of each row."""
    rows = list(rows)
    ids = np.fromiter(chain.from_iterable(rows), np.uint32)
    return narrow(ids), narrow(np.array([len(row) for row in rows], np.int64))


def _all(encoding: Any) -> tuple[Any, ...]:
    return encoding.ids, encoding.tokens, encoding.offsets, encoding.word_ids


def _read(path: Path) -> str:
    if path.suffix != ".xz":
        return path.read_text("utf-8")
    import lzma

    with lzma.open(path, "rt", encoding="utf-8") as file:
        return file.read()
