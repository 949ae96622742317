"""Pain 23: decoding gives back what was encoded, or the tokenizer says that it does not."""

import pytest

import subwords

TEXTS = [
    "x != y .",
    "  two  spaces\n\ttab ",
    "do not . 's n't",
    " a , b",
    "\u00a0x\u3000",
    "a\r\n\r\n",
]


@pytest.mark.parametrize("name", ["gpt2", "llama-3"])
@pytest.mark.parametrize("text", TEXTS)
def test_byte_level_is_exact(name, text, model, engine):
    tok = subwords.load(model(name), engine=engine)
    ids = tok.encode(text, add_special_tokens=False)
    assert tok.decode(ids, skip_special_tokens=False) == text
    assert tok.decode_bytes(ids) == text.encode()


@pytest.mark.parametrize("text", TEXTS)
def test_rank_files_are_exact(text, model, engine):
    tok = subwords.load(model("tiktoken") / "cl100k_base.tiktoken", engine=engine)
    assert tok.decode(tok.encode(text)) == text
    assert tok.decode_bytes(tok.encode(text)) == text.encode()


@pytest.mark.parametrize(
    ("name", "file"), [("t5-small", "spiece.model"), ("bert-base-uncased", "tokenizer.json")]
)
def test_what_changes_text_says_so(name, file, model, engine):
    tok = subwords.load(model(name) / file, engine=engine)
    assert tok.decode(tok.encode("a  b\n\tc  ")) != "a  b\n\tc  "
    assert not tok.is_lossless


def test_a_model_that_keeps_white_space(model, engine):
    tok = subwords.load(model("llama-2") / "tokenizer.model", engine=engine)
    for text in TEXTS:
        assert tok.decode(tok.encode(text)) == text
