"""What sentencepiece's own trainer decides without chance, and ours must decide in the same way."""

from __future__ import annotations

import io
import unicodedata
from itertools import pairwise

import pytest

from subwords.formats.sentencepiece_model import load_sentencepiece_model
from subwords.training import learn, train
from subwords.training.scripts import kind_of, piece_limit
from subwords.training.sentencepiece_options import SentencePieceOptions, meta_pieces

spm = pytest.importorskip("sentencepiece")

LAYOUTS = (
    {},
    {"user_defined_symbols": ["U1", "U2"], "control_symbols": ["C1", "C2"]},
    {"pad_id": 3, "user_defined_symbols": ["U1"]},
    {"unk_id": 2, "bos_id": -1, "eos_id": 0, "control_symbols": ["C1"]},
    {"unk_id": 5, "bos_id": 6, "eos_id": 7, "control_symbols": ["C1"]},
    {"byte_fallback": True, "unk_id": 1, "bos_id": -1, "eos_id": -1},
    {"byte_fallback": True, "pad_id": 10, "user_defined_symbols": ["U1"]},
    {"user_defined_symbols": ["<s>", "U"], "control_symbols": ["</s>"]},
    {"unk_piece": "[U]", "bos_piece": "[B]", "eos_piece": "[E]", "pad_piece": "[P]", "pad_id": 4},
)
WORDS = [
    "ab",
    "a1",
    "1a",
    "11",
    "▁a",
    "▁1",
    "аb",
    "あア漢",
    "アー",
    "-a",
    "--",
    "á",
    "́a",
    "áb",
    "漢́あ",
    "1́",
    "a'",
    "¹²",
    "١٢",
    "a١",
    "٠a",
    "1١",
    "Ωa",
    "\u0378\u0379",
    "a\u0378",
    "、。",
    "1.",
    "a_",
    "1-1",
    "a\u200db",
    "ηh",
    "ɑa",
    "ªa",
    "ℵa",
    "K한",
    "한글",
    "ไทย",
    "ไa",
]


def library(texts, **options):
    model = io.BytesIO()
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter(texts),
        model_writer=model,
        minloglevel=2,
        hard_vocab_limit=False,
        **options,
    )
    return load_sentencepiece_model(model.getvalue(), "model").spec


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_ids_of_symbols(layout):
    texts = [f"hello world this is a test {chr(97 + i) * 3}" for i in range(26)]
    pieces = library(texts, vocab_size=330, **layout).model.pieces
    expected = {
        id: (pieces[id][0], pieces.type(id))
        for id in range(len(pieces))
        if pieces.type(id) != "normal"
    }
    assert meta_pieces(SentencePieceOptions(**layout)) == expected


@pytest.mark.parametrize("coverage", [0.98, 0.985, 0.99, 0.995, 0.9995, 1.0])
def test_characters_that_are_kept(coverage):
    texts = [chr(0x61 + i % 26) * 60 + chr(0x4E00 + i % 37) * (i % 5) for i in range(300)]
    options = {"character_coverage": coverage, "required_chars": "é漢"}
    theirs = library(texts, vocab_size=200, **options).model.pieces
    ours = learn(texts, "unigram", 200, hard_vocab_limit=False, **options)
    assert {p for p, _ in ours.pieces if len(p) == 1} == {
        p for id, (p, _) in enumerate(theirs) if len(p) == 1 and theirs.type(id) == "normal"
    }


@pytest.mark.parametrize(
    "options",
    [{}, {"split_by_number": False}, {"split_digits": True}, {"split_by_unicode_script": False}],
    ids=str,
)
def test_what_can_be_a_piece(options):
    settings = SentencePieceOptions(**options)
    for word in WORDS:
        theirs = library(
            [word] * 50,
            model_type="bpe",
            vocab_size=50,
            normalization_rule_name="identity",
            add_dummy_prefix=False,
            character_coverage=1.0,
            **options,
        )
        possible = theirs.model.pieces.find(word) is not None
        limit = piece_limit([kind_of(c, settings) for c in word], 16)
        assert (limit == len(word)) == possible, word


def test_scripts_of_letters():
    """Two letters are one piece if and only if sentencepiece says so.

    Of letters that are older than its tables: those of Unicode 3.2.
    """
    category = unicodedata.ucd_3_2_0.category
    settings = SentencePieceOptions(normalization="identity")
    letters = [chr(c) for c in range(0x80, 0x10000, 7) if category(chr(c))[0] == "L"]
    pairs = [a + b for a, b in pairwise(letters)]
    theirs = library(
        [pair for pair in pairs for _ in range(3)],
        model_type="bpe",
        vocab_size=2 * len(letters) + 10,
        normalization_rule_name="identity",
        add_dummy_prefix=False,
        character_coverage=1.0,
    )
    wrong = [
        pair
        for pair in pairs
        if (piece_limit([kind_of(c, settings) for c in pair], 16) == 2)
        != (theirs.model.pieces.find(pair) is not None)
    ]
    assert wrong == []


def test_pieces_have_no_two_scripts_and_no_inner_space():
    texts = ["abc дежз abcдежз 漢字かなカナ 123abc ab-cd"] * 20
    for options in ({}, {"split_by_number": False}, {"max_piece_length": 3}):
        tok = train(texts, "unigram", 60, hard_vocab_limit=False, **options)
        settings = SentencePieceOptions(**options)
        for id, (piece, _) in enumerate(tok.spec.model.pieces):
            if tok.spec.model.pieces.type(id) == "normal":
                limit = piece_limit([kind_of(c, settings) for c in piece], 16)
                assert limit == len(piece) <= settings.max_piece_length
                assert "▁" not in piece[1:]


def test_errors_are_those_of_the_library():
    for wrong in (
        {"unk_id": -1},
        {"user_defined_symbols": ["x"], "control_symbols": ["x"]},
        {"user_defined_symbols": ["<unk>"]},
        {"unk_id": 70},
        {"byte_fallback": True},
        {"bos_id": 0},
    ):
        with pytest.raises((RuntimeError, ValueError)):
            library(["hello world"] * 9, vocab_size=60, **wrong)
        with pytest.raises(ValueError):
            learn(["hello world"] * 9, "unigram", 60, hard_vocab_limit=False, **wrong)
