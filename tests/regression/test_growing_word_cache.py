"""The cache of words grows while a text is annotated, and long words are cut meanwhile.

The parts of a long word are looked up while the words around it wait with their places in the
cache. Growth in that moment left those places pointing into memory that had been given back.
"""

from __future__ import annotations

import random

import pytest

from subwords import Tokenizer
from subwords.engine import native_available
from subwords.models import BPE
from subwords.pre_tokenizers import ByteLevel
from subwords.reference.byte_alphabet import SPELLINGS
from subwords.spec import Spec
from subwords.tables import Merges, Vocab


@pytest.mark.skipif(not native_available(), reason="the extension is absent")
def test_annotating_words_while_the_cache_grows():
    vocab = Vocab((token, id) for id, token in enumerate([*SPELLINGS, "ab", "Ġa"]))
    tok = Tokenizer(
        Spec(
            BPE(vocab, Merges([("a", "b"), ("Ġ", "a")])),
            pre_tokenizer=ByteLevel(add_prefix_space=False),
        )
    )
    random_words = random.Random(5)

    def word(longest: int) -> str:
        return "".join(random_words.choices("abcdefghijklmnop", k=random_words.randint(4, longest)))

    # Some five hundred thousand words that differ, every fourth too long for a place in the cache.
    for _ in range(5):
        text = " ".join(word(40 if i % 4 == 0 else 9) for i in range(100_000))
        assert tok.annotate(text).ids == tok.encode(text)
