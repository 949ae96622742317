"""Pain 5: offsets of text that a normalizer edits stay valid, monotone, and as published."""

import pytest

import subwords

TEXTS = [
    "x⭢😀y", "naïve<|end|>ok", "Société\u202fGénérale", "T\x10his", "ﬁne", "İstanbul", "ﬃ ǰ ΐ",
    "e\u0301\u0301a", "\u0301a", "가각\u1100\u1161", "a\u200db\ufeffc", "東京 x漢y", "ẞ ß",
    "\x00a\ufffdb\x7f", "𝔘𝔫𝔦", "…", "ǅ", "K Å", "\U0002f800\U0002f801",
]  # fmt: skip
MODELS = ["bert-base-uncased", "bert-base-cased", "bert-base-multilingual-cased"]


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("text", TEXTS)
def test_offsets(name, text, published, engine):
    ours, yours = published(name, engine)
    enc, theirs = ours.annotate(text), yours.encode(text)
    assert enc.ids == theirs.ids
    assert enc.offsets == theirs.offsets
    spans = [
        span
        for span, special in zip(enc.offsets, enc.special_tokens_mask, strict=True)
        if not special
    ]
    assert all(0 <= begin <= end <= len(text) for begin, end in spans)
    assert spans == sorted(spans)
    assert [end for _, end in spans] == sorted(end for _, end in spans)


def test_what_stands_behind_each_token(model, engine):
    tok = subwords.load(model("bert-base-uncased"), engine=engine)
    text = "T\x10his ﬁne İstanbul"
    enc = tok.annotate(text, add_special_tokens=False)
    behind = [text[begin:end] for begin, end in enc.offsets]
    assert (enc.tokens[0], behind[0]) == ("this", "T\x10his")
    assert (enc.tokens[-1], behind[-1]) == ("istanbul", "İstanbul")
