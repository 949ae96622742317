"""Fixtures shared by every kind of test: the two engines, and the published vocabularies."""

import os
from pathlib import Path

import pytest

from subwords.engine import native_available

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
