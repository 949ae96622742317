"""Pain 4: a regular expression given as a plain string is matched literally, and nobody notices.

Reported as tokenizers#1565, #1369, #1572. Here the two have different spellings, in Python and in
the file, and each survives a round trip.
"""

from __future__ import annotations

import json

import pytest

import subwords
from subwords import Regex
from subwords.pre_tokenizers import Split
from subwords.reference.aligned import AlignedText
from subwords.reference.pretokenize import pre_tokenize

TEXT = "a1b2"


def pieces(pre_tokenizer, text):
    return [piece.text for piece in pre_tokenize(pre_tokenizer, [AlignedText.from_str(text)])]


def test_a_string_is_a_literal_and_a_regex_an_expression():
    assert pieces(Split(r"\d", "isolated"), TEXT) == ["a1b2"]
    assert pieces(Split(Regex(r"\d"), "isolated"), TEXT) == ["a", "1", "b", "2"]
    assert pieces(Split(r"\d", "isolated"), r"a\db") == ["a", r"\d", "b"]
    assert Split(r"\d", "isolated") != Split(Regex(r"\d"), "isolated")


@pytest.mark.parametrize(("kind", "ids"), [("String", [2]), ("Regex", [0, 1, 0, 1])])
def test_the_file_says_which(tmp_path, engine, kind, ids):
    vocab = {"a": 0, "1": 1, "[UNK]": 2}
    split = {"type": "Split", "pattern": {kind: r"\d"}, "behavior": "Isolated", "invert": False}
    file = tmp_path / "tokenizer.json"
    model = {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": vocab,
    }
    file.write_text(
        json.dumps({"version": "1.0", "added_tokens": [], "pre_tokenizer": split, "model": model})
    )
    tok = subwords.load(file, engine=engine)
    assert tok.encode("a1a1") == ids
    tok.save(tmp_path / "again")
    again = json.loads((tmp_path / "again" / "tokenizer.json").read_text())
    assert again["pre_tokenizer"]["pattern"] == {kind: r"\d"}
