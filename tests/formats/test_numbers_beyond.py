"""Numbers that a file may state and that nothing could be made of: refused on loading, by name."""

import json
import math

import pytest

import subwords
from subwords.native import available
from subwords.tables import Pieces

WORD_PIECE = {
    "type": "WordPiece",
    "unk_token": "[UNK]",
    "continuing_subword_prefix": "##",
    "max_input_chars_per_word": 100,
    "vocab": {"[UNK]": 0, "a": 1},
}
ADDED = {
    "id": 2,
    "content": "<x>",
    "special": True,
    "single_word": False,
    "lstrip": False,
    "rstrip": False,
    "normalized": False,
}


def template(id, used=True):
    slots = [{"SpecialToken": {"id": "<x>", "type_id": 0}}] if used else []
    return {
        "type": "TemplateProcessing",
        "single": [*slots, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {"<x>": {"id": "<x>", "ids": [1, id], "tokens": ["a", "<x>"]}},
    }


def load(tmp_path, document):
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return subwords.load(path)


@pytest.mark.parametrize(
    ("processor", "place"),
    [
        (template(9), 'post_processor.special_tokens["<x>"].ids[1]'),
        (
            {"type": "Sequence", "processors": [template(9)]},
            'post_processor.processors[0].special_tokens["<x>"].ids[1]',
        ),
        ({"type": "BertProcessing", "sep": ["a", 9], "cls": ["a", 1]}, "post_processor.sep[1]"),
        (
            {
                "type": "RobertaProcessing",
                "sep": ["a", 1],
                "cls": ["a", 2**32 - 1],
                "trim_offsets": True,
                "add_prefix_space": False,
            },
            "post_processor.cls[1]",
        ),
    ],
)
def test_an_id_of_the_template_that_no_token_has(tmp_path, processor, place):
    with pytest.raises(subwords.FormatError, match="is not in the vocabulary") as caught:
        load(tmp_path, {"model": WORD_PIECE, "post_processor": processor})
    assert caught.value.where == place


def test_ids_of_added_tokens_and_of_unused_slots_are_fine(tmp_path):
    document = {"model": WORD_PIECE, "pre_tokenizer": {"type": "WhitespaceSplit"}}
    tok = load(tmp_path, {**document, "added_tokens": [ADDED], "post_processor": template(2)})
    assert tok.encode("a") == [1, 2, 1]
    assert tok.decode(tok.encode("a"), skip_special_tokens=False) == "a <x> a"
    tok = load(tmp_path, {**document, "post_processor": template(9, used=False)})
    assert tok.encode("a") == [1]


@pytest.mark.parametrize("score", [1e29, -1e29, 1.7e308, -3e300])
def test_a_score_that_cannot_be_added_up(tmp_path, score):
    vocab = [["<unk>", 0.0], ["a", -1.0], ["b", score]]
    model = {"type": "Unigram", "unk_id": 0, "vocab": vocab, "byte_fallback": False}
    with pytest.raises(subwords.FormatError, match="between -1e28 and 1e28") as caught:
        load(tmp_path, {"model": model})
    assert caught.value.where == "model.vocab[2][1]"
    with pytest.raises(ValueError, match="score of 'b' must be a number between -1e28 and 1e28"):
        subwords.UnigramTokenizer(vocab, unk_token="<unk>")


def test_great_scores_that_can(tmp_path):
    vocab = [["<unk>", 0.0], ["a", -1e28], ["b", 1e28], ["ab", 9e27]]
    model = {"type": "Unigram", "unk_id": 0, "vocab": vocab, "byte_fallback": False}
    assert load(tmp_path, {"model": model}).encode("abb") == [3, 2]


TABLES = [Pieces]
if available():
    from subwords.native import _core

    TABLES.append(_core.make_pieces)


@pytest.mark.parametrize("table", TABLES)
def test_the_first_wild_score_of_a_normal_piece(table):
    rows = [("a", -5.0), ("b", math.inf), ("c", -7.5), ("d", math.nan)]
    types = ["normal", "control", "normal", "normal"]
    pieces = table(rows, types)
    assert pieces.first_beyond(10.0) == 3
    assert pieces.first_beyond(7.5) == 3
    assert pieces.first_beyond(5.0) == 2
    assert table(rows[:1], ["normal"]).first_beyond(10.0) is None
