"""Lines of UTF-8 from files and standard input, in batches, with their place for error messages.

A batch is what one read gives, so a file is worked off in large pieces, a pipe is answered as soon
as it delivers a line, and memory stays bounded however long the stream is.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

from subwords.errors import FormatError

if TYPE_CHECKING:
    from subwords.training.corpus import Corpus

READ_SIZE = 1 << 20


@dataclass(frozen=True, slots=True)
class Batch:
    """Neighbouring lines of one input.

    Args:
        file: Where they come from, as the user calls it.
        first_line: The number of the first of them, from 1.
        lines: Their text, without line ends.
    """

    file: str
    first_line: int
    lines: list[str]

    def place(self, index: int) -> str:
        """How to name line `index` of this batch to the user."""
        return f"line {self.first_line + index}"


def read_batches(files: Iterable[str], errors: str = "strict") -> Iterator[Batch]:
    """Batches of lines from files in turn; no file, or ``-``, is standard input.

    A line ends with LF or CR LF; the last one may lack its end.

    Args:
        files: Paths.
        errors: What invalid UTF-8 does: "strict" raises, "replace" gives U+FFFD.

    Raises:
        FormatError: A line is not UTF-8; lines before it have been given already.
        OSError: A file cannot be read.
    """
    for file in list(files) or ["-"]:
        if file == "-":
            yield from _batches(_binary(sys.stdin, "standard input"), "standard input", errors)
        else:
            with open(file, "rb") as stream:
                yield from _batches(stream, file, errors)


def corpus_of(args: argparse.Namespace) -> Corpus:
    """The files of a verb as a corpus.

    Plain files go on as they are, which is faster; lines are read here where a file is standard
    input or a pipe, or may hold bytes that are no UTF-8.
    """
    if args.files and args.errors == "strict" and all(map(os.path.isfile, args.files)):
        return [Path(file) for file in args.files]
    batches = read_batches(args.files, args.errors)
    return (line + "\n" for batch in batches for line in batch.lines)  # as a file has them


def _batches(stream: BinaryIO, file: str, errors: str) -> Iterator[Batch]:
    number, offset = 1, 0
    for raw in _raw_batches(stream):
        lines: list[str] = []
        for line in raw:
            try:
                text = line.decode("utf-8", errors)
            except UnicodeDecodeError as error:
                if lines:
                    yield Batch(file, number, lines)
                raise _not_utf8(line, error, file, number + len(lines), offset) from None
            lines.append(text.removesuffix("\n").removesuffix("\r"))
            offset += len(line)
        yield Batch(file, number, lines)
        number += len(lines)


def _raw_batches(stream: BinaryIO) -> Iterator[list[bytes]]:
    """Complete lines with their ends, as many as one read finishes."""
    pending: list[bytes] = []
    read = getattr(stream, "read1", stream.read)
    while chunk := read(READ_SIZE):
        head, newline, tail = chunk.rpartition(b"\n")
        if not newline:
            pending.append(chunk)
            continue
        pending.append(head + newline)
        yield _split(b"".join(pending))
        pending = [tail] if tail else []
    if pending:
        yield _split(b"".join(pending))


def _split(block: bytes) -> list[bytes]:
    # bytes.splitlines would also cut at a lone CR, which is part of the text.
    lines = block.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def _not_utf8(
    line: bytes, error: UnicodeDecodeError, file: str, number: int, offset: int
) -> FormatError:
    return FormatError(
        f"not UTF-8 (byte 0x{line[error.start]:02x} at position {offset + error.start} "
        "of the input)",
        file=file,
        where=f"line {number}, byte {error.start + 1}",
        remedy="Convert the input, or pass --errors replace to read such bytes as U+FFFD.",
    )


def write_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output as UTF-8, whatever the locale, and flush them."""
    text = "".join(line + "\n" for line in lines)
    stream = _binary(sys.stdout, "standard output")
    stream.write(text.encode("utf-8", "backslashreplace"))
    stream.flush()


def require_open(stream: TextIO | None, name: str) -> TextIO:
    """A standard stream, which is None where the process was started with it closed.

    Raises:
        OSError: It is closed.
    """
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), name)
    return stream


def _binary(stream: TextIO | None, name: str) -> BinaryIO:
    return require_open(stream, name).buffer


__all__ = ["READ_SIZE", "Batch", "corpus_of", "read_batches", "require_open", "write_lines"]
