"""Pain 16: after training, characters that were never seen vanish from the output.

Reported as tokenizers#517, #705, #748, #351.
"""

from __future__ import annotations

import pytest

from subwords.training import train

CORPUS = ["hug pug pun bun"] * 10


@pytest.mark.parametrize("alphabet", ["seen", "huggingface"])
@pytest.mark.parametrize("score", ["frequency", "likelihood", "gain"])
def test_unseen_characters_become_unknown(alphabet, score):
    tok = train(CORPUS, vocab_size=14, alphabet=alphabet, score=score)
    unk = tok.token_to_id("[UNK]")
    assert tok.encode("mug 😀") == [unk, unk]
    assert unk not in tok.encode("hug pun")


def test_the_unknown_token_cannot_be_trained_away():
    tok = train(CORPUS, vocab_size=14, unk_token="<unk>")
    assert tok.tokenize("mug") == ["<unk>"]


@pytest.mark.parametrize("engine", ["reference", None])
@pytest.mark.parametrize("byte_fallback", [False, True])
def test_unigram_leaves_an_unknown_or_bytes(engine, byte_fallback):
    size = 14 + 256 * byte_fallback
    tok = train(CORPUS, "unigram", size, byte_fallback=byte_fallback, engine=engine)
    ids = tok.encode("mug 😀")
    tokens = [tok.id_to_token(id) for id in ids]
    assert "".join(tokens[:1]).startswith("▁")
    if byte_fallback:
        assert tokens[-4:] == ["<0xF0>", "<0x9F>", "<0x98>", "<0x80>"]
        assert "<0x6D>" in tokens
    else:
        assert tokens.count("<unk>") == 2


def test_unigram_with_special_tokens_keeps_its_unknown():
    from subwords import SpecialTokens

    tok = train(CORPUS, "unigram", 13, special_tokens=SpecialTokens(unk="[UNK]", cls="[CLS]"))
    assert tok.id_to_token(0) == "[UNK]"
    assert tok.spec.model.unk_id == 0
    assert tok.token_to_id("[CLS]") == 1
    assert 0 in tok.encode("mug")


@pytest.mark.parametrize("engine", ["reference", None])
def test_bpe_leaves_an_unknown_or_bytes(engine):
    from subwords import pre_tokenizers as pre

    on_characters = {"pre_tokenizer": pre.WhitespaceSplit(), "engine": engine}
    tok = train(CORPUS, "bpe", 11, **on_characters)
    assert tok.tokenize("mug 😀") == ["[UNK]", "u", "g", "[UNK]"]
    tok = train(CORPUS, "bpe", 267, byte_fallback=True, **on_characters)
    assert tok.tokenize("mug 😀") == ["<0x6D>", "u", "g", "<0xF0>", "<0x9F>", "<0x98>", "<0x80>"]
    tok = train(CORPUS, "bpe", 260, engine=engine)
    assert tok.decode(tok.encode("mug 😀")) == "mug 😀"
