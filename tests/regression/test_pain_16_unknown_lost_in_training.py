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
