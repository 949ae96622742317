"""Files and directories: recognised by content, and contradictions named."""

from __future__ import annotations

import json
import shutil

import pytest

from formats.conftest import published_tokenizer_jsons
from subwords.errors import FormatError, MissingFileError, SubwordsError, UnsupportedError
from subwords.formats import load
from subwords.models import BPE
from subwords.spec import AddedToken
from subwords.special_tokens import SpecialTokens

SMALL = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nsun\n##flower\n##s\n"


def entry(id, content, **flags):
    plain = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {"id": id, "content": content, **plain, "special": True, **flags}


@pytest.mark.parametrize("model", published_tokenizer_jsons())
def test_every_published_file_loads_with_its_ids(model, published):
    path = published(model)
    loaded = load(path)
    tokenizers = pytest.importorskip("tokenizers")
    theirs = tokenizers.Tokenizer.from_file(str(path))
    assert {t.id: t.content for t in loaded.spec.added_tokens} == {
        id: token.content for id, token in theirs.get_added_tokens_decoder().items()
    }
    spec_model = loaded.spec.model
    if hasattr(spec_model, "vocab"):
        assert spec_model.vocab.to_dict() == theirs.get_vocab(with_added_tokens=False)
    else:
        assert len(spec_model.pieces) == theirs.get_vocab_size(with_added_tokens=False)


def test_recognised_whatever_the_name(write, document):
    assert load(write(document(), "model.bin")).spec.model.unk_token == "[UNK]"
    assert load(write(SMALL, "words")).spec.model.vocab["sun"] == 5
    assert load(write("[PAD]\n[UNK]\n", "a.json")).spec.model.vocab["[UNK]"] == 1


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("gpt2/merges.txt", "merges of a BPE alone"),
        ("gpt2/vocab.json", "vocabulary of a BPE alone"),
        ("gemma-3/tokenizer.json.xz", "compressed file"),
    ],
)
def test_known_kinds_that_are_not_read(name, says, model_file):
    with pytest.raises(UnsupportedError, match=says):
        load(model_file(name))


@pytest.mark.parametrize("data", [b"[1, 2]", b'{"a": []}', b"\x00\x01\x02"])
def test_what_is_no_tokenizer(data, write):
    with pytest.raises(FormatError, match="not a tokenizer file"):
        load(write(data))


def test_missing_and_empty(tmp_path, write):
    with pytest.raises(FileNotFoundError, match="no such file"):
        load(tmp_path / "nothing")
    with pytest.raises(MissingFileError, match="no tokenizer file in this directory"):
        load(tmp_path)
    with pytest.raises(FormatError, match="the file is empty"):
        load(write(b""))


def test_truncated_json_names_line_and_column(write, document):
    text = json.dumps(document(), indent=2)
    with pytest.raises(FormatError) as caught:
        load(write(text[: len(text) // 2]))
    assert caught.value.where.startswith("line ")
    assert "cut short" in caught.value.remedy


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"foo": 1}, "foo"),
        ({"version": "2.0"}, "version"),
        ({"added_tokens": None}, "added_tokens"),
        ({"added_tokens": [3]}, "added_tokens[0]"),
        ({"added_tokens": [{"id": 0, "content": "a"}]}, "added_tokens[0]"),
        ({"added_tokens": [entry(-1, "a")]}, "added_tokens[0].id"),
        ({"added_tokens": [entry(1, "a"), entry(1, "x", special=0)]}, "added_tokens[1].special"),
        ({"truncation": {}}, "truncation"),
        ({"truncation": {"max_length": 1, "strategy": "Q", "stride": 0}}, "truncation.strategy"),
        ({"padding": {"strategy": {"Fixed": -1}}}, "padding.strategy.Fixed"),
    ],
)
def test_errors_at_the_top(changes, where, write, document):
    with pytest.raises(FormatError) as caught:
        load(write(document(**changes)))
    assert caught.value.where == where


def test_harmless_keys_and_settings_go_to_the_metadata(write, document):
    padding = {"strategy": "BatchLongest", "direction": "Right", "pad_id": 0, "pad_type_id": 0,
               "pad_token": "a", "note": "kept"}  # fmt: skip
    normalizer = {"type": "Sequence", "normalizers": [{"type": "NFC", "why not": [1]}]}
    added = [{**entry(4, "z"), "extra": 1}, entry(1, "a")]
    with_notes = document(padding=padding, normalizer=normalizer, added_tokens=added)
    with_notes["model"]["comment"] = "x"
    assert load(write(with_notes)).metadata == {
        "padding": padding,
        "unknown_keys": {
            "model.comment": "x",
            "added_tokens[1].extra": 1,
            'normalizer.normalizers[0]["why not"]': [1],
        },
    }


