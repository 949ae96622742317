"""Pain 17: training gives another vocabulary on every run, or for another order of the lines.

Reported as tokenizers PR#762 and minbpe#90.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pydoc_data.topics import topics

import pytest

from subwords.normalizers import Sequence
from subwords.training import count_words, train

LINES = [line for text in topics.values() for line in text.splitlines()][:1500]


def trained(corpus, **options):
    return list(train(corpus, vocab_size=500, **options).get_vocab().items())


@pytest.mark.parametrize("score", ["frequency", "likelihood"])
def test_shuffled_lines_give_the_same_bytes(score):
    shuffled = LINES.copy()
    random.Random(1).shuffle(shuffled)
    half = len(LINES) // 2
    merged = count_words(LINES[half:]) + count_words(LINES[:half])
    expected = trained(LINES, score=score)
    assert trained(LINES, score=score) == expected
    assert trained(shuffled, score=score) == expected
    assert trained(merged, score=score) == expected


def test_the_hash_seed_changes_nothing():
    program = (
        "from subwords.training import train\n"
        "text = 'the cat sat on the mat and the hat that the cat had'\n"
        "for engine in ('reference', None):\n"
        "    tok = train([text], vocab_size=30, min_frequency=1, engine=engine)\n"
        "    print(list(tok.get_vocab()))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    first, second = outputs.pop().splitlines()
    assert first == second


@pytest.mark.parametrize("options", [{}, {"split_by_whitespace": False, "method": "viterbi"}])
def test_unigram_is_the_same_for_any_order_and_any_threads(options):
    from subwords.training import unigram_rules

    def pieces(corpus, **how):
        spec = train(corpus, "unigram", 600, **options, **how).spec
        return list(spec.model.pieces)

    shuffled = LINES.copy()
    random.Random(2).shuffle(shuffled)
    half = len(LINES) // 2
    rules = unigram_rules(**options)
    merged = count_words(LINES[half:], **rules) + count_words(LINES[:half], **rules)
    expected = pieces(LINES, threads=1)
    assert pieces(shuffled, threads=2) == expected
    assert pieces(LINES, threads=7) == expected
    assert pieces(merged) == expected


@pytest.mark.parametrize("ties", ["huggingface", "last", "tiktoken", "sentencepiece"])
def test_bpe_is_the_same_for_any_order_and_any_threads(tmp_path, ties):
    from subwords.training.bpe import BYTE_LEVEL

    def learned(corpus, **how):
        spec = train(corpus, "bpe", 600, ties=ties, **how).spec
        return list(spec.model.vocab.items()), list(spec.model.merges)

    shuffled = LINES.copy()
    random.Random(3).shuffle(shuffled)
    half = len(LINES) // 2
    rules = {"normalizer": Sequence(), "pre_tokenizer": BYTE_LEVEL}
    merged = count_words(LINES[half:], **rules) + count_words(LINES[:half], **rules)
    expected = learned(LINES, threads=1)
    assert learned(shuffled, threads=7) == expected
    assert learned(merged) == expected
