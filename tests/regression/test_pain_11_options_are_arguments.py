"""Pain 11: an option is an argument of one call; no other thread can see it."""

import threading

import pytest

import subwords
from subwords import SpecialTokens, WordPieceTokenizer

VOCAB = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "a": 3, "[": 4, "]": 5, "sep": 6}


@pytest.fixture
def tok(engine):
    special = SpecialTokens(unk="[UNK]", cls="[CLS]", sep="[SEP]")
    return subwords.Tokenizer(WordPieceTokenizer(VOCAB, special_tokens=special).spec, engine=engine)


def test_one_threads_options_do_not_reach_another(tok):
    stop = threading.Event()
    failures = []

    def disturb():
        try:
            while not stop.is_set():
                tok.encode("a [SEP] a", add_special_tokens=False, untrusted=True)
                tok.add_tokens(["zz"]).encode("zz")
                tok.encode_batch(["a"] * 4, add_special_tokens=False, threads=2)
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        seen = {tuple(tok.encode("a [SEP] a")) for _ in range(2000)}
    finally:
        stop.set()
        thread.join()
    assert seen == {(1, 3, 2, 3, 2)}
    assert not failures


def test_there_is_nothing_to_switch(tok):
    setters = ("enable_", "disable_", "no_", "set_")
    assert not [name for name in dir(tok) if name.startswith(setters)]
