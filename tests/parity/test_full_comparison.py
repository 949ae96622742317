"""The tool that compares in full: it finds a difference, and names the texts without an answer."""

import importlib
import sys
from collections import Counter
from pathlib import Path

import pytest

import subwords
from subwords import decoders

tokenizers = pytest.importorskip("tokenizers")

TOOLS = Path(__file__).parents[2] / "tools"
TEXTS = ["bb", "x", "b", "bx", "", "xbbx"]


@pytest.fixture
def tools(monkeypatch):
    """Modules of the tool, by name."""
    monkeypatch.syspath_prepend(str(TOOLS))
    yield importlib.import_module
    for name in ("answers", "oracles", "parity_texts", "full_parity"):
        sys.modules.pop(name, None)


def saved(tokenizer, directory):
    path = directory / "tokenizer.json"
    tokenizer.save(str(path))
    return path


def unigram(letters="bx", unk_id=0):
    """Without an unknown piece the library has no answer for what it cannot spell."""
    pieces = [(letter, -1.0) for letter in letters]
    return tokenizers.Tokenizer(tokenizers.models.Unigram(pieces, unk_id))


def compared(tools, path, directory, texts):
    """What is counted and shown of these texts."""
    answers = tools("answers").Answers(path, directory)
    comparison = tools("full_parity").Comparison(subwords.load(path), answers)
    group = tools("parity_texts").Group("some", lambda: texts)
    counts: Counter[str] = comparison.run(group, 1.0)
    answers.close()
    return counts, comparison.shown


def test_answers_are_kept(tools, tmp_path):
    path, directory = saved(unigram(), tmp_path), tmp_path / "answers"
    first = compared(tools, path, directory, TEXTS)
    assert first[0]["texts"] == len(TEXTS)
    assert first[0]["different"] == first[0]["unanswered"] == 0
    files = {file: file.stat().st_mtime_ns for file in directory.rglob("*")}
    assert compared(tools, path, directory, TEXTS) == first
    assert {file: file.stat().st_mtime_ns for file in directory.rglob("*")} == files


def test_what_the_library_cannot_decode(tools, tmp_path):
    tokenizer = unigram()
    tokenizer.decoder = tokenizers.decoders.Strip("b", 0, 2)  # panics at a token of one character
    counts, shown = compared(tools, saved(tokenizer, tmp_path), None, TEXTS)
    failing = [text for text in TEXTS if "b" in text]
    assert counts["unanswered"] == len(failing)
    assert counts["different"] == 0
    assert shown == [f"no answer: the library fails to decode {text!a}" for text in failing][:5]


def test_what_the_library_cannot_encode(tools, tmp_path):
    path = saved(unigram("b", None), tmp_path)
    library = tools("answers").Library(path)
    answer = library.ask(TEXTS, False, False)
    library.close()
    assert answer.not_encoded == tuple(at for at, text in enumerate(TEXTS) if "x" in text)
    assert answer.encoded[True].lists() == [[0] * len(t) if "x" not in t else [] for t in TEXTS]


def test_what_takes_too_long_stands_alone(tools, tmp_path, monkeypatch):
    answers = tools("answers")
    library = answers.Library(saved(unigram(), tmp_path))
    monkeypatch.setattr(answers, "SECONDS", 0.0)
    monkeypatch.setattr(answers, "CHARACTERS_PER_SECOND", 1e12)
    answer = library.ask(["b" * 300_000, "x" * 300_000], False, False)
    library.close()
    assert answer.not_encoded == (0, 1)


def test_differences_are_counted_and_shown(tools, tmp_path):
    path = saved(unigram(), tmp_path)
    answers = tools("answers").Answers(path, None)
    spec = subwords.load(path).spec
    other = subwords.Tokenizer(type(spec)(spec.model, decoder=decoders.Replace("x", "y")))
    comparison = tools("full_parity").Comparison(other, answers)
    counts = comparison.run(tools("parity_texts").Group("some", lambda: TEXTS), 1.0)
    answers.close()
    assert counts["different"] == 2 * sum("x" in text for text in TEXTS)
    assert comparison.shown[0].startswith("decode, skip_special_tokens=True of 'x', from 0: 'y'")
