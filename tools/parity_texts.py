"""The texts that engines and published libraries are compared on, in groups."""

from __future__ import annotations

import lzma
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from samples import random_texts  # the tests' hostile alphabet

DOCUMENT = 2_000  # characters, at least, but for the last of a file; lines stay whole
CHUNK_CHARACTERS, CHUNK_TEXTS = 2_000_000, 20_000  # of a chunk, at most, but for one long text
TOGETHER = 32  # code points in a document of many
LONG = ("botchan.txt", "languages/udhr_all.txt")
INHABITED = [*range(0x40000), *range(0xE0000, 0xF0000)]  # the planes that have characters
OTHERS = [*range(0x40000, 0xE0000), *range(0xF0000, 0x110000)]  # nothing, or for private use
FEW_OF_A_KIND = ("Cn", "Co", "Lo")  # categories of thousands alike; these stand among many only


class Group(NamedTuple):
    """Texts of one kind.

    Args:
        name: Of the kind.
        texts: What makes them.
        alone: They are so many and so short that only ids are compared, of whole batches.
        plain: They are so long, and without special tokens, that decoding is done in one way.
    """

    name: str
    texts: Callable[[], Iterable[str]]
    alone: bool = False
    plain: bool = False


def groups(corpora: Path, random_count: int) -> Iterator[Group]:
    """Every group of texts: corpora, code points in context, random strings."""
    for path in sorted(path for path in corpora.iterdir() if path.is_file()):
        yield Group(path.name, lambda path=path: kept_documents(path), plain=True)
    for directory in sorted(path for path in corpora.iterdir() if path.is_dir()):
        files = sorted(path for path in directory.iterdir() if path.is_file())
        name = f"{directory.name}/ ({len(files)} files)"
        yield Group(
            name, lambda files=files: chain.from_iterable(map(kept_documents, files)), plain=True
        )
    yield Group("a{c}b", lambda: (f"a{c}b" for c in characters()), alone=True)
    yield Group(" {c} ", lambda: (f" {c} " for c in characters() if stands_out(c)))
    yield Group("many a{c}b", lambda: many(" ", "a", "b", INHABITED))
    yield Group("many  {c} ", lambda: many("x", " ", " ", INHABITED))
    yield Group("many of other planes", lambda: many("", " ", "b", OTHERS))
    yield Group("random strings", lambda: kept_random_texts(random_count))
    yield Group("long texts", lambda: long_texts(corpora, random_count), plain=True)


@cache
def kept_documents(path: Path) -> list[str]:
    """The documents of a file, unpacked once for all models."""
    return list(documents(path))


@cache
def kept_random_texts(count: int) -> list[str]:
    """The random strings, drawn once for all models."""
    texts: list[str] = random_texts(count, seed=2026)
    return texts


def documents(path: Path) -> Iterator[str]:
    """A file from its first character to its last, as documents of whole lines."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8", newline="") as file:
        lines: list[str] = []
        size = 0
        for line in file:
            lines.append(line)
            size += len(line)
            if size >= DOCUMENT:
                yield "".join(lines)
                lines, size = [], 0
        if lines:
            yield "".join(lines)


def characters(codes: Iterable[int] = range(0x110000)) -> Iterator[str]:
    """Code points, by default every one, but the surrogates, which no UTF-8 text can hold."""
    return (chr(code) for code in codes if not 0xD800 <= code <= 0xDFFF)


def long_texts(corpora: Path, random_count: int) -> Iterator[str]:
    """Whole files, and the random strings one after the other, each as one text."""
    for name in LONG:
        if (corpora / name).exists():
            yield "".join(kept_documents(corpora / name))
    yield "".join(kept_random_texts(random_count // 4))


def stands_out(character: str) -> bool:
    """Whether a code point is assigned and none of the thousands of letters without case."""
    return unicodedata.category(character) not in FEW_OF_A_KIND


def many(between: str, before: str, after: str, codes: Iterable[int]) -> Iterator[str]:
    """Code points between two strings, many to a document."""
    rest = characters(codes)
    while some := list(islice(rest, TOGETHER)):
        yield between.join(f"{before}{c}{after}" for c in some)


def every(texts: Iterable[str], share: float) -> Iterator[str]:
    """A share of the texts, evenly taken."""
    due = 1.0 - share
    for text in texts:
        due += share
        if due >= 1.0:
            due -= 1.0
            yield text


def chunks(texts: Iterable[str]) -> Iterator[list[str]]:
    """The texts, as many together as are compared at once."""
    chunk: list[str] = []
    size = 0
    for text in texts:
        chunk.append(text)
        size += len(text)
        if size >= CHUNK_CHARACTERS or len(chunk) >= CHUNK_TEXTS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
