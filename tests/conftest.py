"""Fixtures shared by every kind of test: the two engines, and the published vocabularies."""

import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

import subwords
from subwords.engine import native_available

# Hypothesis's deadline of 200 ms for an example says how busy the machine is, and nothing else.
settings.register_profile("subwords", deadline=None)
settings.load_profile("subwords")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(
    params=[
        "reference",
        pytest.param(
            "native",
            marks=pytest.mark.skipif(
                not native_available(), reason="the native engine is not built here"
            ),
        ),
    ]
)
def engine(request):
    """The name of each engine that is part of this installation."""
    return request.param


@pytest.fixture(scope="session")
def data():
    """The directory of published vocabularies and corpora."""
    stated = os.environ.get("SUBWORDS_TEST_DATA")
    path = Path(stated) if stated else ROOT.parent / "shared" / "data"
    if not path.is_dir():
        pytest.skip(f"no test data at {path}; set SUBWORDS_TEST_DATA to the directory that has it")
    return path


@pytest.fixture(scope="session")
def model(data):
    """A function from the name of a published model to its directory."""

    def find(name):
        directory = data / "models" / name
        if not directory.is_dir():
            pytest.skip(f"the test data has no {name}")
        return directory

    return find


@pytest.fixture(scope="session")
def published(model):
    """A function from a published model's name and an engine to ours and theirs, loaded once."""
    tokenizers = pytest.importorskip("tokenizers")

    @cache
    def theirs(path):
        tokenizer = tokenizers.Tokenizer.from_file(str(path))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer

    @cache
    def both(name, engine):
        path = model(name) / "tokenizer.json"
        return subwords.load(path, engine=engine), theirs(path)

    return both
