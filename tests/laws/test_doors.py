"""The doors: what the constructor makes of its options, and what it refuses."""

import warnings

import pytest

import subwords
from subwords import SpecialTokens, WordPieceTokenizer, WordPieceTokenizerFast
from subwords.engine import native_available

VOCAB = {"[UNK]": 0, "low": 1, "##est": 2, "##er": 3, "new": 4, "[CLS]": 5, "[SEP]": 6, "<s>": 7,
         "</s>": 8, "[PAD]": 9, ".": 10, "LOW": 11}  # fmt: skip


@pytest.fixture
def door(engine):
    return {"reference": WordPieceTokenizer, "native": WordPieceTokenizerFast}[engine]


def test_by_hand_nothing_is_added(door):
    tok = door(VOCAB)
    assert tok.encode("lowest NEWER.") == [1, 2, 4, 3, 10]
    assert tok.special_tokens == SpecialTokens(unk="[UNK]")
    assert tok.algorithm == "wordpiece"
    assert not tok.is_lossless
    assert (tok.unk_token, tok.continuing_prefix, tok.max_chars_per_word) == ("[UNK]", "##", 100)


def test_cls_and_sep_make_berts_template(door):
    tok = door(VOCAB, special_tokens=SpecialTokens(cls="[CLS]", sep="[SEP]", unk="[UNK]"))
    pair = tok.annotate("low", "new")
    assert (pair.ids, pair.type_ids) == ([5, 1, 6, 4, 6], [0, 0, 0, 1, 1])
    assert tok.encode("low") == [5, 1, 6]
    assert tok.encode("low", add_special_tokens=False) == [1]


@pytest.mark.parametrize(
    ("special", "ids"),
    [
        (SpecialTokens(bos="<s>", eos="</s>"), [7, 1, 8]),
        (SpecialTokens(bos="<s>"), [7, 1]),
        (SpecialTokens(eos="</s>"), [1, 8]),
        (SpecialTokens(cls="[CLS]"), [1]),
        (SpecialTokens(pad="[PAD]"), [1]),
    ],
)
def test_bos_and_eos(door, special, ids):
    assert door(VOCAB, special_tokens=special).encode("low") == ids


def test_a_template_token_must_be_there(door):
    with pytest.raises(ValueError, match=r"'\[BOS\]'"):
        door(VOCAB, special_tokens=SpecialTokens(bos="[BOS]"))


def test_options_are_honoured(door):
    assert door(VOCAB, unk_token="low").encode("zzz") == [1]
    assert door(VOCAB, max_chars_per_word=5).encode("lowest lower") == [0, 1, 3]
    assert door(VOCAB, max_chars_per_word=None).encode("low" + "er" * 500) == [1] + [3] * 500
    assert door({"a": 0, "@a": 1, "u": 2}, unk_token="u", continuing_prefix="@").encode("aa") == [
        0,
        1,
    ]
    plain = subwords.normalizers.Sequence([])
    assert door(VOCAB, normalizer=plain).encode("LOW low") == [11, 1]
    cut = subwords.pre_tokenizers.WhitespaceSplit()
    assert door(VOCAB, pre_tokenizer=cut).encode("low. low .") == [0, 1, 10]


def test_python_functions_are_components(door):
    def shout(text):
        return text.upper()

    def letters(text):
        return [(text[i : i + 3], (i, i + 3)) for i in range(0, len(text), 3)]

    tok = door(VOCAB, normalizer=shout, pre_tokenizer=letters)
    assert tok.encode("lowlow") == [11, 11]
    assert tok.annotate("lowlow").word_ids == [0, 1]
    assert tok.normalize("low") == "LOW"
    tok = door(VOCAB, pre_tokenizer=letters)
    assert tok.annotate("lowNEW").offsets == [(0, 3), (3, 6)]


