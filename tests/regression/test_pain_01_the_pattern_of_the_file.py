"""Pain 1: a loader ignores the pattern of the file, and the ids change silently.

Reported as transformers#45812, #45920, mellea#947, verl#6080: two files with the same vocabulary
and merges, one that takes all digits together and one that takes three at a time.
"""

from __future__ import annotations

import json

import pytest

import subwords

DIGITS = "0123456789"
MERGES = [("2", "0"), ("20", "2"), ("202", "4"), ("6", "5"), ("65", "0"), ("650", "8")]


def write(path, pattern):
    tokens = list(dict.fromkeys([*DIGITS, *(a + b for a, b in MERGES)]))
    split = {
        "type": "Split",
        "pattern": {"Regex": pattern},
        "behavior": "Isolated",
        "invert": False,
    }
    level = {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": True,
        "use_regex": False,
    }
    model = {
        "type": "BPE",
        "vocab": {token: id for id, token in enumerate(tokens)},
        "merges": [list(merge) for merge in MERGES],
    }
    path.write_text(
        json.dumps(
            {
                "version": "1.0",
                "added_tokens": [],
                "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, level]},
                "model": model,
            }
        )
    )
    return path


@pytest.mark.parametrize(
    ("pattern", "year", "number"),
    [
        (r"\p{N}+", ["2024"], ["6508", *"41823"]),
        (r"\p{N}{1,3}", ["202", "4"], ["650", *"841823"]),
    ],
)
def test_ids_follow_the_pattern_of_the_file(tmp_path, engine, pattern, year, number):
    tok = subwords.load(write(tmp_path / "tokenizer.json", pattern), engine=engine)
    assert tok.tokenize("2024") == year
    assert tok.tokenize("650841823") == number
    tokenizers = pytest.importorskip("tokenizers")
    oracle = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for text in ("2024", "650841823", "1 22 333 4444 55555 666666"):
        assert tok.encode(text) == oracle.encode(text).ids


def test_a_class_of_another_family_refuses_the_file(tmp_path):
    write(tmp_path / "tokenizer.json", r"\p{N}+")
    with pytest.raises(subwords.SubwordsError):
        subwords.WordPieceTokenizer.from_file(tmp_path)
