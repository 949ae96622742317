"""Decoding the ids of `.model` and rank files gives the text that their libraries give."""

from __future__ import annotations

import random
from io import BytesIO

import pytest

import subwords
from subwords.formats.sentencepiece_model import load_sentencepiece_model
from subwords.models import RankBPE
from subwords.spec import AddedToken, Spec
from subwords.tables import Vocab

sentencepiece = pytest.importorskip("sentencepiece")

NAMES = {
    "t5-small": "spiece.model",
    "albert-base-v2": "spiece.model",
    "xlnet-base-cased": "spiece.model",
    "llama-2": "tokenizer.model",
    "mistral-7b-v0.1": "tokenizer.model",
    "xlm-roberta-base": "sentencepiece.bpe.model",
    "sentencepiece-small": "test_ja_model.model",
}


def check(tok, theirs, draw, interesting, rounds):
    """Random ids, most of them out of the interesting ones."""
    for _ in range(rounds):
        ids = [
            draw.choice(interesting) if draw.random() < 0.7 else draw.randrange(tok.vocab_size)
            for _ in range(draw.randrange(9))
        ]
        expected = theirs.DecodeIds(ids)
        pieces = [theirs.IdToPiece(id) for id in ids]
        assert tok.decode(ids, skip_special_tokens=False) == expected, pieces
        assert tok.decode(ids) == expected, pieces
        stream = tok.decoder_stream()
        assert "".join(map(stream.step, ids)) + stream.flush() == expected, pieces


@pytest.mark.parametrize("name", NAMES)
def test_published(name, data, engine):
    path = data / "models" / name / NAMES[name]
    tok = subwords.load(path, engine=engine)
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(path))
    interesting = [id for id in range(tok.vocab_size) if id < 10 or theirs.IsByte(id)]
    marked = [id for id in range(tok.vocab_size) if theirs.IdToPiece(id).startswith("▁")]
    check(tok, theirs, random.Random(name), interesting + marked[:40], 600)


OPTIONS = [
    {},
    {"treat_whitespace_as_suffix": True},
    {"add_dummy_prefix": False},
    {"remove_extra_whitespaces": False},
    {"add_dummy_prefix": False, "remove_extra_whitespaces": False},
    {"treat_whitespace_as_suffix": True, "remove_extra_whitespaces": False},
    {"user_defined_symbols": ["<x>", "▁▁q", "<0x41>"]},
    {"byte_fallback": True, "vocab_size": 330, "remove_extra_whitespaces": False},
    {"unk_surface": "UU", "control_symbols": ["<c>", "▁c"]},
    {"unk_piece": "▁u"},
    {"model_type": "bpe", "byte_fallback": True, "vocab_size": 330},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options(options, engine):
    draw = random.Random(5)
    words = ["hello", "world", "lower", "newest", "a", "b"]
    sentences = [" ".join(draw.choices(words, k=8)) for _ in range(200)]
    model = BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences), model_writer=model, hard_vocab_limit=False,
        minloglevel=2, **{"vocab_size": 60} | options,
    )  # fmt: skip
    theirs = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    tok = subwords.Tokenizer(load_sentencepiece_model(model.getvalue()).spec, engine=engine)
    lead = [0xC3, 0xA9, 0xE4, 0xB8, 0xAD, 0xED, 0xF0, 0x9F, 0x98, 0x80, 0xFF, 0x41, 0x20]
    known = [theirs.PieceToId(f"<0x{byte:02X}>") for byte in lead]
    pieces = ["▁", "<s>", "<x>", "▁hello", "a", "<c>", "▁c", "▁▁q", "▁a"]
    known = [id for id in known + [theirs.PieceToId(piece) for piece in pieces] if id]
    check(tok, theirs, draw, [0, 1, 2, *known], 800)


def test_denormalizer(engine):
    model = BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["hello world a b"] * 20), model_writer=model, vocab_size=30,
        hard_vocab_limit=False, minloglevel=2, denormalization_rule_tsv="",
    )  # fmt: skip
    from sentencepiece_cases import by_map

    denormalizer = by_map({"a": "xy", "o w": "_", "d": ""}, {"add_dummy_prefix": False})[1]
    from dataclasses import replace

    spec = load_sentencepiece_model(model.getvalue()).spec
    spec = replace(spec, decoder=replace(spec.decoder, denormalizer=denormalizer))
    tok = subwords.Tokenizer(spec, engine=engine)
    ids = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue()).EncodeAsIds(
        "hello world a b"
    )
    assert tok.decode(ids) == "hell\u2581orl\u2581xy\u2581b".replace("\u2581orl", "_orl")


def rank_tokenizer(engine):
    """All bytes, halves of characters, and two special tokens."""
    joined = ["中"[:1], "é x", "a\u0301", "😀"]
    tokens = [bytes([byte]) for byte in range(256)] + [text.encode() for text in joined]
    tokens += ["中".encode()[:2], "😀".encode()[1:3], "é".encode()[1:] + "é".encode()[:1]]
    vocab = Vocab({token: id for id, token in enumerate(tokens)})
    added = (AddedToken("<|end|>", 500, special=True, normalized=False),)
    spec = Spec(
        RankBPE(vocab),
        decoder=subwords.decoders.RawBytes(),
        added_tokens=added,
        semantics="tiktoken",
    )
    return subwords.Tokenizer(spec, engine=engine), tokens, {"<|end|>": 500}


def test_rank_files(engine):
    tiktoken = pytest.importorskip("tiktoken")
    tok, tokens, special = rank_tokenizer(engine)
    theirs = tiktoken.Encoding(
        "x", pat_str=".", mergeable_ranks={token: i for i, token in enumerate(tokens)},
        special_tokens=special,
    )  # fmt: skip
    draw = random.Random(1)
    some = [
        *range(256, len(tokens)),
        500,
        0x41,
        0xE4,
        0xB8,
        0xAD,
        0xF0,
        0x9F,
        0xC3,
        0xFF,
        0xED,
        0xA0,
    ]
    for _ in range(3000):
        ids = draw.choices(some, k=draw.randrange(8))
        assert tok.decode(ids, skip_special_tokens=False) == theirs.decode(ids), ids
        assert tok.decode_bytes(ids, skip_special_tokens=False) == theirs.decode_bytes(ids), ids
        for skip in (True, False):
            stream = tok.decoder_stream(skip_special_tokens=skip)
            parts = [stream.step(id) for id in ids]
            assert "".join(parts) + stream.flush() == tok.decode(ids, skip_special_tokens=skip), ids
