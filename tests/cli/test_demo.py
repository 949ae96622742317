"""`subwords demo`: works with nothing but the package, and shows every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from subwords import native
from subwords.cli.demo import attempts
from subwords.cli.demo_vocab import make_vocab, python_prose, shared_pieces


def test_the_demo_runs_and_agrees_with_itself(cli: Callable, tmp_path: Path) -> None:
    saved = tmp_path / "made"
    result = cli("demo", "--text", "Rereading GENERATORS", "--save", saved)
    assert (result.status, result.err) == (0, "")
    assert [line[0] for line in result.lines if line[:1].isdigit()] == list("12345678")
    assert ("ids: equal" in result.out) == native.available()
    assert "it gives the same ids" in result.out
    tokens = cli("encode", saved, "--format", "tokens", stdin="generators\n")
    assert tokens.lines == ["[CLS] generator ##s [SEP]"]


def test_the_demo_takes_any_text(cli: Callable) -> None:
    for text in ("", "日本語 😀 ﬁ", "a" * 300):
        result = cli("demo", "--text", text)
        assert (result.status, result.err) == (0, "")
        assert "DIFFERENT" not in result.out


def test_attempts_are_greedy_and_complete() -> None:
    vocab = {"un": 0, "una": 1, "##ffable": 2}
    assert list(attempts("unaffable", vocab)) == [
        (["unaffable", "unaffabl", "unaffab", "unaffa", "unaff", "unaf"], "una"),
        ([], "##ffable"),
    ]
    assert list(attempts("unx", vocab)) == [(["unx"], "un"), (["##x"], None)]


def test_fragments_of_a_piece_are_left_out() -> None:
    words = ["linding", "binding", "winding"]
    assert set(shared_pieces(words)) == {"##inding"}


def test_every_character_is_in_the_vocabulary_twice() -> None:
    vocab = make_vocab(Counter({"ab": 3, "ba": 1}), 100)
    assert {"a", "b", "##a", "##b"} <= vocab.keys()
    assert sorted(vocab.values()) == list(range(len(vocab)))


def test_python_ships_prose() -> None:
    assert sum(map(len, python_prose())) > 100_000
