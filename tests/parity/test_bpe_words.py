"""BPE models made at random give the published libraries' ids and spans, word by word."""

from __future__ import annotations

import random

import pytest

import bpe_cases
from subwords.reference.bpe import BPEWords, RankBPEWords
from subwords.reference.sentencepiece_bpe import SentencePieceBPEWords

SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_merge_lists_as_the_tokenizers_library(seed: int) -> None:
    pytest.importorskip("tokenizers")
    rng = random.Random(seed)
    for _ in range(10):
        model = bpe_cases.random_bpe(rng)
        published, ours = bpe_cases.huggingface_bpe(model), BPEWords(model)
        for _ in range(30):
            word = bpe_cases.random_word(rng)
            expected = published.encode(word)
            got = ours(word)
            assert [id for id, _, _ in got] == expected.ids, (model, word)
            spans = [(begin, end) for _, begin, end in got]
            # Marks that are spelled byte by byte make the published spans run out of the word.
            marked = model.byte_fallback and (model.continuing_prefix or model.end_of_word_suffix)
            if not marked:
                assert spans == expected.offsets, (model, word)


@pytest.mark.parametrize("seed", SEEDS)
def test_ranks_as_tiktoken(seed: int) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    rng = random.Random(seed)
    model = bpe_cases.random_ranks(rng)
    ranks = {model.vocab.token_bytes(id): id for id in range(len(model.vocab))}
    published = tiktoken.Encoding(
        "random", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens={}
    )
    ours = RankBPEWords(model)
    for _ in range(100):
        word = bpe_cases.random_word(rng, "abc é日😀x", 30)
        got = ours(word)
        assert [id for id, _, _ in got] == published.encode(word), word
        place = 0
        for id, begin, end in got:
            size = len(model.vocab.token_bytes(id) or b"")
            first, last = len(word[:begin].encode()), len(word[:end].encode())
            assert first <= place < len(word[: begin + 1].encode()), (word, got)
            assert len(word[: end - 1].encode()) < place + size <= last, (word, got)
            place += size


@pytest.mark.parametrize("seed", SEEDS)
def test_scored_pieces_as_sentencepiece(seed: int) -> None:
    sentencepiece = pytest.importorskip("sentencepiece")
    rng = random.Random(seed)
    for _ in range(10):
        model = bpe_cases.random_pieces(rng)
        published = sentencepiece.SentencePieceProcessor(
            model_proto=bpe_cases.sentencepiece_file(model)
        )
        ours = SentencePieceBPEWords(model)
        for _ in range(30):
            word = bpe_cases.random_word(rng, bpe_cases.LETTERS + "▁x", 20)
            got = ours(word)
            assert [id for id, _, _ in got] == published.encode(word), (list(model.pieces), word)
            pieces = published.encode(word, out_type=str)
            if not model.byte_fallback:
                assert [word[begin:end] for _, begin, end in got] == pieces
