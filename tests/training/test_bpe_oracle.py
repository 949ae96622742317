"""BPE training with ties "huggingface" gives the vocabulary and merges of the published library.

Its trainer numbers marked characters in the order in which its hash map holds the words, so a
prefix or a suffix is tried on single words, with the letters registered as they come.
"""

from __future__ import annotations

import json
import random

import pytest

from subwords.training.bpe import final_merges
from subwords.training.bpe_options import BPEOptions
from subwords.training.reference import bpe as reference
from trainers import bpe_trainer

tokenizers = pytest.importorskip("tokenizers")
SPECIAL = [[], ["<s>"], ["ab", "ba", "aba"], ["a"], ["abab", "aab", "baa", "bab", "aba"]]


@pytest.fixture(params=["reference", "native"])
def learn(request):
    return bpe_trainer(request.param)


def oracle(counts, **settings):
    """Tokens by id, and merges, of the published trainer."""
    model = tokenizers.Tokenizer(tokenizers.models.BPE())
    model.pre_tokenizer = tokenizers.pre_tokenizers.CharDelimiterSplit(" ")
    trainer = tokenizers.trainers.BpeTrainer(show_progress=False, **settings)
    texts = (" ".join([word] * count) for word, count in counts.items())
    model.train_from_iterator(texts, trainer)
    trained = json.loads(model.to_str())["model"]
    vocab = sorted(trained["vocab"], key=trained["vocab"].__getitem__)
    return vocab, [tuple(merge) for merge in trained["merges"]]


def draw_words(draw, letters, most):
    length = draw.choice([3, 6, 12, 30, 100])
    return {
        "".join(draw.choices(letters, k=draw.randint(1, length))): draw.choice([1, 1, 2, 3, 9])
        for _ in range(draw.randint(1, most))
    }


def compare(learn, counts, settings, **ours):
    """Where the alphabet alone is larger than the size, ours is an error."""
    needed = set(settings["special_tokens"]).union(*counts)
    options = {"alphabet": "huggingface", **settings, **ours}
    options["special_tokens"] = tuple(options["special_tokens"])
    if len(needed) > settings["vocab_size"]:
        with pytest.raises(ValueError, match="too small"):
            learn(counts, BPEOptions(**options))
        return
    theirs = {
        {"continuing_prefix": "continuing_subword_prefix"}.get(name, name): value
        for name, value in (settings | ours).items()
        if value is not None and value != ""
    }
    learned = learn(counts, BPEOptions(**options))
    assert (list(learned.vocab), final_merges(learned.merges)) == oracle(counts, **theirs)


@pytest.mark.parametrize("seed", range(150))
def test_random_words(learn, seed):
    draw = random.Random(seed)
    counts = draw_words(draw, draw.choice(["a", "ab", "abc", "abcdef", "aé日", "ĠabéÿĀ"]), 30)
    settings = {
        "vocab_size": draw.choice([20, 80, 400]),
        "min_frequency": draw.choice([0, 1, 2, 3, 5]),
        "special_tokens": draw.choice(SPECIAL),
        "max_token_length": draw.choice([None, None, 0, 1, 2, 3, 5, 8]),
    }
    compare(learn, counts, settings)


@pytest.mark.parametrize("seed", range(150))
def test_marks_on_one_word(monkeypatch, seed):
    def as_they_come(words, kept, options):
        marked = [form for word, _ in words for _, form in reference.forms(word, options)]
        return list(dict.fromkeys([*sorted(kept), *marked]))

    monkeypatch.setattr(reference, "alphabet", as_they_come)
    draw = random.Random(seed)
    counts = draw_words(draw, draw.choice(["a", "ab", "abcdef", "ab#", "a#", "aé日"]), 1)
    prefix, suffix = draw.choice([("##", ""), ("", "</w>"), ("#", "@"), ("##", "</w>"), ("a", "")])
    settings = {
        "vocab_size": draw.choice([80, 400]),
        "min_frequency": draw.choice([0, 1, 2]),
        "special_tokens": draw.choice(SPECIAL),
        # A limit and a mark that the text can spell make the published counts negative.
        "max_token_length": draw.choice([None, 2, 4]) if prefix != "a" else None,
    }
    compare(reference.learn, counts, settings, continuing_prefix=prefix, end_of_word_suffix=suffix)


def test_limited_alphabet(learn):
    counts = {"abcd": 9, "abc": 5, "ab": 3, "ax": 1, "éa": 2}
    settings = {"vocab_size": 30, "min_frequency": 1, "special_tokens": ["<s>"]}
    for limit in (2, 3, 4, 5):
        compare(learn, counts, settings, limit_alphabet=limit)
    compare(learn, counts, settings, limit_alphabet=4, initial_alphabet=("z", "x"))
