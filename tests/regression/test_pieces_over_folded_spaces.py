"""A piece that reaches over a space, where spaces fold: the text must not be cut there."""

from __future__ import annotations

import pytest

from subwords import UnigramTokenizer, UnigramTokenizerFast, native

LETTERS = dict.fromkeys("▁Thequickbrownfx")


@pytest.mark.skipif(not native.available(), reason="the native engine is absent")
@pytest.mark.parametrize("long", ["▁The▁quick▁brown▁fox", "▁The▁q", "k▁b"])
def test_both_engines_take_the_piece(long):
    pieces = [("<unk>", 0.0), (long, -3.0), ("▁The", -5.0), *((c, -3.1) for c in LETTERS)]
    slow, fast = UnigramTokenizer(pieces), UnigramTokenizerFast(pieces)
    for text in ("The quick brown fox", "  The   quick brown fox ", "The q", "The", "k b"):
        assert fast.encode(text) == slow.encode(text)
    assert long in fast.tokenize(long.replace("▁", " "))