def test_a_byte_order_mark_before_json(write, document):
    with pytest.raises(FormatError, match="byte order mark"):
        load(write(b"\xef\xbb\xbf" + json.dumps(document()).encode()))


def test_only_vocab_txt_looks_beside_itself(write, document):
    path = write(document())
    write({"do_lower_case": False, "chat_template": "x"}, "tokenizer_config.json")
    assert load(path).metadata == {}
    assert load(path.parent).metadata == {"chat_template": "x"}


class TestDirectories:
    def save(self, directory, document):
        (directory / "tokenizer.json").write_text(json.dumps(document), encoding="utf-8")

    def test_tokenizer_json_wins(self, tmp_path, write, document):
        write(document())
        write("[UNK]\na\n##b\nc\nextra\n", "vocab.txt")
        assert load(tmp_path).spec.model.vocab.get("extra") is None
        assert load(tmp_path, prefer="vocab.txt").spec.model.vocab.get("extra") == 4
        with pytest.raises(MissingFileError, match="prefer='merges'"):
            load(tmp_path, prefer="merges")
        with pytest.raises(ValueError, match="prefer must be one of"):
            load(tmp_path, prefer="nonsense")

    def test_one_id_two_pieces(self, tmp_path, write, document):
        write(document())
        write("[UNK]\na\n##x\nc\n", "vocab.txt")
        with pytest.raises(FormatError, match=r"id 2 is '##x' here, but '##b' in tokenizer\.json"):
            load(tmp_path)

    def test_casing_stated_differently(self, tmp_path, write, document):
        normalizer = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                      "lowercase": True}  # fmt: skip
        write(document(normalizer=normalizer))
        write({"do_lower_case": False}, "tokenizer_config.json")
        with pytest.raises(FormatError) as caught:
            load(tmp_path)
        assert caught.value.where == "do_lower_case"

    def test_a_model_wins_over_a_vocab_txt(self, tmp_path, write):
        write("abc\nmore\n", "vocab.txt")
        write(b"\x0a\x07\x0a\x03abc\x18\x02", "x.model")
        assert load(tmp_path).spec.semantics == "sentencepiece"

    def test_gpt2(self, tmp_path, model_file, published):
        files = [model_file(f"gpt2/{name}") for name in ("vocab.json", "merges.txt")]
        for file in files:
            shutil.copy(file, tmp_path)
        assert load(tmp_path).spec == load(published("gpt2")).spec
        assert isinstance(load(tmp_path).spec.model, BPE)
        (tmp_path / "merges.txt").write_text("#version: 0.2\nt h e\n")
        with pytest.raises(FormatError, match="line 2"):
            load(tmp_path)

    def test_stale_merges(self, tmp_path, published):
        shutil.copy(published("gpt2"), tmp_path)
        (tmp_path / "merges.txt").write_text("#version: 0.2\nt h\n")
        with pytest.raises(FormatError, match=r"not those of tokenizer\.json"):
            load(tmp_path)

    def test_parts_from_the_map(self, tmp_path, write, document):
        write(document())
        write({"unk_token": "[UNK]", "eos_token": "c", "pad_token": "gone",
               "additional_special_tokens": ["a"]}, "special_tokens_map.json")  # fmt: skip
        assert load(tmp_path).special_tokens == SpecialTokens(unk="[UNK]", eos="c", extra=("a",))


def test_special_tokens_given_by_the_caller(write, document):
    path = write(document(added_tokens=[entry(1, "a", special=False, lstrip=True)]))
    loaded = load(path, special_tokens=SpecialTokens(unk="[UNK]", eos="a"))
    assert loaded.spec.added_tokens == (
        AddedToken("[UNK]", 0, special=True, normalized=False),
        AddedToken("a", 1, special=True, lstrip=True, normalized=False),
    )
    with pytest.raises(FormatError, match="'q' is not in the vocabulary"):
        load(path, special_tokens=SpecialTokens(eos="q"))
    with pytest.raises(FormatError, match="pattern="):
        load(path, pattern=r"\w+")


def test_every_error_is_ours_and_a_built_in_one():
    assert issubclass(FormatError, SubwordsError)
    assert issubclass(FormatError, ValueError)
    assert issubclass(MissingFileError, FileNotFoundError)
