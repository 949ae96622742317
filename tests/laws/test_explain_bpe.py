"""`explain` for BPE: the merges one after the other, what each blocked, and the ids of `encode`."""

from __future__ import annotations

import json
import random

import pytest

import bpe_cases
import subwords
from subwords import models
from subwords.explain import MergedWord
from subwords.spec import Spec
from subwords.tables import Pieces, Vocab

VOCAB = {"h": 0, "u": 1, "g": 2, "s": 3, "ug": 4, "hu": 5, "hug": 6}
MERGES = [("u", "g"), ("h", "u"), ("h", "ug")]


def test_merges_with_ranks_and_what_they_blocked():
    tok = subwords.BPETokenizer(VOCAB, MERGES)
    explanation = tok.explain("hugs")
    assert explanation.ids == tok.encode("hugs") == [6, 3]
    (word,) = explanation.words
    assert isinstance(word, MergedWord)
    assert list(word.rows()) == [("h", "u", "g", "s"), ("h", "ug", "s"), ("hug", "s")]
    first, second = word.to_dict()["merges"]
    assert first["blocked"] == [{"left": "h", "right": "u", "rank": 1}]
    assert (first["left"], first["right"], first["rank"], first["made"]) == ("u", "g", 0, "ug")
    assert (second["left"], second["right"], second["rank"]) == ("h", "ug", 2)
    assert second["blocked"] == []
    text = str(explanation)
    assert "rank 0: u + g; blocked h + u (rank 1)" in text
    assert "hug (6) s (3)" in text
    assert "blocked h + u (rank 1)" in explanation._repr_html_()


def test_words_that_are_tokens_need_no_merges():
    tok = subwords.BPETokenizer(VOCAB, MERGES[:2], ignore_merges=True)
    (word,) = tok.explain("hug").words
    assert (word.whole, word.merges) == (True, ())
    assert "the whole word is a token: hug (6)" in str(tok.explain("hug"))


def test_byte_level_words_are_readable(model):
    tok = subwords.load(model("gpt2"), engine="reference")
    explanation = tok.explain(" sunflowers 日")
    assert explanation.ids == tok.encode(" sunflowers 日")
    first, second = explanation.words
    assert first.readable == " sunflowers"
    assert first.symbols == tuple(" sunflowers")
    assert second.symbols == (" ", "\\xe6", "\\x97", "\\xa5")
    assert explanation.tokens[:3] == ["Ġsun", "fl", "owers"]
    assert "Ġsun (4252) fl (2704) owers (3618)" in str(explanation)


def test_scores_and_ranks():
    rows = [("<unk>", 0.0), ("u", -3.0), ("g", -3.0), ("ug", -1.0)]
    pieces = Pieces(rows, ["unknown", "normal", "normal", "normal"])
    tok = subwords.Tokenizer(Spec(models.SentencePieceBPE(pieces)), engine="reference")
    assert "score -1: u + g" in str(tok.explain("ugh"))
    tokens = [bytes((byte,)) for byte in range(256)] + [b"ug"]
    ranks = models.RankBPE(Vocab((token, id) for id, token in enumerate(tokens)))
    tok = subwords.Tokenizer(Spec(ranks), engine="reference")
    assert "rank 256: u + g" in str(tok.explain("ugh"))


@pytest.mark.parametrize("seed", range(10))
def test_the_ids_are_those_of_encode(seed):
    rng = random.Random(seed)
    makers = (bpe_cases.random_bpe, bpe_cases.random_ranks, bpe_cases.random_pieces)
    for make in makers:
        tok = subwords.Tokenizer(Spec(make(rng)), engine="reference")
        for _ in range(10):
            text = bpe_cases.random_word(rng, bpe_cases.LETTERS + "x▁ ", 30)
            explanation = tok.explain(text)
            assert explanation.ids == tok.encode(text)
            json.dumps(explanation.to_dict())
            assert str(explanation)
            assert explanation._repr_html_()


def test_long_words_are_shortened():
    tok = subwords.BPETokenizer(VOCAB, MERGES)
    explanation = tok.explain("hug" * 200)
    assert "more merges" in str(explanation)
    assert len(str(explanation)) < 60_000
