"""The doors of Unigram: built by hand, from files, trained; both engines alike."""

from __future__ import annotations

import pytest

import subwords
from subwords import SpecialTokens, UnigramTokenizer, UnigramTokenizerFast, native

DOORS = [
    UnigramTokenizer,
    pytest.param(
        UnigramTokenizerFast,
        marks=pytest.mark.skipif(not native.available(), reason="the native engine is absent"),
    ),
]
PIECES = [("<unk>", 0.0), ("<s>", 0.0), ("▁", -3.0), ("▁hug", -2.0), ("hug", -2.5), ("s", -1.0)]
CORPUS = ["the cat sat on the mat and the hat", "a cat and a hat and a bat"] * 20


@pytest.mark.parametrize("door", DOORS)
def test_built_by_hand(door):
    tok = door(PIECES, special_tokens=SpecialTokens(unk="<unk>", bos="<s>"))
    assert tok.tokenize("hugs  hug ") == ["▁hug", "s", "▁hug"]
    assert tok.tokenize("hug?! <s>") == ["▁hug", "<unk>", "▁", "<unk>", "s", "<unk>"]
    assert tok.decode(tok.encode("hugs hug")) == "hugs hug"
    assert tok.lattice("▁hugs").best() == ["▁hug", "s"]
    assert tok.algorithm == "unigram"


@pytest.mark.parametrize("door", DOORS)
def test_saved_and_read_again(door, tmp_path):
    tok = door(PIECES, special_tokens=SpecialTokens(unk="<unk>", bos="<s>"))
    tok.save(tmp_path)
    for again in (door.from_file(tmp_path), door.from_pretrained(tmp_path)):
        assert again.spec == tok.spec
        assert type(again) is door
        assert again.encode("hugs hug") == tok.encode("hugs hug")
    with pytest.raises(FileNotFoundError):
        door.from_file(tmp_path / "nowhere")


@pytest.mark.parametrize("door", DOORS)
def test_trained(door):
    tok = door([])
    tok.train(CORPUS, vocab_size=24)
    assert tok.vocab_size == 24
    assert tok.spec == subwords.train(CORPUS, "unigram", vocab_size=24).spec
    assert tok.decode(tok.encode("the hat sat")) == "the hat sat"
    before = tok.spec
    with pytest.raises(ValueError, match="largest possible"):
        tok.train(CORPUS, vocab_size=10_000)
    assert tok.spec is before


@pytest.mark.parametrize("door", DOORS)
def test_byte_fallback_and_user_defined_pieces(door):
    rows = [("<unk>", 0.0), ("a", -1.0), ("▁", -2.0), ("xyz", 0.0)]
    rows += [(f"<0x{byte:02X}>", 0.0) for byte in range(256)]
    types = ["unknown", "normal", "normal", "user_defined"] + ["byte"] * 256
    tok = door(rows, types=types, byte_fallback=True)
    assert tok.tokenize("aéxyz") == ["▁", "a", "<0xC3>", "<0xA9>", "xyz"]
    assert tok.decode(tok.encode("aéxyz a")) == "aéxyz a"


@pytest.mark.parametrize("door", DOORS)
def test_an_empty_table_says_that_it_has_no_unknown_piece(door):
    assert door([]).encode("") == []
    with pytest.raises(subwords.UnsupportedError, match="no unknown piece"):
        door([]).encode("a")


def test_wrong_arguments():
    with pytest.raises(TypeError, match="pairs"):
        UnigramTokenizer(["a"])
    with pytest.raises(ValueError, match="one of normal"):
        UnigramTokenizer([("a", -1.0)], types=["strange"])
    with pytest.raises(ValueError, match="types"):
        UnigramTokenizer([("a", -1.0)], types=[])
    with pytest.raises(TypeError, match="byte_fallback"):
        UnigramTokenizer([], byte_fallback=1)


def test_files_of_other_families_are_refused(tmp_path):
    subwords.WordPieceTokenizer({"[UNK]": 0, "a": 1}).save(tmp_path)
    with pytest.raises(subwords.FormatError, match="not Unigram"):
        UnigramTokenizer.from_pretrained(tmp_path)
