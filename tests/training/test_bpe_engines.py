"""Both BPE trainers give the same vocabulary, trace and report, or the same error, on any input."""

from __future__ import annotations

import random

import pytest

from subwords.training.bpe import final_merges
from subwords.training.bpe_options import BPEOptions
from trainers import bpe_trainer

SPECIAL = [(), (), ("<s>",), ("ab", "ba", "aba"), ("a",), ("abab", "aab", "baa", "bab", "aba")]


def draw_words(draw, letters, counts):
    length = draw.choice([3, 6, 12, 30, 100])
    return {
        "".join(draw.choices(letters, k=draw.randint(0, length))): draw.choice(counts)
        for _ in range(draw.randint(0, 30))
    }


def draw_settings(draw):
    by_bytes = draw.random() < 0.2
    ties = ["huggingface", "last", "sentencepiece"] + ["tiktoken"] * by_bytes
    return {
        "min_frequency": draw.choice([0, 1, 2, 2, 3, 5]),
        "ties": draw.choice(ties),
        "byte_level": by_bytes,
        "alphabet": draw.choice(["seen", "huggingface"]),
        "limit_alphabet": None if by_bytes else draw.choice([None, None, 0, 1, 2]),
        "initial_alphabet": draw.choice([(), (), ("b", "z"), ("日",)]),
        "max_token_length": draw.choice([None, None, 0, 2, 4, 8]),
        "special_tokens": draw.choice(SPECIAL),
        "continuing_prefix": draw.choice(["", "", "", "##", "#", "a"]),
        "end_of_word_suffix": draw.choice(["", "", "", "</w>", "a"]),
    }


def result(learn, counts, options):
    try:
        learned = learn(counts, options)
    except ValueError as error:
        return str(error)
    return list(learned.vocab.items()), list(learned.merges), learned.report


@pytest.mark.parametrize("block", range(10))
def test_random_trainings(block):
    readable, native = bpe_trainer("reference"), bpe_trainer("native")
    repeats = 0
    for seed in range(block * 200, block * 200 + 200):
        draw = random.Random(seed)
        letters = draw.choice(["a", "ab", "abc", "ab#", "a#", "aé日", "abcdefghijklm"])
        counts = draw_words(draw, letters, [0, 1, 1, 2, 3, 9, 2**40])
        settings = draw_settings(draw)
        size = draw.choice([20, 80, 400]) + 256 * settings["byte_level"]
        if draw.random() < 0.3:
            words = draw_words(draw, letters, [1, 1, 2, 3, 9])
            small = draw.choice([40, 50]) + 256 * settings["byte_level"]
            old = readable(words, BPEOptions(vocab_size=small, **settings))
            settings |= {"extend": old.vocab, "extend_merges": tuple(final_merges(old.merges))}
        options = BPEOptions(vocab_size=size, **settings)
        expected = result(readable, counts, options)
        assert result(native, counts, options) == expected, (seed, counts, options)
        if not isinstance(expected, str):
            repeats += len({merge.merged for merge in expected[1]}) < len(expected[1])
    assert repeats > 3  # the rules for repeated strings were at work
