"""`subwords decode`: every form that `encode` prints, and lines that are none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.parametrize("form", ["ids", "json"])
def test_what_encode_prints_is_read(cli: Callable, vocab_dir: Path, form: str) -> None:
    encoded = cli("encode", vocab_dir, "--format", form, stdin="Hello, world!\n\nunaffable\n").out
    assert cli("decode", vocab_dir, stdin=encoded).lines == ["hello, world!", "", "unaffable"]


@pytest.mark.parametrize("line", ["5 6", "5,6", " 5 ,\t6 ", "[5, 6]", '{"ids": [5, 6]}'])
def test_forms_of_a_line(cli: Callable, vocab_dir: Path, line: str) -> None:
    assert cli("decode", vocab_dir, stdin=line + "\n").out == "hello world\n"


def test_special_tokens_can_be_kept(cli: Callable, vocab_dir: Path) -> None:
    assert cli("decode", vocab_dir, stdin="2 5 3\n").out == "hello\n"
    kept = cli("decode", vocab_dir, "--keep-special-tokens", stdin="2 5 3\n")
    assert kept.out == "[CLS] hello [SEP]\n"


def test_json_keeps_one_text_on_one_line(cli: Callable, vocab_dir: Path) -> None:
    result = cli("decode", vocab_dir, "--format", "json", stdin="11\n\n")
    assert [json.loads(line) for line in result.lines] == ["cafe", ""]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("five", "'five' is not an id"),
        ("5 -6", "'-6' is not an id"),
        ("5 6.0", "'6.0' is not an id"),
        ("[5, 6", "is not valid JSON"),
        ("[" * 100_000, "is not valid JSON"),
        ("[5, true]", "'true' is not an id"),
        ('{"id": [5]}', 'the object has no "ids"'),
        ('{"ids": 5}', '"ids" is not a list'),
        ("9" * 5000, "is not an id"),
        (f"[{2**32}]", "4294967296 is not an id"),
        ("5 17", "id 17 is not in the vocabulary"),
    ],
)
def test_what_is_no_line_of_ids(cli: Callable, vocab_dir: Path, line: str, what: str) -> None:
    result = cli("decode", vocab_dir, stdin=f"5\n{line}\n6\n")
    assert (result.status, result.out) == (1, "hello\n")
    assert "standard input: line 2" in result.err
    assert what in result.err
    assert result.err.count("\n") == 1
