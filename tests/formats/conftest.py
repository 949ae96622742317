"""Where the published files lie, and small builders of files."""

from __future__ import annotations

import copy
import json
import lzma
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DATA = Path(
    os.environ.get("SUBWORDS_TEST_DATA")
    or Path(__file__).resolve().parents[2].parent / "shared" / "data"
)

BERT = {
    "version": "1.0",
    "truncation": None,
    "padding": None,
    "added_tokens": [],
    "normalizer": None,
    "pre_tokenizer": None,
    "post_processor": None,
    "decoder": None,
    "model": {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": {"[UNK]": 0, "a": 1, "##b": 2, "c": 3},
    },
}


@pytest.fixture
def document() -> Callable[..., dict[str, Any]]:
    """A small valid tokenizer.json; keywords replace top-level keys."""

    def build(**changes: Any) -> dict[str, Any]:
        return {**copy.deepcopy(BERT), **changes}

    return build


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a value as JSON, text or bytes, and returns the path."""

    def build(value: Any, name: str = "tokenizer.json") -> Path:
        path = tmp_path / name
        if isinstance(value, bytes):
            path.write_bytes(value)
        elif isinstance(value, str):
            path.write_text(value, encoding="utf-8", newline="")
        else:
            path.write_text(json.dumps(value), encoding="utf-8")
        return path

    return build


def published_tokenizer_jsons() -> list[str]:
    """The models that have a tokenizer.json, packed or not; one unmet name where there are none."""
    found = sorted({path.parent.name for path in (DATA / "models").glob("*/tokenizer.json*")})
    return found or ["(no data)"]


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The path of a published tokenizer.json, unpacked once a session where it is packed."""
    unpacked: dict[str, Path] = {}

    def find(model: str) -> Path:
        path = DATA / "models" / model / "tokenizer.json"
        if path.is_file():
            return path
        packed = path.with_name(path.name + ".xz")
        if not packed.is_file():
            pytest.skip(f"{path} is not there; set SUBWORDS_TEST_DATA to the data directory")
        if model not in unpacked:
            target = tmp_path_factory.mktemp(model) / "tokenizer.json"
            target.write_bytes(lzma.decompress(packed.read_bytes()))
            unpacked[model] = target
        return unpacked[model]

    return find


@pytest.fixture
def model_file() -> Callable[[str], Path]:
    """The path of any file below the models' directory."""

    def find(name: str) -> Path:
        path = DATA / "models" / name
        if not path.exists():
            pytest.skip(f"{path} is not there; set SUBWORDS_TEST_DATA to the data directory")
        return path

    return find
