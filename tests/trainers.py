"""The trainers as tests ask for them, and the real corpora."""

from __future__ import annotations

import lzma
import os
from pathlib import Path

import pytest

from subwords.errors import EngineUnavailableError
from subwords.training.engines import bpe_learner, wordpiece_learner

DATA = Path(os.environ.get("SUBWORDS_TEST_DATA") or Path(__file__).parents[2] / "shared" / "data")


def learner(engine):
    """The WordPiece trainer of an engine; skips where it is not installed."""
    try:
        return wordpiece_learner(engine)
    except EngineUnavailableError as error:
        pytest.skip(str(error))


def bpe_trainer(engine):
    """The BPE trainer of an engine; skips where it is not installed."""
    try:
        return bpe_learner(engine)
    except EngineUnavailableError as error:
        pytest.skip(str(error))


def corpus_text(name, characters):
    """The start of one of the corpora; skips where they are absent."""
    file = DATA / "corpora" / f"{name}.txt.xz"
    if not file.exists():
        pytest.skip(f"needs {name}.txt.xz of the test data (SUBWORDS_TEST_DATA)")
    with lzma.open(file, "rt", encoding="utf-8") as stream:
        return stream.read(characters)
