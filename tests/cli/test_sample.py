"""`subwords sample`: draws, the best ones, failures as one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import subwords

PIECES = [("<unk>", 0.0), ("▁", -3.0), ("▁hug", -2.0), ("hug", -2.5), ("s", -1.0), ("▁hugs", -3.5)]


@pytest.fixture(scope="module")
def unigram_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("unigram")
    subwords.UnigramTokenizer(PIECES).save(directory)
    return directory


def test_a_seed_gives_the_same_lines(cli: Callable, unigram_dir: Path) -> None:
    arguments = ("sample", unigram_dir, "--alpha", "0.3", "--seed", "4", "--times", "20")
    first = cli(*arguments, stdin="hugs hug\n")
    assert (first.status, first.err) == (0, "")
    assert len(first.lines) == 20
    assert {"▁hugs ▁hug", "▁hug s ▁hug"} <= set(first.lines)
    for engine in ("reference", "native") if subwords.native.available() else ("reference",):
        assert cli(*arguments, "--engine", engine, stdin="hugs hug\n").lines == first.lines


def test_the_best_in_order(cli: Callable, unigram_dir: Path) -> None:
    result = cli("sample", unigram_dir, "--nbest", "3", stdin="hugs\nhug\n")
    assert result.lines == ["▁hug s", "▁hugs", "▁ hug s", "▁hug", "▁ hug", "▁ <unk>"]
    result = cli("sample", unigram_dir, "--nbest", "1", "--format", "json", stdin="hugs\n")
    assert [json.loads(line) for line in result.lines] == [{"ids": [2, 4], "tokens": ["▁hug", "s"]}]


def test_failures(cli: Callable, unigram_dir: Path, vocab_dir: Path) -> None:
    result = cli("sample", vocab_dir, stdin="a\n")
    assert result.status == 1
    assert "has no distribution" in result.err
    for wrong in (["--alpha", "-1"], ["--times", "0"], ["--nbest", "0"], ["--nbest", "x"]):
        assert cli("sample", unigram_dir, *wrong, stdin="a\n").status == 2


def test_explain_unigram(cli: Callable, unigram_dir: Path) -> None:
    result = cli("explain", unigram_dir, "--text", "hugs")
    assert result.status == 0
    assert "trace back: s ← ▁hug" in result.out
    assert "3 rivals" in result.out
