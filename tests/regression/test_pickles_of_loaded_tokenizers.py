"""A tokenizer that was loaded from a file goes through pickle, and so to other processes."""

import copy
import json
import multiprocessing
import pickle

import pytest

import subwords
from subwords import SpecialTokens, WordPieceTokenizer

PIECES = ["[UNK]", "[CLS]", "[SEP]", "hello", "un", "##aff", "##able"]
TEXT = "Hello unaffable [SEP] x"
IDS = [1, 3, 4, 5, 6, 2, 0, 2]


@pytest.fixture
def tok(tmp_path, engine):
    WordPieceTokenizer(
        {piece: id for id, piece in enumerate(PIECES)},
        special_tokens=SpecialTokens(unk="[UNK]", cls="[CLS]", sep="[SEP]"),
    ).save(tmp_path)
    return subwords.load(tmp_path, engine=engine)


def test_the_tokenizer(tok):
    for again in (pickle.loads(pickle.dumps(tok)), copy.deepcopy(tok), copy.copy(tok)):
        assert again == tok
        assert again.engine == tok.engine
        assert again.encode(TEXT) == IDS


def test_a_method_in_another_process(tok):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(tok.encode, [TEXT]) == [IDS]


def test_an_encoding(tok):
    encoding = tok.annotate(TEXT, "hello")
    for again in (pickle.loads(pickle.dumps(encoding)), copy.deepcopy(encoding)):
        assert again == encoding
        assert again.tokens == encoding.tokens
        assert again.offsets == encoding.offsets
        assert again.sequence_ids == encoding.sequence_ids


def test_an_encoding_carries_its_own_tokens_only():
    tok = WordPieceTokenizer({"[UNK]": 0, **{f"w{i}": i + 1 for i in range(5000)}})
    assert len(pickle.dumps(tok.annotate("w1 w2"))) < 5000


@pytest.mark.parametrize(
    "model",
    [
        {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]},
        {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["a", -1.5]]},
    ],
)
def test_tables_of_other_models(tmp_path, model):
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps({"version": "1.0", "added_tokens": [], "model": model}))
    spec = subwords.load(path).spec
    again = pickle.loads(pickle.dumps(spec))
    assert again == spec
    assert hash(again) == hash(spec)
