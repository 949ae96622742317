"""Reading lines in batches: nothing lost, nothing held back, faults named by their place."""

from __future__ import annotations

import errno
import io
import os
import shlex
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subwords.cli import streams
from subwords.errors import FormatError


class Trickle(io.RawIOBase):
    """A stream that gives what it has in pieces of given sizes, as a pipe does."""

    def __init__(self, data: bytes, size: int) -> None:
        self.data, self.size = data, size

    def read1(self, limit: int) -> bytes:
        piece, self.data = self.data[: self.size], self.data[self.size :]
        return piece


def lines_of(data: bytes, size: int, errors: str = "strict") -> list[str]:
    batches = streams._batches(Trickle(data, size), "test", errors)
    return [line for batch in batches for line in batch.lines]


@given(
    st.lists(st.text(st.characters(exclude_characters="\n\r", codec="utf-8"))), st.integers(1, 9)
)
def test_lines_survive_any_cutting_of_the_stream(lines: list[str], size: int) -> None:
    data = "".join(line + "\n" for line in lines).encode()
    assert lines_of(data, size) == lines


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\n\nb", ["a", "", "b"]),
        (b"a\r\nb\rc\r\n", ["a", "b\rc"]),
        ("a\u2028b\x0bc\x1cd\x85e\n".encode(), ["a\u2028b\x0bc\x1cd\x85e"]),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 1000])
def test_what_a_line_is(data: bytes, lines: list[str], size: int) -> None:
    assert lines_of(data, size) == lines


def test_a_batch_ends_where_the_pipe_pauses() -> None:
    batches = streams._batches(Trickle(b"one\ntwo\nthree\n", 4), "test", "strict")
    first = next(batches)
    assert (first.first_line, first.lines) == (1, ["one"])
    assert next(batches).lines == ["two"]


def test_invalid_utf8_is_named_after_the_lines_before_it() -> None:
    batches = streams._batches(Trickle(b"ok\nfine\nbad\xff\nmore\n", 100), "in.txt", "strict")
    assert next(batches).lines == ["ok", "fine"]
    with pytest.raises(FormatError, match=r"in\.txt: line 3, byte 4: .*0xff at position 11"):
        next(batches)


@pytest.mark.parametrize("size", [1, 3, 100])
def test_invalid_utf8_can_be_replaced(size: int) -> None:
    assert lines_of(b"a\xffb\nc\xed\xa0\x80\n", size, "replace") == [
        "a\ufffdb",
        "c\ufffd\ufffd\ufffd",
    ]


def test_line_numbers_start_anew_in_each_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1\n2\n")
    (tmp_path / "b").write_bytes(b"3\n")
    batches = list(streams.read_batches([str(tmp_path / "a"), str(tmp_path / "b")]))
    assert [(batch.first_line, batch.lines) for batch in batches] == [(1, ["1", "2"]), (1, ["3"])]


@pytest.mark.skipif(os.name != "posix", reason="closes streams with the shell")
@pytest.mark.parametrize(
    ("redirection", "stream"), [("<&-", "standard input"), (">&-", "standard output")]
)
def test_streams_that_are_closed(
    command: list[str], vocab_dir: Path, redirection: str, stream: str
) -> None:
    line = f"{shlex.join([*command, 'encode', str(vocab_dir)])} {redirection}"
    done = subprocess.run(["sh", "-c", line], input=b"", capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.decode() == f"subwords: {stream}: {os.strerror(errno.EBADF)}\n"


@pytest.mark.skipif(os.name != "posix", reason="closes streams with the shell")
def test_errors_do_not_get_into_the_output(command: list[str]) -> None:
    line = f"{shlex.join([*command, 'encode', 'no-such-file'])} 2>&-"
    done = subprocess.run(["sh", "-c", line], input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
