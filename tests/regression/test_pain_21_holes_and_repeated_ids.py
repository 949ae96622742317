"""Ids with holes, repeated ids, and special tokens that the vocabulary lists too."""

from __future__ import annotations

import json

import pytest

from subwords.errors import FormatError
from subwords.formats import load


def write(path, vocab, added, unk="UNK"):
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    path.write_text(
        json.dumps(
            {
                "version": "1.0",
                "added_tokens": [
                    {"id": id, "content": content, **flags, "special": True}
                    for content, id in added
                ],
                "model": {
                    "type": "WordPiece",
                    "unk_token": unk,
                    "continuing_subword_prefix": "##",
                    "max_input_chars_per_word": 100,
                    "vocab": vocab,
                },
            }
        )
    )
    return path


def test_holes_are_kept(tmp_path):
    path = write(tmp_path / "t.json", {"a": 0, "b": 2, "UNK": 5}, [("UNK", 5)])
    loaded = load(path)
    vocab = loaded.spec.model.vocab
    assert (len(vocab), vocab.max_id) == (3, 5)
    assert vocab.token(1) is None
    assert [(t.content, t.id) for t in loaded.spec.added_tokens] == [("UNK", 5)]


def test_added_tokens_are_numbered_as_published(tmp_path):
    """The published library numbers on from the *count* of tokens, whatever the file says."""
    tokenizers = pytest.importorskip("tokenizers")
    vocab = {"a": 0, "b": 2, "UNK": 5}
    for added in ([("x", 6)], [("x", 3)], [("x", 3), ("y", 4)], [("y", 9), ("b", 2), ("x", 1)]):
        path = write(tmp_path / "t.json", vocab, added)
        theirs = tokenizers.Tokenizer.from_file(str(path)).get_added_tokens_decoder()
        stated = dict(added)
        expected = {id: token.content for id, token in theirs.items()}
        if any(stated[content] != id for id, content in expected.items()):
            with pytest.warns(UserWarning, match="the published library gives it"):
                loaded = load(path)
        else:
            loaded = load(path)
        assert {t.id: t.content for t in loaded.spec.added_tokens} == expected


def test_two_added_tokens_with_one_id_raise(tmp_path):
    path = write(tmp_path / "t.json", {"a": 0, "b": 2, "UNK": 1}, [("x", 3), ("y", 4), ("b", 2)])
    assert len(load(path).spec.added_tokens) == 3
    path = write(tmp_path / "t.json", {"a": 0, "b": 3, "UNK": 1}, [("x", 3), ("b", 3)])
    with pytest.raises(FormatError, match="would both have id 3"):
        load(path)


def test_repeated_tokens_and_ids_raise(tmp_path):
    path = write(tmp_path / "t.json", {"a": 0, "b": 0, "UNK": 1}, [])
    with pytest.raises(FormatError, match="id 0 belongs to"):
        load(path)
    path.write_text(path.read_text().replace('"b": 0', '"a": 3'))
    with pytest.raises(FormatError, match="listed twice"):
        load(path)
