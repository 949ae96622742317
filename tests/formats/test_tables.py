"""Tables: the pure ones and the native ones answer alike."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

import pytest

from subwords import tables
from subwords.tables import Merges, MergesTable, Pieces, PiecesTable, Vocab, VocabTable

VOCAB = {"b": 7, "a": 0, "": 3, "ü😀": 4294967294, "a\x00": 1}
MERGES = [("a", "b"), ("", " "), ("ü", "b"), ("a", "b")]
PIECES = [("<unk>", 0.0), ("▁a", -1.5), ("b", 1e-300), ("▁a", -3.25)]
TYPES = ["unknown", "normal", "control", "byte"]


def kinds(name):
    native = pytest.importorskip("subwords.native.tables", exc_type=ImportError)
    return {"pure": lambda table: table, "native": getattr(native, f"native_{name}")}


@pytest.fixture(params=["pure", "native"])
def vocab(request):
    return Vocab(VOCAB) if request.param == "pure" else kinds("vocab")["native"](Vocab(VOCAB))


@pytest.fixture(params=["pure", "native"])
def merges(request):
    return Merges(MERGES) if request.param == "pure" else kinds("merges")["native"](Merges(MERGES))


@pytest.fixture(params=["pure", "native"])
def pieces(request):
    pure = Pieces(PIECES, TYPES)
    return pure if request.param == "pure" else kinds("pieces")["native"](pure)


def test_vocab(vocab):
    assert isinstance(vocab, VocabTable)
    assert isinstance(vocab, Mapping)
    assert list(vocab) == list(VOCAB)
    assert list(vocab.items()) == list(VOCAB.items())
    assert list(vocab.to_dict().items()) == list(VOCAB.items())
    assert len(vocab) == 5
    assert vocab.max_id == 4294967294
    assert vocab["ü😀"] == 4294967294
    assert vocab.get("x") is None
    assert "a" in vocab
    assert "\ud800" not in vocab
    assert 3 not in vocab
    assert vocab.token(4294967294) == "ü😀"
    assert vocab.token_bytes(1) == b"a\x00"
    for id in (2, 8, -1, 4294967295, 2**40):
        assert vocab.token(id) is None
        assert vocab.token_bytes(id) is None
    with pytest.raises(KeyError):
        vocab["x"]


def test_vocab_equality(vocab):
    assert vocab == Vocab(VOCAB)
    assert Vocab(VOCAB) == vocab
    assert hash(vocab) == hash(Vocab(VOCAB))
    assert vocab == Vocab(dict(reversed(VOCAB.items())))
    assert vocab != Vocab({**VOCAB, "z": 9})
    assert vocab != Vocab({**VOCAB, "a": 2})
    assert vocab != 3


def test_vocab_of_bytes():
    pure = Vocab([(b"\xff", 0), (b"a", 1)])
    assert pure.token(0) == "\ufffd"
    native = kinds("vocab")["native"](pure)
    assert native.token_bytes(0) == b"\xff"
    assert native == pure


@pytest.mark.parametrize("entries", [[("a", 0), ("a", 1)], [("a", 0), ("b", 0)], [("a", -1)],
                                     [("a", 2**32 - 1)], [("a", True)]])  # fmt: skip
def test_vocab_refuses(entries):
    with pytest.raises(ValueError, match=r"id|token"):
        Vocab(entries)


def test_empty_tables():
    for empty in (Vocab(), kinds("vocab")["native"](Vocab())):
        assert (len(empty), empty.max_id, list(empty), empty.token(0)) == (0, -1, [], None)
    assert hash(kinds("vocab")["native"](Vocab())) == hash(Vocab())
    assert hash(kinds("merges")["native"](Merges())) == hash(Merges())
    assert kinds("pieces")["native"](Pieces()) == Pieces()


def test_merges(merges):
    assert isinstance(merges, MergesTable)
    assert isinstance(merges, Sequence)
    assert list(merges) == MERGES
    assert merges[-1] == ("a", "b")
    assert list(merges[1:3]) == MERGES[1:3]
    assert list(merges[::-1]) == MERGES[::-1]
    assert merges.pair_bytes(2) == ("ü".encode(), b"b")
    assert merges == Merges(MERGES)
    assert Merges(MERGES) == merges
    assert hash(merges) == hash(Merges(MERGES))
    assert merges != Merges(MERGES[:-1])
    assert merges != Merges([*MERGES[:-1], ("a", "c")])
    for rank in (4, -5):
        with pytest.raises(IndexError):
            merges[rank]


def test_first_unknown(merges):
    full = Vocab({token: id for id, token in enumerate(["a", "b", "ab", "", " ", "ü", "üb"])})
    assert merges.first_unknown(full) is None
    assert merges.first_unknown(Vocab({"a": 0, "b": 1, "ab": 2})) == 1
    assert merges.first_unknown(full, 2) == 0


def test_pieces(pieces):
    assert isinstance(pieces, PiecesTable)
    assert isinstance(pieces, Sequence)
    assert list(pieces) == PIECES
    assert pieces[-1] == ("▁a", -3.25)
    assert list(pieces[1:3]) == PIECES[1:3]
    assert pieces[1:3].type(1) == "control"
    assert pieces.score(2) == 1e-300
    assert [pieces.type(id) for id in range(4)] == TYPES
    assert pieces.piece_bytes(1) == "▁a".encode()
    assert pieces.find("▁a") == 3
    assert pieces.find("x") is None
    assert pieces == Pieces(PIECES, TYPES)
    assert Pieces(PIECES, TYPES) == pieces
    assert hash(pieces) == hash(Pieces(PIECES, TYPES))
    assert pieces != Pieces(PIECES)


def test_a_native_table_is_safe_from_many_threads():
    read_json = pytest.importorskip("subwords.native.tables", exc_type=ImportError).read_json
    text = "{" + ",".join(f'"t{i}": {i * 3}' for i in range(20_000)) + "}"
    for _ in range(5):
        vocab = read_json(text.encode(), None, "vocab", 128)
        found: list[bool] = []

        def look(vocab=vocab, found=found):
            found.append(all(vocab.token(vocab[f"t{i}"]) == f"t{i}" for i in range(0, 20_000, 97)))

        threads = [threading.Thread(target=look) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [True] * 4


def test_max_id_is_the_native_limit():
    assert tables.MAX_ID == 2**32 - 2
