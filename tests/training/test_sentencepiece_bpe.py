"""SentencePiece BPE: the same pieces in the same order as sentencepiece's own trainer."""

from __future__ import annotations

import io
import random
import warnings

import pytest

import subwords
from subwords.errors import UnsupportedError
from subwords.formats.sentencepiece_model import load_sentencepiece_model
from subwords.training import TrainingWarning

spm = pytest.importorskip("sentencepiece")

TEXT = [
    "The quick brown fox jumps over the lazy dog, again and again: 12 345 times!",
    "Über den Flüssen stehen 78 Brücken und brüchige Boote; Äpfel, Öl.",
    "日本語の文章とカタカナ、東京に行きました。 東京の日本人 日本語",
    "Быстрая бурая лиса перепрыгивает через ленивую собаку снова и снова",
    "aaaaaaa aaa aa ababab bababa <sep> １２３ ﬁne naïve café",
] * 2
OPTIONS = (
    {},
    {"split_digits": True, "treat_whitespace_as_suffix": True},
    {"byte_fallback": True, "user_defined_symbols": ["the", "<sep>"], "vocab_size": 450},
    {"split_by_number": False, "max_piece_length": 4},
    {"pad_id": 0, "unk_id": 3, "control_symbols": ["<c>"], "split_by_unicode_script": False},
    {"character_coverage": 0.98},
)
NAMES = {"max_piece_length": "max_sentencepiece_length"}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_pieces_are_those_of_the_library(tmp_path, options):
    model = io.BytesIO()
    asked = {"vocab_size": 200, "character_coverage": 1.0} | options
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXT),
        model_writer=model,
        model_type="bpe",
        minloglevel=2,
        **{NAMES.get(name, name): value for name, value in asked.items()},
    )
    theirs = load_sentencepiece_model(model.getvalue(), "model").spec
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrainingWarning)
        tok = subwords.train(TEXT, "bpe", sentencepiece=True, min_frequency=1, **asked)
    assert list(tok.spec.model.pieces) == list(theirs.model.pieces)
    tok.save(tmp_path)
    again = spm.SentencePieceProcessor(model_file=str(next(tmp_path.glob("*.model"))))
    rng = random.Random(3)
    for text in (*TEXT[:5], *("".join(rng.choices("ab the日本1 ", k=9)) for _ in range(50))):
        assert tok.encode(text) == again.encode(text), repr(text)


def test_order_of_texts_and_errors():
    shuffled = list(reversed(TEXT))
    first, second = (
        subwords.train(texts, "bpe", 160, sentencepiece=True, character_coverage=1.0)
        for texts in (TEXT, shuffled)
    )
    assert first.spec == second.spec
    with pytest.raises(ValueError, match="Ask for at least"):
        subwords.train(TEXT, "bpe", 20, sentencepiece=True)
    with pytest.warns(TrainingWarning, match="the largest is"):
        subwords.train(["ab ab"], "bpe", 100, sentencepiece=True)
    with pytest.raises(TypeError, match="no option 'ties'"):
        subwords.train(TEXT, "bpe", 200, sentencepiece=True, ties="last")
    with pytest.raises(UnsupportedError, match="in Python only"):
        subwords.train(TEXT, "bpe", 200, sentencepiece=True, engine="native")
