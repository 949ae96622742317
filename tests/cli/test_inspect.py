"""`subwords inspect`: family, sizes, components, tokens, and what is lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from subwords import decoders, models, normalizers, pre_tokenizers
from subwords.cli.losses import losses
from subwords.spec import Spec
from subwords.tables import Vocab


def test_report(cli: Callable, vocab_dir: Path) -> None:
    result = cli("inspect", vocab_dir, "--json")
    report = json.loads(result.out)
    assert report["family"] == "wordpiece"
    assert report["sizes"] == {"vocab_size": 17, "max_id": 16, "embedding_rows": 17}
    assert report["components"]["normalizer"].startswith("BERTNormalizer(lowercase=True")
    assert report["special_tokens"]["cls"] == {"token": "[CLS]", "id": 2}
    assert [token["content"] for token in report["added_tokens"]] == [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
    ]
    assert report["lossless"] is False
    assert {"upper case", "accents"} <= set(report["loses"])


def test_for_people(cli: Callable, vocab_dir: Path) -> None:
    result = cli("inspect", vocab_dir)
    assert result.status == 0
    assert "embedding_rows  17" in result.lines
    assert "  - upper case" in result.lines


def test_holes_in_ids_show_in_the_sizes(cli: Callable, tmp_path: Path) -> None:
    holes = {
        "version": "1.0",
        "added_tokens": [],
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {"[UNK]": 0, "a": 7},
        },
    }
    (tmp_path / "tokenizer.json").write_text(json.dumps(holes))
    report = json.loads(cli("inspect", tmp_path, "--json").out)
    assert report["sizes"] == {"vocab_size": 2, "max_id": 7, "embedding_rows": 8}


@pytest.mark.parametrize(
    ("part", "phrase"),
    [
        ({"normalizer": normalizers.NFKC()}, "compatibility forms"),
        ({"normalizer": normalizers.Sequence([normalizers.Lowercase()])}, "upper case"),
        ({"normalizer": normalizers.Strip(right=False)}, "white space at the left end"),
        ({"normalizer": normalizers.Replace("a", "b")}, "every match of 'a'"),
        ({"pre_tokenizer": pre_tokenizers.WhitespaceSplit()}, "white space"),
        ({"pre_tokenizer": pre_tokenizers.Split("-", "removed")}, "delimiters"),
        ({"decoder": decoders.WordPiece(cleanup=True)}, "before punctuation"),
    ],
)
def test_losses_of_each_part(part: dict, phrase: str) -> None:
    bare = Spec(model=models.BPE(vocab=Vocab({"a": 0})))
    assert losses(bare) == []
    spec = Spec(model=models.BPE(vocab=Vocab({"a": 0})), **part)
    assert len(losses(spec)) == 1
    assert phrase in losses(spec)[0]


def test_patterns_and_the_way_each_goes(cli: Callable, tmp_path: Path) -> None:
    split = {
        "type": "Split",
        "pattern": {"Regex": "(?=ab)a|."},
        "behavior": "Isolated",
        "invert": False,
    }
    model = {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": {"[UNK]": 0},
    }
    steps = [split, split | {"pattern": {"Regex": r"\s+"}}, split | {"pattern": {"String": "a"}}]
    cutting = {"type": "Sequence", "pretokenizers": steps}
    file = tmp_path / "tokenizer.json"
    file.write_text(
        json.dumps({"version": "1.0", "added_tokens": [], "model": model, "pre_tokenizer": cutting})
    )
    report = json.loads(cli("inspect", file, "--json").out)
    looking, spaces = report["patterns"]
    assert looking["expression"] == "(?=ab)a|."
    assert looking["dialect"] == spaces["dialect"] == "oniguruma"
    if report["engine"] == "native":
        assert (looking["path"], spaces["path"]) == ("regex", "native")
        assert looking["reason"]
    assert any(line.startswith("pattern ") for line in cli("inspect", file).lines)
