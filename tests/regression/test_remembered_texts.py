"""A text that is encoded again gives the same ids: with great ids, other options, other widths."""

import random

import pytest

import subwords
from subwords.models import BPE
from subwords.spec import AddedToken, Spec
from subwords.tables import Merges, Vocab

GREAT = [0xFFFF, 0x10000, 70_000, 2**31 - 2]
OPTIONS = [
    {},
    {"add_special_tokens": False},
    {"untrusted": True},
    {"allowed_special": []},
    {"allowed_special": ["<65536>"]},
    {"allowed_special": "all"},
    {"errors": "replace"},
]


@pytest.fixture
def tok(engine):
    letters = "ab é一😀<>0123456789"
    vocab = Vocab({letter: id for id, letter in enumerate(dict.fromkeys(letters))})
    added = tuple(AddedToken(f"<{id}>", id, special=id == 0x10000) for id in GREAT)
    model = BPE(vocab, Merges([]), unk_token="a")
    return subwords.Tokenizer(Spec(model, added_tokens=added), engine=engine)


def test_ids_of_added_tokens_beyond_16_bits(tok):
    text = "ab" + "".join(f"<{id}>" for id in GREAT)
    expected = [0, 1, *GREAT]
    for _ in range(3):
        assert tok.encode(text) == expected
        assert tok.encode_batch([text, text]).to_list() == [expected, expected]
        assert tok.annotate(text).ids == expected


def test_other_options(tok):
    text = "a<65536>b"
    expected = [list(tok.annotate(text, **options).ids) for options in OPTIONS]
    assert expected[0] != expected[2]
    for _ in range(3):
        for options, ids in zip(OPTIONS, expected, strict=True):
            assert tok.encode(text, **options) == ids


def test_texts_of_the_same_bytes(tok):
    """One character of two bytes is no two of one byte."""
    draw = random.Random(3)
    for _ in range(2_000):
        text = "".join(draw.choices("ab\0 é一\u6161\u6262\U00010061", k=draw.randrange(1, 9)))
        assert tok.encode(text) == tok.annotate(text).ids
