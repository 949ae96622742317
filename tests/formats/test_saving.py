"""Saving: what is written loads again as an equal spec, and as the same tokenizer elsewhere."""

from __future__ import annotations

import json

import pytest

import subwords
from formats.conftest import published_tokenizer_jsons
from subwords import normalizers, pre_tokenizers
from subwords.errors import UnsupportedError
from subwords.formats import load, save
from subwords.formats.loaded import Loaded
from subwords.models import Unigram, WordPiece
from subwords.spec import AddedToken, Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import Pieces, Vocab

BIG = ("gemma-3", "qwen3", "llama-3", "deepseek-v3")
VOCAB = {"[UNK]": 0, "a": 1, "##b": 2}
TEXT = "Hello wörld <s> [MASK] naïve 123 unaffable 東京 🙂"


def write(directory, loaded):
    save(
        directory,
        spec=loaded.spec,
        metadata=loaded.metadata,
        special_tokens=loaded.special_tokens,
    )


@pytest.mark.parametrize(
    "model",
    [
        pytest.param(model, marks=pytest.mark.heavy) if model in BIG else model
        for model in published_tokenizer_jsons()
    ],
)
def test_round_trip(model, published, tmp_path):
    path = published(model)
    first = load(path)
    write(tmp_path, first)
    again = load(tmp_path)
    assert again == Loaded(first.spec, first.metadata, first.special_tokens)
    tokenizers = pytest.importorskip("tokenizers")
    theirs = tokenizers.Tokenizer.from_file(str(path))
    ours = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for tokenizer in (theirs, ours):
        tokenizer.no_truncation()
        tokenizer.no_padding()
    assert ours.encode(TEXT).ids == theirs.encode(TEXT).ids
    assert ours.get_vocab() == theirs.get_vocab()


@pytest.mark.parametrize("model", ["bert-base-uncased", "bert-base-cased", "llama-2"])
def test_the_published_layout_byte_for_byte(model, published, tmp_path):
    tokenizers = pytest.importorskip("tokenizers")
    path = published(model)
    write(tmp_path, load(path))
    theirs = tokenizers.Tokenizer.from_file(str(path)).to_str(pretty=True)
    assert (tmp_path / "tokenizer.json").read_text(encoding="utf-8") == theirs + "\n"


def test_the_files_of_a_bert(published, tmp_path):
    write(tmp_path / "u", load(published("bert-base-uncased")))
    write(tmp_path / "c", load(published("bert-base-cased")))
    uncased = {path.name for path in (tmp_path / "u").iterdir()}
    assert uncased == {"tokenizer.json", "vocab.txt", "special_tokens_map.json"}
    config = json.loads((tmp_path / "c" / "tokenizer_config.json").read_text())
    assert config["do_lower_case"] is False
    for directory in (tmp_path / "u", tmp_path / "c"):
        assert load(directory, prefer="vocab.txt").spec == load(directory).spec


def test_vocab_txt_is_the_published_one(model_file, tmp_path):
    source = model_file("bert-base-uncased/vocab.txt")
    write(tmp_path, load(source))
    assert (tmp_path / "vocab.txt").read_bytes() == source.read_bytes()


def test_metadata_survives(tmp_path, document):
    path = tmp_path / "in"
    path.mkdir()
    padding = {"strategy": {"Fixed": 3}, "direction": "Left", "pad_to_multiple_of": None,
               "pad_id": 0, "pad_type_id": 0, "pad_token": "a"}  # fmt: skip
    value = document(padding=padding, normalizer={"type": "NFC", "odd key": {"x": [1]}})
    (path / "tokenizer.json").write_text(json.dumps(value))
    (path / "tokenizer_config.json").write_text(
        json.dumps({"model_max_length": 77, "chat_template": "{{ x }}", "unk_token": "[UNK]"})
    )
    first = load(path)
    assert first.metadata["config"] == {"model_max_length": 77}
    write(tmp_path / "out", first)
    assert load(tmp_path / "out") == first


def test_a_function_cannot_be_saved(tmp_path):
    def shout(text: str) -> str:
        return text.upper()

    spec = Spec(WordPiece(Vocab(VOCAB)), normalizer=normalizers.Custom(shout))
    with pytest.raises(UnsupportedError, match=r"Custom .*shout"):
        save(tmp_path, spec=spec)
    nested = Spec(
        WordPiece(Vocab(VOCAB)),
        pre_tokenizer=pre_tokenizers.Sequence([pre_tokenizers.Custom(lambda text: [])]),
    )
    with pytest.raises(UnsupportedError, match="pre-tokenizer Custom"):
        save(tmp_path, spec=nested)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        (Spec(WordPiece(Vocab(VOCAB)), semantics="tiktoken"), "semantics"),
        (Spec(WordPiece(Vocab(VOCAB)), added_tokens=(AddedToken("x", 9),)), "has id 9"),
        (Spec(WordPiece(Vocab([(b"\xff", 0)]))), "not UTF-8"),
        (Spec(Unigram(Pieces([("a", -1.0)], ["control"]))), "is control"),
        (
            Spec(WordPiece(Vocab(VOCAB)), normalizer=normalizers.SentencePieceText()),
            "SentencePiece",
        ),
    ],
)
def test_what_the_format_cannot_hold(spec, says, tmp_path):
    with pytest.raises(UnsupportedError, match=says):
        save(tmp_path, spec=spec)


def test_no_limit_on_the_length_of_words_survives(tmp_path):
    spec = Spec(WordPiece(Vocab(VOCAB), max_chars_per_word=None))
    save(tmp_path, spec=spec)
    assert load(tmp_path).spec == spec


def test_holes_are_no_vocab_txt(tmp_path):
    spec = Spec(WordPiece(Vocab({"[UNK]": 0, "a": 5})))
    save(tmp_path, spec=spec)
    assert not (tmp_path / "vocab.txt").exists()
    assert load(tmp_path).spec == spec
    (tmp_path / "vocab.txt").write_text("stale\n")
    with pytest.raises(UnsupportedError, match="another tokenizer"):
        save(tmp_path, spec=spec)


def test_a_failed_save_leaves_the_old_files(tmp_path, monkeypatch):
    spec = Spec(WordPiece(Vocab(VOCAB)))
    save(tmp_path, spec=spec)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def die(descriptor: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", die)
    with pytest.raises(OSError, match="the disk is full"):
        save(tmp_path, spec=Spec(WordPiece(Vocab({**VOCAB, "c": 3}))))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_flags_of_special_tokens_reach_the_map(tmp_path):
    mask = AddedToken("<mask>", 3, special=True, lstrip=True, normalized=False)
    spec = Spec(WordPiece(Vocab({**VOCAB, "<mask>": 3})), added_tokens=(mask,))
    save(tmp_path, spec=spec, special_tokens=SpecialTokens(mask="<mask>", unk="[UNK]"))
    written = json.loads((tmp_path / "special_tokens_map.json").read_text())
    assert written["mask_token"]["lstrip"] is True
    # Readers look for every token of the map in text, and this one is not.
    assert "unk_token" not in written
    assert load(tmp_path).special_tokens.unk == "[UNK]"


def test_no_directory_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tok = subwords.WordPieceTokenizer({"[UNK]": 0, "a": 1})
    with pytest.raises(ValueError, match="working directory"):
        tok.save("")
    assert not list(tmp_path.iterdir())
