"""A BPE file may name an unknown token that it lacks: then an unknown character is an error."""

import json

import pytest

import subwords
from subwords.engine import native_available

ENGINES = ["reference", *(["native"] if native_available() else [])]


def content(unk_token):
    model = {"type": "BPE", "vocab": {"a": 0, "b": 1}, "merges": [], "unk_token": unk_token}
    return json.dumps({"version": "1.0", "added_tokens": [], "model": model})


@pytest.mark.parametrize("engine", ENGINES)
def test_an_unknown_character_is_an_error(engine, tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(content("[UNK]"))
    tok = subwords.load(path, engine=engine)
    assert tok.encode("ab") == [0, 1]
    for encode in (tok.encode, tok.annotate, lambda text: tok.encode_batch([text])):
        with pytest.raises(subwords.UnsupportedError, match=r"'\[UNK\]', the model's unk_token"):
            encode("axb")
    assert tok.encode("ba") == [1, 0]


def test_the_published_library_fails_too():
    tokenizers = pytest.importorskip("tokenizers")
    theirs = tokenizers.Tokenizer.from_str(content("[UNK]"))
    with pytest.raises(Exception, match="UNK"):
        theirs.encode("axb")


@pytest.mark.parametrize("engine", ENGINES)
def test_without_an_unknown_token_the_character_is_dropped_as_published(engine, tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(content(None))
    assert subwords.load(path, engine=engine).encode("axb") == [0, 1]


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_named(seed):
    tok = subwords.BPETokenizer({"a": 0, "[UNK]": 1}, [])
    with pytest.raises(ValueError, match="seed must be from 0"):
        tok.encode("a", dropout=0.5, seed=seed)
