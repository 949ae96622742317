"""Pain 22: text from ids that come one by one: partial characters, the first space, the last flush.

What the stream gives, joined, is what `decode` gives at once; no U+FFFD comes out for bytes that
the next id completes.
"""

import pytest

import subwords

TEXTS = [
    "a😀日",
    "x𐍈y",
    " leading",
    "  two  spaces\n\ttab ",
    "naïve 한국어 👩\u200d🚀",
    "",
    "\ufffd",
]
MODELS = {
    "gpt2": None,
    "llama-3": None,
    "llama-2": "tokenizer.json",
    "mistral-7b-v0.1": "tokenizer.model",
    "t5-small": "spiece.model",
    "tiktoken": "cl100k_base.tiktoken",
}


def load(model, name, file, engine):
    directory = model(name)
    return subwords.load(directory / file if file else directory, engine=engine)


@pytest.mark.parametrize(("name", "file"), MODELS.items())
def test_joined_stream(name, file, model, engine):
    tok = load(model, name, file, engine)
    for text in TEXTS:
        ids = tok.encode(text)
        stream = tok.decoder_stream()
        parts = [stream.step(id) for id in ids]
        assert "".join(parts) + stream.flush() == tok.decode(ids)
        if "\ufffd" not in tok.decode(ids):
            assert "\ufffd" not in "".join(parts)


@pytest.mark.parametrize(("name", "file"), [("gpt2", None), ("tiktoken", "cl100k_base.tiktoken")])
def test_stop_within_a_character(name, file, model, engine):
    tok = load(model, name, file, engine)
    ids = tok.encode("x𐍈")
    assert len(ids) > 2
    stream = tok.decoder_stream()
    parts = [stream.step(id) for id in ids[:-1]]
    assert "".join(parts) == "x"
    assert stream.flush() == tok.decode(ids[:-1])[1:]
    assert stream.flush() == ""
    assert "".join(map(stream.step, ids)) == "x𐍈"  # it begins anew


def test_a_long_stream_of_broken_bytes_keeps_nothing(model, engine):
    """Every step costs the same, and what can be no character comes out at once."""
    tok = load(model, "tiktoken", "cl100k_base.tiktoken", engine)
    byte = next(id for id in range(256) if tok.id_to_bytes(id) == b"\xff")
    stream = tok.decoder_stream()
    assert "".join(stream.step(byte) for _ in range(20_000)) == "\ufffd" * 20_000
    assert stream.flush() == ""
