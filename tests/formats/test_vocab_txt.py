"""BERT's vocab.txt: lines as the published library reads them, casing, and the configs beside."""

from __future__ import annotations

import json

import pytest

from subwords.errors import FormatError
from subwords.formats import json_pure, json_reader, load
from subwords.formats.vocab_txt import read_vocab_txt, read_vocab_txt_pure, write_vocab_txt
from subwords.normalizers import BERTNormalizer
from subwords.special_tokens import SpecialTokens

SMALL = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nsun\n##flower\n##s\n"

READERS = [read_vocab_txt_pure] + ([read_vocab_txt] if json_reader.native is not None else [])
reader = pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)


@reader
@pytest.mark.parametrize(
    "data",
    [b"a\nb\n", b"a\nb", b"a\r\nb\r\n", b"a\n\nb\n", b"a \n b\n", b"a\nb\n\n\n", b"", b"\n",
     b"a\rb\n", b"a\x0bb\n", b"a\xc2\x85b\n", b"a\xe2\x80\xa8b\n", b"a\xc2\xa0\nb\n", b"a\n  \nb\n",
     b"\ta\nb\x00\n", b"a\x1c\nb\x1f\n", b"a\xe3\x80\x80 \t\n\xe1\x9a\x80b\xe2\x80\x8a\n",
     b"a\xe1\xa0\x8e\n", b"a\xe2\x80\x8b\n"],
)  # fmt: skip
def test_lines_as_published(read, data, tmp_path):
    models = pytest.importorskip("tokenizers").models
    path = tmp_path / "vocab.txt"
    path.write_bytes(data)
    assert read(data).to_dict() == models.WordPiece.read_file(str(path))


@reader
@pytest.mark.parametrize(
    ("data", "where", "says"),
    [
        (b"a\nb\na\r\n", "line 3", "stands on line 1 already"),
        (b"a\n\xff\n", "byte 2", "not UTF-8 (0xff)"),
    ],
)
def test_faults(read, data, where, says):
    with pytest.raises(FormatError) as caught:
        read(data, "vocab.txt")
    assert caught.value.where == where
    assert says in str(caught.value)


def test_a_byte_order_mark_joins_the_first_piece_with_a_warning(write):
    path = write(b"\xef\xbb\xbf" + SMALL.encode(), "vocab.txt")
    with pytest.warns(UserWarning, match="byte order mark"):
        loaded = load(path)
    assert loaded.spec.model.vocab.token(0) == "\ufeff[PAD]"
    assert loaded.special_tokens.pad is None


def test_a_bare_vocabulary_is_the_published_tokenizer(published, model_file):
    bare = load(model_file("bert-base-uncased/vocab.txt"))
    full = load(published("bert-base-uncased"))
    assert bare.spec == full.spec
    assert bare.special_tokens == full.special_tokens


@pytest.mark.parametrize("model", ["bert-base-cased", "bert-base-multilingual-cased"])
def test_a_cased_vocabulary_needs_its_casing_stated(model, model_file, published, write):
    source = model_file(f"{model}/vocab.txt")
    with pytest.raises(FormatError, match="cased vocabulary") as caught:
        load(source)
    assert "do_lower_case" in caught.value.remedy
    path = write(source.read_bytes(), "vocab.txt")
    write({"do_lower_case": False}, "tokenizer_config.json")
    assert load(path).spec == load(published(model)).spec


def test_the_config_beside_it_counts(write):
    path = write(SMALL, "vocab.txt")
    write(
        {"do_lower_case": True, "strip_accents": False, "tokenize_chinese_chars": False,
         "model_max_length": 512, "chat_template": "x"},
        "tokenizer_config.json",
    )  # fmt: skip
    loaded = load(path)
    assert loaded.spec.normalizer == BERTNormalizer(
        lowercase=True, strip_accents=False, handle_chinese_chars=False
    )
    assert loaded.metadata == {"config": {"model_max_length": 512}, "chat_template": "x"}


@pytest.mark.parametrize(
    "key",
    [
        {"do_basic_tokenize": False},
        {"never_split": ["a"]},
        {"do_lower_case": "yes"},
        {"wordpieces_prefix": "@@"},
    ],
)
def test_config_keys_that_cannot_be_honoured_raise(write, key):
    path = write(SMALL, "vocab.txt")
    write(key, "tokenizer_config.json")
    with pytest.raises(FormatError) as caught:
        load(path)
    assert caught.value.where == next(iter(key))
    assert str(caught.value.file).endswith("tokenizer_config.json")


def test_the_unknown_token_must_be_there(write):
    path = write("a\nb\n<oov>\n", "vocab.txt")
    with pytest.raises(FormatError, match="'\\[UNK\\]' is not in the vocabulary"):
        load(path)
    assert load(path, special_tokens=SpecialTokens(unk="<oov>")).spec.model.unk_token == "<oov>"
    write({"unk_token": {"content": "<oov>", "lstrip": True}}, "special_tokens_map.json")
    loaded = load(path)
    assert loaded.special_tokens == SpecialTokens(unk="<oov>")
    assert loaded.spec.added_tokens[0].lstrip
    assert loaded.spec.post_processor is None


def test_special_tokens_that_are_named_must_be_there(write):
    path = write(SMALL, "vocab.txt")
    with pytest.raises(FormatError, match="'<x>' is not in the vocabulary"):
        load(path, special_tokens=SpecialTokens(unk="[UNK]", mask="<x>"))


def test_what_a_vocab_txt_cannot_hold_is_not_written():
    vocab = read_vocab_txt(b"a\nb\n")
    assert write_vocab_txt(vocab) == "a\nb\n"
    for bad in ({"a": 0, "b": 2}, {"a\n": 0}, {"a ": 0}, {"a": 0, "": 1}):
        text = json.dumps(bad).encode()
        assert write_vocab_txt(json_pure.read_json_pure(text, None, "vocab")) is None
