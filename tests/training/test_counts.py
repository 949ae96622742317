"""Corpora and word counts: what may be counted, added, saved, and what is refused."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import subwords
from subwords import normalizers, pre_tokenizers
from subwords.training import WordCounts, count_words, counting
from subwords.training.corpus import blocks, lines

TEXT = "The cat sat.\nThe CAT, the café\r\n\nz\u00fcrich 日本 don't\tstop\u3000here =\u0338 \x10a\n"


@pytest.fixture(params=["reference", "native"])
def engine(request):
    if request.param == "native":
        pytest.importorskip("subwords.native._core", reason="the native engine is not installed")
    return request.param


def test_words_by_code_point(engine):
    counts = count_words(["The cat.", "the CAT"], engine=engine)
    assert list(counts.items()) == [(".", 1), ("cat", 2), ("the", 2)]
    assert (len(counts), counts.total(), counts["cat"]) == (3, 5, 2)
    assert "dog" not in counts
    with pytest.raises(KeyError):
        counts["dog"]
    assert counts.most_common(1) == [("cat", 2)]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"normalizer": normalizers.BERTNormalizer(lowercase=False)},
        {"normalizer": normalizers.NFC(), "pre_tokenizer": pre_tokenizers.WhitespaceSplit()},
        {"normalizer": normalizers.Sequence([normalizers.NFKD(), normalizers.Lowercase()])},
        {"normalizer": normalizers.Sequence([]), "pre_tokenizer": pre_tokenizers.Sequence([])},
        {"normalizer": normalizers.Custom(str.swapcase)},
    ],
)
def test_runs_give_what_the_stages_give_on_whole_texts(engine, options, monkeypatch):
    quick = count_words([TEXT, TEXT[5:]], engine=engine, **options)
    monkeypatch.setattr(counting, "safe_cut", lambda *_: "none")
    assert quick == count_words([TEXT, TEXT[5:]], engine="reference", **options)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), max_size=5))
@settings(max_examples=150, deadline=None)
def test_engines_agree(texts):
    pytest.importorskip("subwords.native._core", reason="the native engine is not installed")
    assert count_words(texts, engine="native") == count_words(texts, engine="reference")


def test_a_file_counts_line_by_line(engine, tmp_path):
    file = tmp_path / "corpus.txt"
    file.write_bytes(TEXT.encode())
    assert list(lines(file)) == [line for line in TEXT.splitlines(keepends=True) if line]
    expected = count_words([TEXT], engine=engine)
    assert count_words(file, engine=engine) == expected
    assert count_words(str(file), engine=engine) == expected
    assert count_words([file, file], engine=engine) == expected + expected
    assert count_words([file, TEXT], engine=engine) == expected + expected
    assert count_words((t for t in [TEXT]), engine=engine) == expected


def test_inside_a_list_a_str_is_text(engine, tmp_path):
    file = tmp_path / "corpus"
    file.write_text("words in a file")
    assert dict(count_words([str(file.name)], engine=engine)) == {"corpus": 1}


def test_no_newline_at_the_end_and_empty_files(engine, tmp_path):
    file = tmp_path / "a"
    file.write_bytes(b"a b")
    empty = tmp_path / "b"
    empty.write_bytes(b"")
    assert dict(count_words([empty, file], engine=engine)) == {"a": 1, "b": 1}
    assert dict(count_words([], engine=engine)) == {}
    assert dict(count_words(["", " \n"], engine=engine)) == {}


def test_any_number_of_threads(monkeypatch, tmp_path, engine):
    monkeypatch.setattr(counting, "PARALLEL", 0)
    monkeypatch.setattr("subwords.training.corpus.BLOCK", 64)
    monkeypatch.setattr(counting, "RUNS", 8)
    file = tmp_path / "corpus.txt"
    file.write_bytes(TEXT.encode() * 40)
    assert len(list(blocks(file))) > 20
    expected = dict(count_words([TEXT * 40], engine=engine))
    for threads in (1, 2, 8):
        assert dict(count_words(file, threads=threads, engine=engine)) == expected


@pytest.mark.parametrize("threads", [1, 3])
def test_not_utf8_names_the_place(engine, tmp_path, monkeypatch, threads):
    monkeypatch.setattr(counting, "PARALLEL", 0)
    file = tmp_path / "latin.txt"
    file.write_bytes(b"fine\nstill fine\ncaf\xe9 au lait\n")
    with pytest.raises(subwords.FormatError, match=r"latin.txt: line 3: .*byte 19") as caught:
        count_words(file, engine=engine, threads=threads)
    assert caught.value.where == "line 3"


def test_lone_surrogates(engine):
    with pytest.raises(subwords.SurrogateError) as caught:
        count_words(["ok", "a\ud800b"], engine=engine)
    assert (caught.value.document, caught.value.position) == (1, 1)
    counted = count_words(["\ud800"], errors="replace", normalizer=normalizers.NFC(), engine=engine)
    assert dict(counted) == {"\ufffd": 1}


@pytest.mark.parametrize("corpus", [5, None, b"text", {"word": 1}, ["text", 5], [b"bytes"]])
def test_wrong_types(corpus):
    with pytest.raises(TypeError, match="corpus"):
        count_words(corpus)


def test_missing_files(tmp_path):
    with pytest.raises(FileNotFoundError, match="pass it in a list"):
        count_words("some text that names no file")
    with pytest.raises(ValueError, match="no such file"):
        count_words("some text that names no file")
    with pytest.raises(FileNotFoundError, match="no such file"):
        count_words(tmp_path / "nothing")
    with pytest.raises(FileNotFoundError, match="directory"):
        count_words([tmp_path])


@pytest.mark.parametrize("threads", [0, -1, 1.5, True])
def test_wrong_threads(threads):
    with pytest.raises(ValueError, match="threads"):
        count_words(["a"], threads=threads)


def test_adding(engine):
    first, second = (count_words([text], engine=engine) for text in ("a b b", "b c"))
    assert dict(first + second) == {"a": 1, "b": 3, "c": 1}
    assert dict(first) == {"a": 1, "b": 2}
    assert dict(first + first) == {"a": 2, "b": 4}
    assert dict(sum([second], start=first)) == {"a": 1, "b": 3, "c": 1}
    assert dict(first + WordCounts({"a": 4})) == {"a": 5, "b": 2}


def test_a_mismatch_is_refused():
    cased = WordCounts({"A": 1}, normalizer=normalizers.BERTNormalizer(lowercase=False))
    with pytest.raises(ValueError, match="normalizer"):
        cased + WordCounts({"a": 1})
    with pytest.raises(ValueError, match="pre_tokenizer"):
        count_words(WordCounts({"a": 1}), pre_tokenizer=pre_tokenizers.WhitespaceSplit())
    with pytest.raises(TypeError):
        cased + {"a": 1}


def test_by_hand():
    counts = WordCounts({"ab": 5_000_000_000, "none": 0, '\n\t"': 2})
    assert dict(counts.items()) == {"ab": 5_000_000_000, '\n\t"': 2}
    assert dict(WordCounts([("a", 1), ("b", 2), ("a", 3)])) == {"a": 4, "b": 2}
    long_word = "x" * 100_000
    assert WordCounts({long_word: 7})[long_word] == 7


@pytest.mark.parametrize(
    ("counts", "error"),
    [
        ({"a": -1}, ValueError),
        ({"a": 2**63}, ValueError),
        ([("a", 2**62), ("a", 2**62)], ValueError),
        ({"a": 1.0}, TypeError),
        ({"a": True}, TypeError),
        ({5: 1}, TypeError),
        ({"\ud800": 1}, subwords.SurrogateError),
    ],
)
def test_refused_by_hand(counts, error):
    with pytest.raises(error):
        WordCounts(counts)


def test_saved_and_loaded(tmp_path):
    counts = WordCounts(
        {"ab": 2**62, "\n": 1, "\u2028": 3, '"\\': 4, "日本": 5},
        normalizer=normalizers.Sequence([normalizers.NFC(), normalizers.Lowercase()]),
        pre_tokenizer=pre_tokenizers.Digits(individual_digits=True),
    )
    counts.save(tmp_path / "counts")
    again = WordCounts.load(tmp_path / "counts")
    assert again == counts
    assert (again.normalizer, again.pre_tokenizer) == (counts.normalizer, counts.pre_tokenizer)
    again.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "counts").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "counts"]
    assert pickle.loads(pickle.dumps(counts)) == counts


def test_functions_cannot_be_saved(tmp_path):
    counts = WordCounts({"a": 1}, normalizer=normalizers.Custom(str.lower))
    with pytest.raises(subwords.UnsupportedError, match="lower"):
        counts.save(tmp_path / "counts")
    assert not list(tmp_path.iterdir())


def damaged(lines_):
    yield "empty", []
    yield "no header", lines_[1:]
    yield "cut off", lines_[:-1]
    yield "no tab", [lines_[0], '5 "a"\n', lines_[2]]
    yield "no quotes", [lines_[0], "5\ta\n", lines_[2]]
    yield "negative", [lines_[0], '-5\t"a"\n', lines_[2]]
    yield "twice", [lines_[0], lines_[1], lines_[1]]
    yield "version", [lines_[0].replace('"version": 1', '"version": 9'), *lines_[1:]]
    yield "component", [lines_[0].replace("BertNormalizer", "Bort"), *lines_[1:]]
    yield "nested", ["[" * 100_000 + "\n", *lines_[1:]]


def test_damaged_files(tmp_path):
    WordCounts({"a": 5, "b": 6}).save(tmp_path / "good")
    for name, content in damaged((tmp_path / "good").read_text().splitlines(keepends=True)):
        (tmp_path / name).write_text("".join(content))
        with pytest.raises(subwords.FormatError, match=name):
            WordCounts.load(tmp_path / name)
    (tmp_path / "binary").write_bytes((tmp_path / "good").read_bytes() + b'5\t"\xff"\n')
    with pytest.raises(subwords.FormatError, match="UTF-8"):
        WordCounts.load(tmp_path / "binary")
    with pytest.raises(FileNotFoundError):
        WordCounts.load(tmp_path / "absent")