def test_without_unk_words_vanish_with_one_warning(door):
    tok = door({"low": 0, "##er": 1})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tok.encode("low lower") == [0, 0, 1]
    with pytest.warns(UserWarning, match=r"\[UNK\]"):
        assert tok.encode("low nope lower") == [0, 0, 1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tok.encode("nope") == []
        assert tok.annotate("nope low").word_ids == [1]


def test_an_empty_table_is_legal(door):
    tok = door({"[UNK]": 0})
    assert tok.encode("a b") == [0, 0]
    assert tok.encode("") == []
    assert (tok.vocab_size, tok.max_id, tok.embedding_rows) == (1, 0, 1)
    nothing = door({})
    assert (nothing.vocab_size, nothing.max_id, nothing.embedding_rows) == (0, -1, 0)
    assert nothing.encode("") == []


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"vocab": ["a", "b"]}, TypeError),
        ({"vocab": None}, TypeError),
        ({"vocab": {1: 1}}, TypeError),
        ({"vocab": {"a": "1"}}, ValueError),
        ({"vocab": {"a": -1}}, ValueError),
        ({"vocab": {"a": 1, "b": 1}}, ValueError),
        ({"vocab": {}, "unk_token": 5}, TypeError),
        ({"vocab": {}, "unk_token": None}, TypeError),
        ({"vocab": {}, "continuing_prefix": None}, TypeError),
        ({"vocab": {}, "max_chars_per_word": -1}, ValueError),
        ({"vocab": {}, "max_chars_per_word": "9"}, TypeError),
        ({"vocab": {}, "max_chars_per_word": True}, TypeError),
        ({"vocab": {}, "normalizer": "NFC"}, TypeError),
        ({"vocab": {}, "normalizer": subwords.normalizers.NFC}, TypeError),
        ({"vocab": {}, "pre_tokenizer": 3}, TypeError),
        ({"vocab": {}, "special_tokens": {"unk": "[UNK]"}}, TypeError),
    ],
)
def test_wrong_arguments_are_refused(door, arguments, error):
    with pytest.raises(error):
        door(**arguments)


def test_options_are_keywords(door):
    with pytest.raises(TypeError):
        door(VOCAB, "[UNK]")


@pytest.mark.skipif(native_available(), reason="the native engine is here")
def test_without_the_extension_fast_says_so():
    with pytest.raises(subwords.EngineUnavailableError, match="native engine"):
        WordPieceTokenizerFast(VOCAB)
    with pytest.raises(ImportError, match="native engine"):
        subwords.load("anything", engine="native")


def write(directory, name, content):
    (directory / name).write_text(content, encoding="utf-8")


def test_from_file(door, tmp_path):
    write(tmp_path, "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\nlow\n##est\n")
    tok = door.from_file(str(tmp_path))
    assert isinstance(tok, door)
    assert tok.encode("LOWEST") == [2, 4, 5, 3]
    assert tok.special_tokens == SpecialTokens(pad="[PAD]", unk="[UNK]", cls="[CLS]", sep="[SEP]")
    bare = door.from_file(tmp_path, special_tokens=SpecialTokens(unk="[UNK]"), max_chars_per_word=3)
    assert bare.encode("lowest low") == [1, 4]
    with pytest.raises(subwords.FormatError, match="nope"):
        door.from_file(tmp_path, unk_token="nope")


def test_from_file_reads_the_special_tokens_map(door, tmp_path):
    write(tmp_path, "vocab.txt", "<unk>\n<s>\n</s>\nlow\n")
    roles = '{"unk_token": "<unk>", "bos_token": "<s>", "eos_token": {"content": "</s>"}}'
    write(tmp_path, "special_tokens_map.json", roles)
    tok = door.from_file(tmp_path, unk_token="<unk>")
    assert tok.encode("low") == [1, 3, 2]


def test_from_file_without_a_vocabulary(door, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"vocab\.txt"):
        door.from_file(tmp_path)


def test_save_and_from_pretrained(door, tmp_path):
    special = SpecialTokens(cls="[CLS]", sep="[SEP]", unk="[UNK]", pad="[PAD]")
    tok = door(VOCAB, special_tokens=special)
    tok.save(tmp_path)
    assert {"vocab.txt", "tokenizer.json", "special_tokens_map.json"} <= {
        path.name for path in tmp_path.iterdir()
    }
    again = door.from_pretrained(tmp_path)
    assert isinstance(again, door)
    assert again == tok
    assert again.special_tokens == special
    assert again.encode("lowest newer") == tok.encode("lowest newer") == [5, 1, 2, 4, 3, 6]


def test_a_function_cannot_be_saved(door, tmp_path):
    tok = door(VOCAB, normalizer=str.lower)
    with pytest.raises(subwords.UnsupportedError, match="normalizer"):
        tok.save(tmp_path)


def test_from_pretrained_refuses_another_family(door, model):
    with pytest.raises(subwords.FormatError, match="not WordPiece"):
        door.from_pretrained(model("gpt2"))


def test_names_that_are_nothing(tmp_path):
    for name in (tmp_path / "nothing", "./nothing", "/nothing/here", "no such thing!"):
        with pytest.raises(FileNotFoundError):
            subwords.load(name)
    with pytest.raises(FileNotFoundError, match=r"bundled.*(huggingface_hub|cache)"):
        subwords.load("surely/not-there", offline=True)
    for wrong in (None, 5, b"bytes"):
        with pytest.raises(TypeError):
            subwords.load(wrong)
    with pytest.raises(ValueError, match="engine"):
        subwords.load("x", engine="fast")
