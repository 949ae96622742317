"""Pain 13: memory reaches a plateau however many different strings go through."""

import random
import sys
from pathlib import Path

import pytest

import subwords
from subwords import WordPieceTokenizer

LETTERS = "abcdefghijklmnopqrstuvwxyz"
VOCAB = {t: i for i, t in enumerate(["[UNK]", *LETTERS, *("##" + c for c in LETTERS)])}


def resident_bytes():
    fields = Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc/self/statm")
def test_a_flood_of_new_words(engine):
    tok = subwords.Tokenizer(WordPieceTokenizer(VOCAB).spec, engine=engine)
    rng = random.Random(13)
    rounds, texts = (20, 100) if engine == "native" else (4, 2)

    def flood():
        for _ in range(texts):
            words = rng.getrandbits(8 * 3000).to_bytes(3000, "little").hex()
            tok.encode(" ".join(words[i : i + 11] for i in range(0, 6000, 11)))

    for _ in range(rounds):
        flood()
    plateau = resident_bytes()
    for _ in range(rounds):
        flood()
    assert resident_bytes() - plateau < 8 << 20
