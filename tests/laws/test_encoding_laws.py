"""What holds for every tokenizer, engine and text."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import subwords
from samples import HOSTILE, random_texts
from subwords import RaggedIds, SpecialTokens, WordPieceTokenizer

LETTERS = "abcdefghijklmnopqrstuvwxyz"
VOCAB = {token: id for id, token in enumerate(
    ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *LETTERS, *("##" + c for c in LETTERS),
     "the", "##ing", "##ed", "un", "cafe", "한", "##ᆨ", "中", "a😀", ".", "#"]
)}  # fmt: skip
SPECIAL = SpecialTokens(pad="[PAD]", unk="[UNK]", cls="[CLS]", sep="[SEP]", mask="[MASK]")
TEXTS = random_texts(150, seed=5)


@pytest.fixture(scope="module")
def by_engine():
    spec = WordPieceTokenizer(VOCAB, special_tokens=SPECIAL).spec
    cache = {}

    def make(engine):
        if engine not in cache:
            cache[engine] = subwords.Tokenizer(spec, engine=engine)
        return cache[engine]

    return make


@pytest.fixture
def tok(by_engine, engine):
    return by_engine(engine)


@pytest.mark.parametrize("threads", [None, 1, 2, 3, 8])
def test_a_batch_is_its_texts_whatever_the_threads(tok, threads):
    for texts in ([], [""], ["", "", ""], TEXTS, TEXTS[:1], tuple(TEXTS[:7])):
        rows = tok.encode_batch(texts, threads=threads)
        assert rows.to_list() == [tok.encode(text) for text in texts]
        assert len(rows) == len(texts)
    assert tok.encode_batch(iter(TEXTS)) == tok.encode_batch(TEXTS)


def test_empty_inputs(tok):
    cls, sep = VOCAB["[CLS]"], VOCAB["[SEP]"]
    assert tok.encode("") == [cls, sep]
    assert tok.encode("", add_special_tokens=False) == []
    assert tok.annotate("", "").ids == [cls, sep, sep]
    assert tok.annotate("", add_special_tokens=False).offsets == []
    assert tok.decode([]) == ""
    assert tok.decode_bytes([]) == b""
    assert tok.decode_batch([]) == []
    assert tok.tokenize("") == []
    assert tok.count("") == 2
    assert tok.normalize("") == ""
    assert tok.encode_batch([]).to_list() == []
    assert tok.encode(" \t\n\u200b") == [cls, sep]


@settings(max_examples=150, deadline=None)
@given(text=st.lists(st.sampled_from([*HOSTILE, *VOCAB]), max_size=40).map("".join))
def test_offsets_are_valid_and_monotone(by_engine, text):
    for engine in ("reference", *(["native"] if subwords.engine.native_available() else [])):
        enc = by_engine(engine).annotate(text, add_special_tokens=False)
        spans = list(enc.offsets)
        assert all(0 <= begin <= end <= len(text) for begin, end in spans)
        assert [b for b, _ in spans] == sorted(b for b, _ in spans)
        assert [e for _, e in spans] == sorted(e for _, e in spans)
        words = enc.word_ids
        assert words == sorted(words)
        assert set(enc.sequence_ids) <= {0}


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=60, alphabet=st.characters(exclude_categories=("Cs",))))
def test_engines_agree_and_nothing_is_random(by_engine, text):
    reference = by_engine("reference")
    enc = reference.annotate(text, text[::-1])
    assert enc == reference.annotate(text, text[::-1])
    if subwords.engine.native_available():
        native = by_engine("native")
        assert native.annotate(text, text[::-1]) == enc
        assert native.encode(text) == reference.encode(text)
        assert native.normalize(text) == reference.normalize(text)
        ids = reference.encode(text)
        assert native.decode(ids) == reference.decode(ids)


@settings(max_examples=100, deadline=None)
@given(ids=st.lists(st.integers(0, len(VOCAB) - 1), max_size=30), skip=st.booleans())
def test_a_stream_gives_what_decode_gives(by_engine, ids, skip):
    tok = by_engine("reference")
    stream = tok.decoder_stream(skip_special_tokens=skip)
    joined = "".join([*map(stream.step, ids), stream.flush()])
    assert joined == tok.decode(ids, skip_special_tokens=skip)
    assert stream.flush() == ""


def test_decoding_forms_agree(tok):
    rows = tok.encode_batch(TEXTS)
    expected = [tok.decode(row) for row in rows.to_list()]
    assert tok.decode_batch(rows) == expected
    assert tok.decode_batch(rows.to_list()) == expected
    assert [tok.decode_bytes(row).decode() for row in rows] == expected


def test_equality_and_pickles(tok, engine):
    again = pickle.loads(pickle.dumps(tok))
    assert again == tok
    assert again.engine == engine
    assert hash(again) == hash(tok)
    assert again.encode_batch(TEXTS) == tok.encode_batch(TEXTS)
    assert copy.deepcopy(tok) == tok
    assert tok != subwords.Tokenizer(subwords.WordPieceTokenizer({"a": 0}).spec)
    assert tok != "tok"
    door = WordPieceTokenizer(VOCAB, special_tokens=SPECIAL)
    assert isinstance(pickle.loads(pickle.dumps(door)), WordPieceTokenizer)
    assert door == tok


@pytest.mark.parametrize(
    "error",
    [
        subwords.SurrogateError(3, 7),
        subwords.SurrogateError(0),
        subwords.UnknownIdError("id 9"),
        subwords.FormatError("bad", file="f", where="line 1", remedy="Mend it."),
        subwords.MissingFileError("gone"),
        subwords.UnsupportedError("later"),
        subwords.EngineUnavailableError("absent"),
    ],
)
def test_errors_survive_a_pickle(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_a_tokenizer_cannot_be_changed(tok):
    for name, value in (("spec", None), ("vocab_size", 3), ("anything", 1)):
        with pytest.raises(AttributeError):
            setattr(tok, name, value)
    tok.get_vocab().clear()
    assert tok.get_vocab() == VOCAB
    with pytest.raises(TypeError):
        tok.metadata["x"] = 1


def test_ragged_ids(tok):
    rows = tok.encode_batch(["a b", "", "the"])
    flat, bounds = rows.to_numpy()
    assert (flat.dtype, bounds.dtype) == (np.uint32, np.int64)
    assert bounds.tolist() == [0, 4, 6, 9]
    assert rows[0].tolist() == rows.to_list()[0] == rows[-3].tolist()
    assert [row.tolist() for row in rows] == rows.to_list()
    assert rows[1:].to_list() == rows.to_list()[1:]
    assert rows[::-2].to_list() == rows.to_list()[::-2]
    assert rows[5:].to_list() == []
    assert rows.lengths.tolist() == [4, 2, 3]
    assert rows == RaggedIds(flat.copy(), bounds.copy())
    assert rows != rows[1:]
    for index in (3, -4):
        with pytest.raises(IndexError):
            rows[index]
    pyarrow = pytest.importorskip("pyarrow")
    arrow = rows.to_arrow()
    assert arrow.to_pylist() == rows.to_list()
    assert arrow.type.value_type == pyarrow.uint32()


def test_to_arrow_without_pyarrow(tok, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ImportError, match="pip install"):
        tok.encode_batch(["a"]).to_arrow()


def test_offsets_behave_like_a_list(tok):
    offsets = tok.annotate("the cafe").offsets
    assert offsets == [(0, 0), (0, 3), (4, 8), (0, 0)]
    assert offsets[1] == (0, 3)
    assert offsets[-2] == (4, 8)
    assert offsets[1:3] == [(0, 3), (4, 8)]
    assert len(offsets) == 4
    assert (4, 8) in offsets
    assert offsets != [(0, 0)]
    assert offsets.to_list() == list(offsets)
    with pytest.raises(IndexError):
        offsets[4]


@pytest.mark.parametrize("wrong", [None, 5, b"bytes", ["a"], ("a", "b"), 1.5, True])
def test_texts_must_be_str(tok, wrong):
    calls = [
        tok.encode, tok.annotate, tok.tokenize, tok.count, tok.normalize,
        lambda text: tok.annotate("a", text if text is not None else 5),
        lambda text: tok.encode_batch(["a", text]),
        lambda text: tok.encode(text, untrusted=[(0, 1)]),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(TypeError, match=r"must be a str, not|iterable of str"):
            call(wrong)


def test_a_batch_must_be_texts(tok):
    for wrong in ("text", b"bytes", 5, None):
        with pytest.raises(TypeError, match="iterable of str"):
            tok.encode_batch(wrong)
    with pytest.raises(TypeError, match="text 2 must be a str"):
        tok.encode_batch(["a", "b", None])
    with pytest.raises(TypeError, match="decode the bytes"):
        tok.encode(b"a")


def test_wrong_options_are_refused(tok):
    for call in (tok.encode, tok.annotate, tok.tokenize, tok.count, tok.normalize):
        with pytest.raises(ValueError, match="errors"):
            call("a", errors="ignore")
    for threads in (0, -1):
        with pytest.raises(ValueError, match="threads"):
            tok.encode_batch(["a"], threads=threads)
    for threads in (True, 1.5, "2"):
        with pytest.raises(TypeError, match="threads"):
            tok.encode_batch(["a"], threads=threads)
    with pytest.raises(ValueError, match=r"\[NOPE\]"):
        tok.encode("a", allowed_special={"[NOPE]"})
    with pytest.raises(TypeError, match="allowed_special"):
        tok.encode("a", allowed_special="[CLS]")


def test_wordpiece_has_no_distribution(tok):
    for call in (
        lambda: tok.sample("a"),
        lambda: tok.encode("a", dropout=0.1),
        lambda: tok.encode("a", dropout=0.1, seed=3),
    ):
        with pytest.raises(subwords.UnsupportedError, match="no distribution"):
            call()


def test_added_tokens(tok):
    more = tok.add_tokens(["zz", "the"]).add_tokens(["[X]"], special=True)
    assert "zz" not in tok.get_vocab()
    first = len(VOCAB)
    assert (more.token_to_id("zz"), more.token_to_id("[X]")) == (first, first + 1)
    assert more.token_to_id("the") == VOCAB["the"]
    assert more.vocab_size == len(VOCAB) + 2
    assert more.encode("azzb[X]", add_special_tokens=False) == [
        VOCAB["a"], first, VOCAB["b"], first + 1,
    ]  # fmt: skip
    assert more.decode([first, first + 1]) == "zz"
    assert more.decode([first, first + 1], skip_special_tokens=False) == "zz [X]"
    assert more.engine == tok.engine
    single = tok.add_tokens([subwords.AddedToken("in", first, single_word=True)])
    assert single.encode("in bin", add_special_tokens=False)[0] == first
    assert single.encode("bin", add_special_tokens=False) == [
        VOCAB["b"], VOCAB["##i"], VOCAB["##n"],
    ]  # fmt: skip
    for wrong in ([""], [subwords.AddedToken("q!", 3)], [subwords.AddedToken("a", 900)]):
        with pytest.raises(ValueError, match=r"id|empty"):
            tok.add_tokens(wrong)
    for wrong in ("abc", [5], [None]):
        with pytest.raises(TypeError):
            tok.add_tokens(wrong)


def test_a_byte_level_model_can_be_looked_into(model, engine):
    tok = subwords.load(model("gpt2"), engine=engine)
    assert tok.vocab_size == 50257
    assert tok.algorithm == "bpe"
    assert tok.id_to_token(4252) == "Ġsun"
    assert tok.id_to_bytes(4252) == b" sun"
    assert tok.decode([4252, 2704, 3618]) == " sunflowers"
    assert tok.decode_bytes([4252, 2704, 3618]) == b" sunflowers"
