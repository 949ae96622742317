"""`subwords measure`, and what `subwords inspect` says about the vocabulary."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path


def test_numbers(cli: Callable, vocab_dir: Path) -> None:
    result = cli("measure", vocab_dir, "--json", stdin="Hello worlds\nzebra caf\u00e9\n")
    numbers = json.loads(result.out)
    assert (result.status, result.err) == (0, "")
    assert (numbers["texts"], numbers["words"], numbers["tokens"]) == (2, 4, 5)
    assert (numbers["unknown_words"], numbers["unknown_word_rate"]) == (1, 0.25)
    assert numbers["bytes"] == numbers["characters"] + 1


def test_for_people(cli: Callable, vocab_dir: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello zebra\n")
    result = cli("measure", vocab_dir, tmp_path / "a.txt", tmp_path / "a.txt")
    assert result.status == 0
    words = [" ".join(line.split()) for line in result.lines]
    assert "unknown words 2 50.000% of words" in words
    assert "fertility 1.000 tokens per word" in words
    piped = cli("measure", vocab_dir, "-", stdin="hello zebra\nhello zebra\n")
    assert piped.out == result.out


def test_failures(cli: Callable, vocab_dir: Path) -> None:
    missing = cli("measure", vocab_dir, "none.txt")
    assert (missing.status, len(missing.err.splitlines())) == (1, 1)
    bad = cli("measure", vocab_dir, stdin=b"fine\n\xff\n")
    assert bad.status == 1
    assert "line 2, byte 1" in bad.err
    assert cli("measure", vocab_dir, "--errors", "replace", stdin=b"fine\n\xff\n").status == 0
    assert cli("measure").status == 2


def test_inspect_tells_what_the_vocabulary_cannot_spell(cli: Callable, tmp_path: Path) -> None:
    (tmp_path / "vocab.txt").write_text("[UNK]\nn\na!\nw\n##i\n##!\n", encoding="utf-8")
    report = json.loads(cli("inspect", tmp_path, "--json").out)["vocabulary"]
    assert report["only_at_start"] == ["n", "w"]
    assert report["unmarked_letters"] == ["n", "w"]
    assert report["only_inside"] == ["!", "i"]
    assert [entry["piece"] for entry in report["never_produced"]] == ["a!", "##!"]
    shown = cli("inspect", tmp_path)
    assert "never produced  2 pieces, no text gives them:" in shown.lines
    assert any(line.startswith("warning: 2 letters have no form with ##") for line in shown.lines)
