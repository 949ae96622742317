"""A trained Unigram tokenizer saved as a ``.model``: sentencepiece loads it and agrees."""

from __future__ import annotations

import random
import warnings

import pytest

import subwords
from subwords.training import TrainingWarning

TEXT = [
    "The quick brown fox jumps over the lazy dog, again and again: 12 345 times!",
    "Über den Flüssen stehen 78 Brücken und brüchige Boote; Äpfel, Öl.",
    "日本語の文章とカタカナ、東京に行きました。 東京の日本人",
    "Быстрая бурая лиса перепрыгивает через ленивую собаку снова и снова",
    "FOO bar FOO baz <sep> qux １２３ ﬁne naïve café",
] * 6
OPTIONS = (
    {},
    {"byte_fallback": True, "character_coverage": 0.95, "vocab_size": 480},
    {"treat_whitespace_as_suffix": True},
    {"normalization": "nfkc_cf", "split_digits": True},
    {
        "normalization": "identity",
        "remove_extra_whitespaces": False,
        "add_dummy_prefix": False,
    },
    {
        "user_defined_symbols": ["FOO", "▁zz", "😀", "<sep>"],
        "control_symbols": ["<ctl>"],
        "pad_id": 3,
    },
    {"unk_id": 3, "bos_id": -1, "eos_id": 0, "pad_id": 1, "unk_piece": "[UNK]"},
    {"split_by_whitespace": False, "max_piece_length": 30},
    {"method": "viterbi", "required_chars": "ÿ😀"},
)


def samples():
    rng = random.Random(8)
    letters = "abc ▁FO😀１ｱé\u0301\t漢<sep>日本"
    yield from TEXT[:5]
    yield from ["", " ", "  a  b ", "▁x", "x▁ y", "<s> </s> <unk> <ctl>", "FOOFOO ▁zz▁zz"]
    for _ in range(200):
        yield "".join(rng.choices(letters, k=rng.randint(0, 15)))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ",".join(options) or "default")
def test_sentencepiece_agrees(tmp_path, options):
    spm = pytest.importorskip("sentencepiece")
    asked = {"vocab_size": 170, "hard_vocab_limit": False, **options}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrainingWarning)
        tok = subwords.train(TEXT, "unigram", **asked)
    tok.save(tmp_path)
    model = next(tmp_path.glob("*.model"))
    theirs = spm.SentencePieceProcessor(model_file=str(model))
    again = subwords.load(model)
    assert again.spec == tok.spec
    assert again.special_tokens == tok.special_tokens
    assert theirs.get_piece_size() == tok.vocab_size
    ids = (theirs.unk_id(), theirs.bos_id(), theirs.eos_id(), theirs.pad_id())
    defaults = {"unk_id": 0, "bos_id": 1, "eos_id": 2, "pad_id": -1}
    assert ids == tuple((defaults | options)[name] for name in defaults)
    for text in samples():
        ids = theirs.encode(text)
        assert ids == tok.encode(text) == again.encode(text), repr(text)
        assert theirs.decode(ids) == tok.decode(ids), repr(text)
