"""Frequency training with ties "huggingface" gives the merges of the published library.

Its WordPiece trainer numbers marked characters at random, so it cannot be compared with itself.
Its BPE trainer can: every character inside a word is mapped to a private one (U+F0000 above it),
which makes bare and marked forms different characters in the right order, without a prefix.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter

import pytest

from subwords.training.options import WordPieceOptions
from trainers import corpus_text, learner

tokenizers = pytest.importorskip("tokenizers")
PRIVATE = 0xF0000


def mark(word):
    return word[:1] + "".join(chr(PRIVATE + ord(c)) for c in word[1:])


def unmark(token):
    plain = "".join(chr(ord(c) % PRIVATE) for c in token)
    return plain if ord(token[0]) < PRIVATE else "##" + plain


def oracle(counts, vocab_size, min_frequency):
    """Vocabulary by id, and merges, of the published trainer."""
    model = tokenizers.Tokenizer(tokenizers.models.BPE())
    model.pre_tokenizer = tokenizers.pre_tokenizers.CharDelimiterSplit(" ")
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=min_frequency,
        initial_alphabet=sorted({c for word in counts for c in word}),
        show_progress=False,
    )
    texts = (" ".join([mark(word)] * count) for word, count in counts.items())
    model.train_from_iterator(texts, trainer)
    trained = json.loads(model.to_str())["model"]
    vocab = sorted(trained["vocab"], key=trained["vocab"].__getitem__)
    return list(map(unmark, vocab)), [(unmark(a), unmark(b)) for a, b in trained["merges"]]


def ours(learn, counts, vocab_size, min_frequency):
    options = WordPieceOptions(
        vocab_size=vocab_size,
        min_frequency=min_frequency,
        ties="huggingface",
        alphabet="huggingface",
        special_tokens=(),
    )
    learned = learn(counts, options)
    return list(learned.vocab), [(merge.left, merge.right) for merge in learned.merges]


@pytest.mark.parametrize("seed", range(60))
def test_small_corpora(learn, seed):
    draw = random.Random(seed)
    letters = "abcdef"[: draw.choice([1, 2, 3, 6])]
    length = draw.choice([4, 8, 20, 40])
    counts = {
        "".join(draw.choices(letters, k=draw.randint(1, length))): draw.choice([1, 1, 2, 3, 9])
        for _ in range(draw.randint(1, 40))
    }
    size, least = draw.choice([20, 80, 400]), draw.choice([0, 1, 2, 3])
    assert ours(learn, counts, size, least) == oracle(counts, size, least)


@pytest.mark.parametrize("vocab_size", [8_000, 32_000])
def test_real_text(vocab_size):
    text = corpus_text("english", 6_000_000) + corpus_text("multilingual", 2_000_000)
    words = re.findall(r"\w+|[^\w\s]", text.lower())
    counts = {w: n for w, n in Counter(words).items() if max(w) < "⺀"}
    assert ours(learner("native"), counts, vocab_size, 2) == oracle(counts, vocab_size, 2)
