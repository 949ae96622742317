"""Pain 8 for BPE: one pre-token of a million symbols takes n log n steps, not n squared."""

import time

import pytest

import subwords
from subwords import models
from subwords.engine import native_available
from subwords.spec import Spec
from subwords.tables import Merges, Vocab

N = 10**6
MERGES = [("a", "a"), ("aa", "aa"), ("^", "^"), (" ", " "), ("b", "a"), ("中", "中")]
TOKENS = ["a", "b", "^", " ", "中", "<unk>", *(left + right for left, right in MERGES)]
MODEL = models.BPE(
    Vocab({token: id for id, token in enumerate(TOKENS)}), Merges(MERGES), unk_token="<unk>"
)


@pytest.mark.parametrize("unit", ["a", "^", " ", "ab", "中", "x"])
def test_a_long_word_comes_out_whole(unit, engine):
    length = N if engine == "native" else N // 50
    tok = subwords.Tokenizer(Spec(MODEL), engine=engine)
    begin = time.process_time()
    encoding = tok.annotate(unit * (length // len(unit)))
    assert time.process_time() - begin < 10
    assert encoding.offsets[0][0] == 0
    assert encoding.offsets[-1][1] == length // len(unit) * len(unit)


@pytest.mark.skipif(not native_available(), reason="the extension is absent")
def test_dropout_takes_long_words_too():
    tok = subwords.Tokenizer(Spec(MODEL), engine="native")
    begin = time.process_time()
    assert tok.encode("a" * N, dropout=1.0) == [0] * N
    assert len(tok.encode("a" * N, dropout=0.3, seed=1)) < N
    assert time.process_time() - begin < 10
