"""Every spelling of every component: accepted where the published library accepts it, and meant
the same; refused where it refuses, with the place named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from formats.components import ROWS
from subwords.errors import FormatError
from subwords.formats.json_writer import tokenizer_json
from subwords.formats.tokenizer_json import load_tokenizer_json

tokenizers = pytest.importorskip("tokenizers")


def published_meaning(text: str) -> dict[str, Any] | None:
    """The file as the published library writes it again; None where it refuses it."""
    try:
        return json.loads(tokenizers.Tokenizer.from_str(text).to_str())
    except BaseException as error:  # its panics are no Exceptions
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return None


@pytest.mark.parametrize(("family", "value"), ROWS, ids=range(len(ROWS)))
def test_as_published(family, value, document):
    text = json.dumps(document(**{family: value}))
    theirs = published_meaning(text)
    if theirs is None:
        with pytest.raises(FormatError) as caught:
            load_tokenizer_json(text.encode())
        assert family in caught.value.where
        return
    loaded = load_tokenizer_json(text.encode())
    ours = published_meaning(tokenizer_json(loaded.spec, {}))
    assert ours == without_empty_affixes(theirs)


def without_empty_affixes(value: dict[str, Any]) -> dict[str, Any]:
    """An empty prefix or suffix means none, and is written as none."""
    for key in ("continuing_subword_prefix", "end_of_word_suffix"):
        if value["model"]["type"] == "BPE" and value["model"][key] == "":
            value["model"][key] = None
    return value


@pytest.mark.parametrize(
    ("family", "value", "where", "says"),
    [
        ("normalizer", {"type": "Foo"}, "normalizer.type", "known are BertNormalizer, ByteLevel"),
        (
            "pre_tokenizer",
            {"type": "Sequence", "pretokenizers": [{"type": "Digits"}]},
            "pre_tokenizer.pretokenizers[0]",
            '"individual_digits" is missing',
        ),
        ("decoder", {"type": "Strip", "content": "ab", "start": 0, "stop": 0}, "decoder.content",
         "one character"),
        ("model", {"type": "Foo"}, "model.type", "known are BPE, Unigram, WordLevel, WordPiece"),
        # The published library accepts the next three, and then stops at encoding, or goes by
        # other fields than the type that is stated.
        ("post_processor", {"type": "TemplateProcessing", "single":
         [{"SpecialToken": {"id": "[Q]", "type_id": 0}}], "pair": [], "special_tokens": {}},
         "post_processor.single[0]", '"[Q]"'),
        ("post_processor", {"type": "ByteLevel", "sep": ["a", 1], "cls": ["b", 2]},
         "post_processor", "do not belong to the type ByteLevel"),
        ("decoder", {"type": "Foo", "suffix": "x"}, "decoder.type", "unknown decoder 'Foo'"),
    ],
)  # fmt: skip
def test_errors_name_the_place(family, value, where, says, document):
    with pytest.raises(FormatError) as caught:
        load_tokenizer_json(json.dumps(document(**{family: value})).encode(), "t.json")
    assert caught.value.where == where
    assert says in str(caught.value)
    assert str(caught.value).startswith("t.json: ")


@pytest.mark.parametrize("charsmap", ["!!", "", "AAAA", "/////w==", None, 3])
def test_broken_character_maps(charsmap, document):
    value = {"type": "Precompiled", "precompiled_charsmap": charsmap}
    with pytest.raises(FormatError) as caught:
        load_tokenizer_json(json.dumps(document(normalizer=value)).encode())
    assert caught.value.where == "normalizer.precompiled_charsmap"
