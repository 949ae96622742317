"""Pain 15: twenty thousand added tokens on a BPE of a published file: quick, and the same ids."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

import subwords
from subwords import native
from subwords.formats import load, save

DATA = Path(
    os.environ.get("SUBWORDS_TEST_DATA")
    or Path(__file__).resolve().parents[2].parent / "shared" / "data"
)
TEXT = "The quick brown fox, 日本語 zz7q and zz19999q; zz20000q is none."


def test_twenty_thousand_added_tokens(tmp_path, engine):
    path = DATA / "models" / "gpt2" / "tokenizer.json"
    if not path.is_file():
        pytest.skip(f"{path} is not there; set SUBWORDS_TEST_DATA to the data directory")
    plain = subwords.load(path, engine=engine)
    many = plain.add_tokens([f"zz{i}q" for i in range(20_000)])
    assert many.encode("The quick brown fox") == plain.encode("The quick brown fox")
    first = plain.max_id + 1
    assert {first + 7, first + 19_999} <= set(many.encode(TEXT))
    save(tmp_path, spec=many.spec)
    assert (
        len(json.loads((tmp_path / "tokenizer.json").read_text("utf-8"))["added_tokens"]) == 20_001
    )

    def seconds(of):
        times = []
        for _ in range(3):
            # Processor time: a neighbour on the machine must not fail this test.
            start = time.process_time()
            load(of)
            times.append(time.process_time() - start)
        return min(times)

    more = seconds(tmp_path / "tokenizer.json") - seconds(path)
    assert more < (0.2 if native.available() else 1.0)
    again = subwords.load(tmp_path / "tokenizer.json", engine=engine)
    assert again.spec == many.spec
    assert again.encode(TEXT) == many.encode(TEXT)
