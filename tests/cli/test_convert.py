"""`subwords convert`: what it writes, what it tells, and what it refuses."""

from __future__ import annotations

import base64
import json

import pytest

RANKS = b"".join(base64.b64encode(bytes((b,))) + b" %d\n" % b for b in range(256))


@pytest.fixture
def ranks(tmp_path):
    path = tmp_path / "mine.tiktoken"
    path.write_bytes(RANKS + base64.b64encode(b"he") + b" 256\n")
    return path


def test_ranks_to_a_tokenizer_json(cli, ranks, tmp_path):
    target = tmp_path / "tokenizer.json"
    result = cli("convert", ranks, target, "--pattern", "llama-3", "--engine", "reference")
    assert result.status == 0
    assert result.out == f"wrote {target} (huggingface); nothing was lost\n"
    assert json.loads(target.read_text(encoding="utf-8"))["model"]["merges"] == [["h", "e"]]


def test_the_report_as_json(cli, ranks, tmp_path):
    cli("convert", ranks, tmp_path / "tokenizer.json", "--pattern", "gpt2", "--engine", "reference")
    back = tmp_path / "back.tiktoken"
    result = cli("convert", tmp_path / "tokenizer.json", back, "--json", "--engine", "reference")
    report = json.loads(result.out)
    assert report["format"] == "tiktoken"
    assert report["files"] == [str(back)]
    assert report["keeps_ids"] is True
    assert [loss["kind"] for loss in report["losses"]] == ["special"]
    assert back.read_bytes() == ranks.read_bytes()


@pytest.mark.parametrize("pattern", ["llama-3", "qwen", r"\s+|\S+"])
def test_a_known_pattern_is_told_by_its_name(cli, ranks, tmp_path, pattern):
    way = ("--engine", "reference")
    cli("convert", ranks, tmp_path / "tokenizer.json", "--pattern", pattern, *way)
    result = cli("convert", tmp_path / "tokenizer.json", tmp_path / "back.tiktoken", *way)
    assert f"load it with pattern={pattern!r} and special_tokens={{}}" in result.out


def test_what_would_change_ids(cli, ranks, tmp_path):
    out = tmp_path / "out"
    result = cli(
        "convert", ranks, out, "--to", "merges", "--pattern", "llama-3", "--engine", "reference"
    )
    assert result.status == 1
    assert "ids would change" in result.err
    assert not out.exists()
    result = cli(
        "convert",
        ranks,
        out,
        "--to",
        "merges",
        "--pattern",
        "llama-3",
        "--engine",
        "reference",
        "--lossy",
    )
    assert result.status == 0
    assert "ids: the pre_tokenizer" in result.out
    assert (out / "merges.txt").exists()


def test_failures(cli, ranks, tmp_path):
    result = cli("convert", ranks, tmp_path / "x.json")
    assert (result.status, result.out) == (1, "")
    assert "pattern=" in result.err
    result = cli("convert", ranks, tmp_path / "x", "--pattern", "gpt2", "--engine", "reference")
    assert result.status == 2
    assert "does not say which format" in result.err
