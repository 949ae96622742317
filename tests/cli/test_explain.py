"""`subwords explain`: text, JSON lines and HTML; what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path


def test_lines_of_text(cli: Callable, vocab_dir: Path) -> None:
    result = cli("explain", vocab_dir, stdin="Unaffable\nworlds zebra\n")
    assert (result.status, result.err) == (0, "")
    assert "  un         = un (7)" in result.lines
    assert (
        "nothing fits from 'z' at character 7 on, not even z: the word is [UNK] (1)" in result.out
    )
    assert "\x1b" not in result.out
    assert result.out.count("text  ") == 2


def test_json(cli: Callable, vocab_dir: Path) -> None:
    result = cli("explain", vocab_dir, "--format", "json", "--text", "hello", "--text", "Café q")
    first, second = map(json.loads, result.lines)
    assert first["ids"] == [2, 5, 3]
    assert second["edits"][1]["after"] == "e"
    assert second["parts"][1]["unknown"]["missing"] == "q"
    bare = cli("explain", vocab_dir, "--format", "json", "--text", "hello", "--no-special-tokens")
    assert json.loads(bare.out)["ids"] == [5]


def test_html_and_colour(cli: Callable, vocab_dir: Path) -> None:
    page = cli("explain", vocab_dir, "--format", "html", "--text", "<b>").out
    assert page.startswith("<div")
    assert "&lt;" in page
    assert "\x1b[" in cli("explain", vocab_dir, "--colour", "always", "--text", "hello").out


def test_failures(cli: Callable, vocab_dir: Path) -> None:
    assert cli("explain", vocab_dir, "x.txt", "--text", "a").status == 2
    missing = cli("explain", vocab_dir, "no-such-file.txt")
    assert missing.status == 1
    assert len(missing.err.splitlines()) == 1
    bad = cli("explain", vocab_dir, stdin=b"hello\nb\xff\n")
    assert bad.status == 1
    assert "line 2, byte 2" in bad.err


def test_help_teaches(cli: Callable) -> None:
    result = cli("explain", "--help")
    assert result.status == 0
    assert "examples:" in result.out
