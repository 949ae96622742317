"""What is saved loads in `transformers` and gives the published ids there."""

from __future__ import annotations

import pytest

from subwords.formats import load, save

TEXTS = ["Hello wörld [MASK] naïve 123 unaffable 東京 🙂 Éclair <s>", "", "  two  spaces "]

pytestmark = pytest.mark.heavy


@pytest.mark.parametrize(
    "model",
    [
        "bert-base-uncased",
        "bert-base-cased",
        "bert-base-multilingual-cased",
        "all-minilm-l6-v2",
        "t5-small",
        "clip-vit-base",
    ],
)
def test_saved_tokenizers_load(model, published, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    loaded = load(published(model))
    save(
        tmp_path,
        spec=loaded.spec,
        metadata=loaded.metadata,
        special_tokens=loaded.special_tokens,
    )
    theirs = tokenizers.Tokenizer.from_file(str(published(model)))
    theirs.no_truncation()
    theirs.no_padding()
    kinds = [transformers.AutoTokenizer, transformers.PreTrainedTokenizerFast]
    if "vocab.txt" in {path.name for path in tmp_path.iterdir()}:
        kinds.append(transformers.BertTokenizerFast)
    for kind in kinds:
        tokenizer = kind.from_pretrained(str(tmp_path))
        for text in TEXTS:
            assert tokenizer(text)["input_ids"] == theirs.encode(text).ids
        assert tokenizer.pad_token == loaded.special_tokens.pad
        assert tokenizer.cls_token == loaded.special_tokens.cls
