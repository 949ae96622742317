"""Pain 20: merges in both spellings, keys of the future, and errors that name the JSON path."""

from __future__ import annotations

import json

import pytest

import subwords
from subwords.formats import load, save

VOCAB = {"<unk>": 0, "a": 1, "b": 2, " ": 3, "ab": 4, "a ": 5}


def bpe(merges, **more):
    model = {"type": "BPE", "unk_token": "<unk>", "vocab": VOCAB, "merges": merges, **more}
    return {"version": "1.0", "model": model}


def unigram(pieces, **more):
    return {"model": {"type": "Unigram", "unk_id": 0, "vocab": pieces, **more}}


@pytest.fixture
def read(tmp_path):
    def build(document):
        path = tmp_path / "tokenizer.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return load(path)

    return build


def test_both_spellings_of_merges_are_one(read, tmp_path):
    strings, pairs = read(bpe(["a b"])), read(bpe([["a", "b"]]))
    assert strings.spec == pairs.spec
    save(tmp_path / "out", spec=strings.spec)
    assert load(tmp_path / "out").spec == strings.spec


def test_tokens_with_spaces(read, tmp_path):
    loaded = read(bpe([["a", " "], ["a", "b"]]))
    assert list(loaded.spec.model.merges) == [("a", " "), ("a", "b")]
    save(tmp_path / "out", spec=loaded.spec)
    assert load(tmp_path / "out").spec == loaded.spec
    tok = subwords.Tokenizer(loaded.spec, engine="reference")
    assert tok.encode("a ab") == [5, 4]


@pytest.mark.parametrize(
    ("document", "where"),
    [
        (bpe(["a b", "a  "]), "model.merges[1]"),
        (bpe(["a b", ["a", "b"]]), "model.merges[1]"),
        (bpe([["a", "b"], ["a", "b", "c"]]), "model.merges[1]"),
        (bpe([["a", 1]]), "model.merges[0]"),
        (bpe([["a", "zz"]]), "model.merges[0]"),
        (bpe({"a": "b"}), "model.merges"),
        (bpe(["a b"], dropout=2), "model.dropout"),
        (bpe(["a b"], byte_fallback="yes"), "model.byte_fallback"),
        (unigram([["<unk>", 0], ["a"]]), "model.vocab[1]"),
        (unigram([["<unk>", 0], ["a", "x"]]), "model.vocab[1][1]"),
        (unigram([["<unk>", 0], [1, 0]]), "model.vocab[1][0]"),
        (unigram([["<unk>", 0]], unk_id=7), "model.unk_id"),
        (unigram([["<unk>", 0]], byte_fallback=1), "model.byte_fallback"),
        ({"model": {"type": "Other"}}, "model.type"),
        ({**bpe(["a b"]), "decoder": {"type": "Sequence", "decoders": [{"type": "?"}]}},
         "decoder.decoders[0].type"),
    ],
)  # fmt: skip
def test_errors_name_the_path(document, where, read):
    with pytest.raises(subwords.FormatError) as caught:
        read(document)
    assert caught.value.where == where
    assert "untagged" not in str(caught.value)


@pytest.mark.parametrize(
    "document", [bpe(["a b"], future={"x": [1]}), unigram([["<unk>", 0.0]], future={"x": [1]})]
)
def test_unknown_keys_survive(document, read, tmp_path):
    loaded = read(document)
    assert loaded.metadata["unknown_keys"] == {"model.future": {"x": [1]}}
    save(tmp_path / "out", spec=loaded.spec, metadata=loaded.metadata)
    written = json.loads((tmp_path / "out" / "tokenizer.json").read_text(encoding="utf-8"))
    assert written["model"]["future"] == {"x": [1]}
