"""Pain 8: one enormous pre-token, or none at all, is no catastrophe."""

import time

import pytest

import subwords
from subwords import WordPieceTokenizer
from subwords.engine import native_available

VOCAB = {"[UNK]": 0, "a": 1, "##a": 2, "##aa": 3, "^": 4, "b": 5, "##b": 6}
N = 10**6


def make(engine, **options):
    return subwords.Tokenizer(WordPieceTokenizer(VOCAB, **options).spec, engine=engine)


@pytest.mark.parametrize(
    ("char", "id", "once"),
    [
        ("a", 0, True),
        ("^", 4, False),
        (" ", None, True),
        ("\x00", None, True),
        ("\u0301", None, True),
    ],
    ids=["letters", "punctuation", "spaces", "controls", "accents"],
)
def test_enormous_inputs(char, id, once, engine):
    length = N if engine == "native" else N // 20
    ids = [] if id is None else [id] if once else [id] * length
    assert make(engine).encode(char * length) == ids


native = pytest.mark.skipif(not native_available(), reason="the native engine is not built here")


@native
def test_with_the_limit_lifted():
    tok = make("native", max_chars_per_word=None)
    ids = tok.encode("a" * N)
    assert ids[0] == 1
    assert set(ids[1:-1]) == {3}
    assert len(ids) == 1 + (N - 1) // 2 + (N - 1) % 2
    assert tok.encode("a" * N + "c") == [0]
    enc = tok.annotate("a" * N)
    assert enc.offsets[-1][1] == N


@native
@pytest.mark.parametrize("unit", ["a", "^", " ", "ab", "a ", "é", "中", "[UNK"])
def test_a_million_characters_take_no_time(unit):
    """A quadratic step would take minutes; that work is linear, core/tests counts in steps."""
    tok = make("native", max_chars_per_word=None)
    begin = time.process_time()
    tok.encode(unit * (N // len(unit)))
    assert time.process_time() - begin < 5
