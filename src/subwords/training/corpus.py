"""What a corpus may be, and how its text is read.

A corpus is an iterable of `str`, a path, or a list of paths. A `str` given alone must name an
existing file (a text would be iterated by the character, which nobody wants); inside a list or an
iterable a `str` is always text and an `os.PathLike` always a file.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from subwords.errors import FormatError, MissingFileError

Corpus = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""Texts and files; see this module."""

BLOCK = 1 << 20
"""Bytes of a file that are looked at together, rounded up to whole lines."""


class NoCorpusError(MissingFileError, ValueError):
    """A corpus that is a `str` names no existing file."""


def sources(corpus: Corpus) -> Iterator[str | Path]:
    """The texts (`str`) and files (`Path`) of a corpus, in order.

    Raises:
        NoCorpusError: `corpus` is a `str` that names no file.
        MissingFileError: A file does not exist.
        TypeError: `corpus`, or an item of it, is something else.
    """
    if isinstance(corpus, str):
        if not os.path.isfile(corpus):
            shown = corpus if len(corpus) <= 60 else corpus[:57] + "..."
            raise NoCorpusError(
                f"{shown!r}: no such file. A corpus that is a str must name a file; "
                "to train on a text, pass it in a list"
            )
        yield Path(corpus)
    elif isinstance(corpus, os.PathLike):
        yield _file(corpus)
    elif isinstance(corpus, (bytes, bytearray, memoryview, Mapping)) or not isinstance(
        corpus, Iterable
    ):
        hint = "; for word counts, pass WordCounts(...)" if isinstance(corpus, Mapping) else ""
        raise TypeError(
            "corpus must be an iterable of str, a path, a list of paths, or WordCounts, "
            f"not {type(corpus).__name__}{hint}"
        )
    else:
        for index, item in enumerate(corpus):
            if isinstance(item, str):
                yield item
            elif isinstance(item, os.PathLike):
                yield _file(item)
            else:
                raise TypeError(
                    f"item {index} of the corpus must be a str (a text) or a path, "
                    f"not {type(item).__name__}"
                )


def _file(path: os.PathLike[str]) -> Path:
    file = Path(path)
    if file.is_dir():
        raise MissingFileError(f"{file}: this is a directory; list the files in it")
    if not file.exists():
        raise MissingFileError(f"{file}: no such file")
    return file


def lines(file: Path) -> Iterator[str]:
    """The lines of a UTF-8 file, each with its newline (as it stands: LF or CR LF).

    Raises:
        FormatError: A line is not UTF-8; names the file, the line and the byte.
    """
    position = 0
    with file.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError as error:
                raise FormatError(
                    f"this is not UTF-8 ({error.reason} at byte {position + error.start})",
                    file=file,
                    where=f"line {number}",
                    remedy="Convert the file to UTF-8, or remove the line.",
                ) from None
            position += len(line)


def blocks(file: Path) -> Iterator[memoryview]:
    """The bytes of a file in blocks of whole lines, mapped into memory and let go of again."""
    with file.open("rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        if size == 0:  # an empty file, or one that cannot be mapped
            yield from _read_blocks(stream.read)
            return
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            start = released = 0
            while start < size:
                newline = mapped.find(b"\n", min(start + BLOCK, size))
                end = size if newline < 0 else newline + 1
                with memoryview(mapped) as whole, whole[start:end] as block:
                    yield block
                start = end
                done = start - start % mmap.PAGESIZE
                if hasattr(mmap, "MADV_DONTNEED") and done > released:
                    mapped.madvise(mmap.MADV_DONTNEED, released, done - released)
                    released = done


def _read_blocks(read: object) -> Iterator[memoryview]:
    rest = b""
    while chunk := read(BLOCK):  # type: ignore[operator]
        head, newline, tail = (rest + chunk).rpartition(b"\n")
        if newline:
            yield memoryview(head + newline)
        rest = tail
    if rest:
        yield memoryview(rest)
