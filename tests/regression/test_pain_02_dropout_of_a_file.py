"""Pain 2: a field that decides ids is honoured: a file's dropout draws, unless a call says 0."""

import json

import subwords


def test_a_file_that_states_dropout(tmp_path, engine):
    file = tmp_path / "tokenizer.json"
    model = {
        "type": "BPE",
        "dropout": 0.5,
        "vocab": {"a": 0, "b": 1, "ab": 2},
        "merges": [["a", "b"]],
    }
    file.write_text(json.dumps({"model": model, "pre_tokenizer": {"type": "WhitespaceSplit"}}))
    tok = subwords.load(file, engine=engine)
    assert tok.spec.model.dropout == 0.5
    text = "ab " * 100
    assert tok.encode(text, dropout=0.0) == [2] * 100
    assert tok.annotate(text, dropout=0.0).ids == [2] * 100
    assert {0, 1, 2} == set(tok.annotate(text).ids)
    assert tok.annotate(text, seed=4).ids == tok.encode(text, seed=4)
    drawn = tok.encode(text)
    assert {0, 1, 2} == set(drawn)
    assert tok.encode(text, seed=4) == tok.encode(text, dropout=0.5, seed=4)
    assert tok.count(text) > 100
