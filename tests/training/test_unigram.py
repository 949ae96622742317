"""Unigram training: what it keeps, what it refuses, and what it reports."""

from __future__ import annotations

import random

import pytest

from subwords.training import TrainingWarning, WordCounts, learn
from subwords.training.unigram import plan_unigram

TEXT = ["the cat sat on the mat", "the dog sat on the log", "cats and dogs and logs and mats"] * 3
ENGINE = "reference"


def found(corpus=TEXT, vocab_size=24, **options):
    return learn(corpus, "unigram", vocab_size, engine=ENGINE, **options)


def test_pieces_are_sorted_by_score_and_hold_every_character():
    learned = found()
    scores = [score for _, score in learned.pieces]
    assert scores == sorted(scores, reverse=True)
    assert {c for text in TEXT for c in text.replace(" ", "▁")} <= {p for p, _ in learned.pieces}
    assert learned.report.vocab_size == 24 == len(learned.pieces) + 3


def test_order_of_texts_changes_nothing():
    texts = list(TEXT)
    random.Random(5).shuffle(texts)
    assert found(texts) == found()


def test_too_large_a_vocabulary_names_the_largest_and_that_works():
    with pytest.raises(ValueError, match=r"largest possible is (\d+)") as failure:
        found(vocab_size=5000)
    largest = int(str(failure.value).split("largest possible is ")[1].split(".")[0])
    assert found(vocab_size=largest).report.vocab_size == largest
    with pytest.raises(ValueError, match=f"largest possible is {largest}"):
        found(vocab_size=largest + 1)
    soft = found(vocab_size=5000, hard_vocab_limit=False)
    assert soft.report.vocab_size == largest
    assert not soft.report.complete


def test_too_small_a_vocabulary_names_the_smallest():
    with pytest.raises(ValueError, match=r"Ask for at least (\d+)") as failure:
        found(vocab_size=5)
    least = int(str(failure.value).split("at least ")[1].split(",")[0])
    assert found(vocab_size=least).report.vocab_size == least


def test_rare_characters_are_reported():
    learned = found([*TEXT, "qx"], character_coverage=0.99)
    assert learned.report.dropped_characters == {"q": 1, "x": 1}
    from subwords import train

    with pytest.warns(TrainingWarning, match=r"left out 2 different characters.*'q' \(1\)"):
        train([*TEXT, "qx"], "unigram", 24, character_coverage=0.99, engine=ENGINE)


def test_counts_above_32_bits():
    plan = plan_unigram()
    counts = WordCounts(
        {"▁ab": 5_000_000_000, "▁abc": 7, "▁cab": 3},
        normalizer=plan.normalizer,
        pre_tokenizer=plan.pre_tokenizer,
    )
    pieces = dict(found(counts, 8, character_coverage=1.0).pieces)
    assert max(pieces, key=pieces.__getitem__) == "▁ab"
