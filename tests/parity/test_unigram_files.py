"""Whole Unigram tokenizers: the ids, offsets and decoded texts of the publishing libraries."""

from __future__ import annotations

import json
import lzma
import random

import pytest

import subwords

MODELS = [
    "t5-small/spiece.model",
    "albert-base-v2/spiece.model",
    "xlnet-base-cased/spiece.model",
    "xlm-roberta-base/sentencepiece.bpe.model",
    "sentencepiece-small/test_ja_model.model",
    "sentencepiece-small/test_model.model",
    "sentencepiece-small/test_sentencepiece.model",
    "sentencepiece-small/test_sentencepiece_no_bos.model",
]
FILES = ["t5-small/tokenizer.json", "pegasus/tokenizer.json", "xlnet-base-cased/tokenizer.json"]
CORPORA = ["english.txt.xz", "code.txt.xz", "multilingual.txt.xz", "blns.txt"]
ODD = [*"ab -▁\n\t é漢😀\u0301ﬁ１Ａ\u00ad\u200b", "<unk>", "</s>", "<pad>", "----"]


@pytest.fixture(scope="module")
def texts(data):
    """Stretches of the corpora, and strings of what is awkward."""
    rng, out = random.Random(7), []
    for name in CORPORA:
        raw = (data / "corpora" / name).read_bytes()
        text = (lzma.decompress(raw) if name.endswith("xz") else raw).decode()
        for size, times in ((50, 20), (600, 15), (3000, 4), (150_000, 1)):
            for _ in range(times):
                begin = rng.randrange(max(1, len(text) - size))
                out.append(text[begin : begin + size])
    return out + ["".join(rng.choices(ODD, k=rng.randint(0, 40))) for _ in range(300)]


@pytest.mark.parametrize("name", MODELS)
def test_models_of_sentencepiece(name, data, texts):
    spm = pytest.importorskip("sentencepiece")
    oracle = spm.SentencePieceProcessor(model_file=str(data / "models" / name))
    tok = subwords.load(data / "models" / name)
    for text in texts:
        expected = oracle.encode(text)
        assert tok.encode(text) == expected
        if len(text) < 5000:
            assert tok.tokenize(text) == [oracle.id_to_piece(id) for id in expected]
            assert tok.decode(expected) == oracle.decode(expected)


@pytest.mark.parametrize("name", MODELS)
def test_batches_and_the_reference_agree(name, data, texts):
    short = [text for text in texts if len(text) < 700][::4]
    native = subwords.load(data / "models" / name)
    reference = subwords.load(data / "models" / name, engine="reference")
    expected = [reference.encode(text) for text in short]
    assert native.encode_batch(short, threads=2).to_list() == expected
    for text in short:
        a, b = native.annotate(text), reference.annotate(text)
        assert (list(a.ids), list(a.offsets)) == (list(b.ids), list(b.offsets))


@pytest.mark.parametrize("normalized", [False, True], ids=["without normalizer", "whole"])
@pytest.mark.parametrize("engine", ["reference", None])
@pytest.mark.parametrize("name", FILES)
def test_files_of_tokenizers(name, engine, normalized, data, texts, tmp_path):
    tokenizers = pytest.importorskip("tokenizers")
    content = json.loads((data / "models" / name).read_bytes())
    if not normalized:
        content["normalizer"] = None
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    oracle = tokenizers.Tokenizer.from_file(str(path))
    oracle.no_truncation()
    oracle.no_padding()
    tok = subwords.load(path, engine=engine)
    for text in texts if engine is None else [text for text in texts if len(text) < 700][::3]:
        expected, found = oracle.encode(text), tok.annotate(text)
        assert list(found.ids) == tok.encode(text) == expected.ids
        assert [tuple(span) for span in found.offsets] == expected.offsets
        assert list(found.tokens) == expected.tokens  # unknowns by what they cover
        plain = oracle.encode(text, add_special_tokens=False).ids
        assert tok.encode(text, add_special_tokens=False) == plain
        if len(text) < 5000:
            assert tok.decode(expected.ids) == oracle.decode(expected.ids)
