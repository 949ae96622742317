"""Spaces that fold in a model: at the begin of a text, and where no piece is their mark ▁."""

from __future__ import annotations

import pytest

import subwords
from sentencepiece_files import RESERVED, model_file

PIECES = [*RESERVED, ("▁a", -2.0, "normal"), ("a", -3.0, "normal"), ("b", -3.0, "normal")]


@pytest.mark.parametrize("kind", [1, 2])
def test_unknowns_on_both_sides_of_a_space_are_one(kind, engine, tmp_path):
    sentencepiece = pytest.importorskip("sentencepiece")
    path = tmp_path / "no_mark.model"
    path.write_bytes(model_file(PIECES, kind=kind, remove_extra_whitespaces=True))
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(path))
    ours = subwords.load(path, engine=engine)
    for text in ("日 語", "日  日本 b 日", "a 日 a語 語a", "b b", "日 a 日", "  日 "):
        assert ours.encode(text) == theirs.encode(text), text


@pytest.mark.parametrize("kind", [1, 2])
def test_spaces_before_a_text_fold_to_nothing(kind, engine, tmp_path):
    sentencepiece = pytest.importorskip("sentencepiece")
    path = tmp_path / "no_prefix.model"
    pieces = [*PIECES, ("▁", -3.0, "normal")]
    path.write_bytes(model_file(pieces, kind=kind, remove_extra_whitespaces=True))
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(path))
    ours = subwords.load(path, engine=engine)
    for text in ("  b", "  a", " b ", "   ", "b  a", " ", " a b"):
        assert ours.encode(text) == theirs.encode(text), text
