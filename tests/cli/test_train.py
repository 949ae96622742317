"""`subwords train`: a tokenizer from text, its trace, two scores side by side."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

LESSON = (
    "low low low low low lower lower newest newest newest\n"
    "newest newest newest widest widest widest new new newer\n"
)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    file = tmp_path / "corpus.txt"
    file.write_text(LESSON, encoding="utf-8")
    return file


def test_train_and_encode(cli: Callable, corpus: Path, tmp_path: Path) -> None:
    made = tmp_path / "made"
    result = cli("train", corpus, "--vocab-size", 22, "--output", made)
    assert (result.status, result.out) == (0, "")
    assert "22 pieces from 19 words, 6 different ones" in result.err
    tokens = cli("encode", made, "--format", "tokens", stdin="lowest newest\n")
    assert tokens.lines == ["low ##est newest"]


def test_standard_input_gives_the_same(cli: Callable, corpus: Path, tmp_path: Path) -> None:
    for name, files, stdin in (("a", [corpus], ""), ("b", [], LESSON), ("c", ["-"], LESSON)):
        assert (
            cli("train", *files, "-o", tmp_path / name, "--vocab-size", 22, stdin=stdin).status == 0
        )
    vocabularies = {(tmp_path / name / "vocab.txt").read_bytes() for name in "abc"}
    assert len(vocabularies) == 1


def test_berts_special_tokens(cli: Callable, corpus: Path, tmp_path: Path) -> None:
    made = tmp_path / "made"
    cli("train", corpus, "--vocab-size", 26, "--special-tokens", "bert", "-o", made)
    tokens = cli("encode", made, "--format", "tokens", stdin="new\n")
    assert tokens.lines == ["[CLS] new [SEP]"]
    report = json.loads(cli("inspect", made, "--json").out)
    assert report["special_tokens"]["unk"]["id"] == 0


def test_trace(cli: Callable, corpus: Path) -> None:
    result = cli("train", corpus, "--min-frequency", 1, "--score", "likelihood", "--trace",
                 "--first", 1, "--vocab-size", 22)  # fmt: skip
    assert result.status == 0
    assert result.lines[1].split() == ["1", "w", "+", "##i", "wi", "0.33333", "3", "3", "3"]
    assert result.lines[2:] == ["... and 9 more merges"]


def test_compare(cli: Callable, corpus: Path) -> None:
    result = cli("train", corpus, "--min-frequency", 1, "--compare", "frequency,likelihood")
    assert (result.status, result.err) == (0, "")
    assert result.lines[1].split()[:6] == ["1", "n", "+", "##e", "->", "ne"]
    assert "25 pieces are in every vocabulary" in result.lines


def test_warnings_and_failures_are_one_line(cli: Callable, corpus: Path, tmp_path: Path) -> None:
    more = cli("train", corpus, "--trace")
    assert more.status == 0
    assert more.err.startswith(
        "subwords: warning: vocab_size=30,000 is more than the data supports"
    )
    small = cli("train", corpus, "--vocab-size", 3, "--trace")
    assert small.status == 1
    assert small.err == (
        "subwords: vocab_size=3 is too small: 1 special tokens and an alphabet of 11 take 12 "
        "places. Ask for at least 12, or set limit_alphabet\n"
    )
    missing = cli("train", tmp_path / "none.txt", "--trace")
    assert (missing.status, len(missing.err.splitlines())) == (1, 1)
    (tmp_path / "bad.txt").write_bytes(b"good\nb\xffd\n")
    bad = cli("train", tmp_path / "bad.txt", "--trace")
    assert bad.status == 1
    assert "line 2" in bad.err
    fine = cli("train", tmp_path / "bad.txt", "--trace", "--errors", "replace", "--vocab-size", 10)
    assert fine.status == 0


def test_an_empty_corpus(cli: Callable, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    traced = cli("train", tmp_path / "empty.txt", "--trace")
    assert (traced.status, len(traced.lines)) == (0, 1)
    compared = cli("train", tmp_path / "empty.txt", "--compare", "frequency,gain")
    assert compared.status == 0
    assert "1 piece is in every vocabulary" in compared.lines


def test_usage_errors(cli: Callable, corpus: Path, tmp_path: Path) -> None:
    for wrong in (
        [],
        ["--compare", "frequency", "--output", tmp_path / "x"],
        ["--compare", "best,worst"],
        ["--score", "best", "--trace"],
        ["--trace", "--first", "-1"],
        ["--ties", "tiktoken", "--trace"],
    ):
        result = cli("train", corpus, *wrong)
        assert result.status == 2, wrong
        assert "usage: subwords train" in result.err


def test_unigram(cli: Callable, corpus: Path, tmp_path: Path) -> None:
    made = tmp_path / "made"
    asked = ("--algorithm", "unigram", "--vocab-size", 17, "--user-defined-symbols", "<a>,<b>")
    result = cli("train", corpus, *asked, "--pad-id", 3, "--no-split-digits", "-o", made, "--trace")
    assert result.status == 0
    assert result.lines[0].split() == (
        ["round", "pieces", "ln", "P(corpus)", "unused", "pruned", "for", "example"]
    )
    assert "17 pieces from 19 words, 6 different ones" in result.err
    tokens = cli("encode", made, "--format", "tokens", stdin="low<b>\n")
    assert tokens.lines[0].endswith(" <b>")


def test_sentencepiece_bpe(cli: Callable, corpus: Path, tmp_path: Path) -> None:
    made = tmp_path / "made"
    asked = ("--algorithm", "bpe", "--sentencepiece", "--vocab-size", 20, "--pad-id", 3)
    result = cli("train", corpus, *asked, "--output", made, "--trace", "--first", 2)
    assert result.status == 0
    assert result.lines[0].split() == ["step", "pair", "piece", "together", "left", "right"]
    assert "20 pieces from 19 words, 6 different ones" in result.err
    assert next(made.glob("*.model")).is_file()
    tokens = cli("encode", made, "--format", "tokens", stdin="low\n")
    assert tokens.lines[0].startswith("▁")
    for wrong in (
        ("--seed-size", "9"),
        ("--ties", "last"),
        ("--pattern", "gpt2"),
        ("--characters",),
    ):
        result = cli("train", corpus, *asked, "--trace", *wrong)
        assert result.status == 2
        assert f"{wrong[0]} means nothing to --algorithm bpe --sentencepiece" in result.err
    for other in ("wordpiece", "unigram"):
        result = cli("train", corpus, "--algorithm", other, "--sentencepiece", "--trace")
        assert result.status == 2
        assert f"--sentencepiece means nothing to --algorithm {other}" in result.err


def test_options_of_another_algorithm_are_refused(cli: Callable, corpus: Path) -> None:
    for wrong in (("--split-digits",), ("--algorithm", "unigram", "--score", "gain")):
        result = cli("train", corpus, "--trace", *wrong)
        assert result.status == 2
        assert f"{wrong[-2] if len(wrong) > 1 else wrong[0]} means nothing to" in result.err


def test_a_size_that_the_text_cannot_support(cli: Callable, corpus: Path) -> None:
    result = cli("train", corpus, "--trace", "--algorithm", "unigram", "--vocab-size", 900)
    assert result.status == 1
    assert "the largest possible is" in result.err


def test_bpe_on_characters(cli: Callable, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3)
    asked = ("--algorithm", "bpe", "--characters")
    traced = cli("train", words, *asked, "--trace", "--first", 2)
    assert traced.status == 0
    assert traced.lines[0].split()[:3] == ["step", "pair", "piece"]
    assert traced.lines[1].split()[:6] == ["1", "e", "+", "s", "es", "9"]
    ended = cli("train", words, *asked, "--suffix", "</w>", "--trace", "--first", 2)
    assert "t</w>" in ended.out
    last = cli("train", words, *asked, "--ties", "last", "--trace", "--first", 1)
    assert last.lines[1].split()[1:4] == ["s", "+", "t"]


def test_bpe_on_bytes(cli: Callable, corpus: Path, tmp_path: Path) -> None:
    made, more = tmp_path / "made", tmp_path / "more"
    asked = ("--algorithm", "bpe", "--pattern", "o200k_base", "--special-tokens", "<|end|>,<|a|>")
    result = cli("train", corpus, *asked, "--vocab-size", 262, "-o", made)
    assert result.status == 0
    assert "262 pieces from" in result.err
    asked = ("--algorithm", "bpe", "--extend", made, "--vocab-size", 264)
    assert cli("train", corpus, *asked, "-o", more).status == 0
    ids = [json.loads((name / "vocab.json").read_text()) for name in (made, more)]
    assert ids[0].items() <= ids[1].items()
    assert len(ids[1]) == 264


def test_what_excludes_each_other(cli: Callable, corpus: Path) -> None:
    for wrong in (
        ("--characters", "--pattern", "o200k_base"),
        ("--score", "gain"),
        ("--compare", "frequency"),
        ("--cased",),
    ):
        result = cli("train", corpus, "--trace", "--algorithm", "bpe", *wrong)
        assert result.status == 2, wrong
    assert cli("train", corpus, "--trace", "--suffix", "</w>").status == 2
