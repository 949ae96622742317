"""A word of few bytes that a normalizer makes long has more ids than bytes, each time it comes."""

from __future__ import annotations

import pytest

from subwords import Tokenizer
from subwords.engine import native_available
from subwords.models import WordPiece
from subwords.normalizers import NFKD
from subwords.pre_tokenizers import WhitespaceSplit
from subwords.spec import Spec
from subwords.tables import Vocab

TOKENS = ["[UNK]", "1", "##1", "##⁄", "##2", "##3", "##4", "a", "##a"]


@pytest.mark.skipif(not native_available(), reason="the extension is absent")
@pytest.mark.parametrize("letters", ["½" * 7, "½¼" * 3 + "½", "a" + "¾" * 6 + "a"])
def test_more_ids_than_bytes(letters):
    vocab = Vocab((token, id) for id, token in enumerate(TOKENS))
    spec = Spec(WordPiece(vocab), normalizer=NFKD(), pre_tokenizer=WhitespaceSplit())
    text = " ".join([letters, "a½½½½½½", letters, "½½½¼½½½", letters])
    expected = Tokenizer(spec, engine="reference").encode(text)
    native = Tokenizer(spec, engine="native")
    for _ in range(3):
        assert native.encode(text) == expected
        assert native.encode(text + " ") == expected
