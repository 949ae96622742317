"""`subwords demo`: works with nothing but the package, and shows every step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from subwords import native
from subwords.cli import demo_training
from subwords.cli.demo_training import differences, python_prose, train_both


def test_the_demo_runs_and_agrees_with_itself(cli: Callable, tmp_path: Path) -> None:
    saved = tmp_path / "made"
    result = cli("demo", "--text", "Rereading GENERATORS", "--save", saved)
    assert (result.status, result.err) == (0, "")
    assert [line[0] for line in result.lines if line[:1].isdigit()] == list("12345678")
    assert ("ids: equal" in result.out) == native.available()
    assert "it gives the same ids" in result.out
    tokens = cli("encode", saved, "--format", "tokens", stdin="The generators\n")
    assert tokens.lines[0].split()[:2] == ["[CLS]", "the"]
    assert "[UNK]" not in tokens.out


def test_the_demo_takes_any_text(cli: Callable) -> None:
    for text in ("", "日本語 😀 ﬁ", "a" * 300, "[MASK] \x1b x"):
        result = cli("demo", "--text", text)
        assert (result.status, result.err) == (0, "")
        assert "DIFFERENT" not in result.out
    assert "it has 300 characters, more than 100" in cli("demo", "--text", "a" * 300).out


def test_the_scores_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(demo_training.SIZES, "native", 300)
    monkeypatch.setitem(demo_training.SIZES, "reference", 300)
    prose = python_prose()
    both = train_both(prose)
    assert list(both) == ["frequency", "likelihood"]
    frequency, likelihood = (learned for _, learned in both.values())
    assert frequency.merges[0].merged == "th"
    assert frequency.merges[0].count > likelihood.merges[0].count
    assert len(frequency.vocab) == len(likelihood.vocab) == 300
    shown = "\n".join(differences(both, prose))
    assert "t + ##h -> th" in shown
    assert "tokens per word on this text: frequency 1." in shown


def test_python_ships_prose() -> None:
    assert sum(map(len, python_prose())) > 100_000
