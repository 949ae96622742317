"""Threads and processes: nothing is shared that can change."""

import os
import pickle
import signal
import threading
import time

import pytest

import subwords
from samples import random_texts
from subwords import SpecialTokens, WordPieceTokenizer

VOCAB = {token: id for id, token in enumerate(
    ["[UNK]", "[CLS]", "[SEP]", *"abcdefghijklmnopqrstuvwxyz", *(f"##{c}" for c in "abcdefgh")]
)}  # fmt: skip
TEXTS = random_texts(40, seed=6)


@pytest.fixture
def tok(engine):
    door = WordPieceTokenizer(
        VOCAB, special_tokens=SpecialTokens(unk="[UNK]", cls="[CLS]", sep="[SEP]")
    )
    return subwords.Tokenizer(door.spec, engine=engine)


def test_many_threads_with_different_options(tok):
    calls = [
        tok.encode,
        lambda text: tok.encode(text, add_special_tokens=False),
        lambda text: tok.encode(text, untrusted=True),
        lambda text: tok.encode(text, allowed_special={"[SEP]"}),
        lambda text: tok.annotate(text, text).offsets.to_list(),
        lambda text: tok.encode_batch([text, text[::-1]], threads=2).to_list(),
        lambda text: tok.decode(tok.encode(text)),
        tok.normalize,
    ]
    expected = [[call(text) for text in TEXTS] for call in calls]
    failures = []

    def work(call, results):
        try:
            for _ in range(2):
                assert [call(text) for text in TEXTS] == results
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=job) for job in zip(calls, expected, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_works_after_the_parent_used_threads(tok):
    expected = tok.encode_batch(TEXTS, threads=4).to_list()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            result = pickle.dumps(tok.encode_batch(TEXTS, threads=4).to_list() == expected)
            os.write(write, result)
        finally:
            os._exit(0)
    os.close(write)
    deadline = time.monotonic() + 10
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(read)
            pytest.fail("the child hangs")
        time.sleep(0.005)
    with os.fdopen(read, "rb") as pipe:
        assert pickle.loads(pipe.read()) is True


def test_a_call_sees_one_vocabulary_while_a_door_is_trained(tmp_path):
    """A training swaps all parts at once: no call mixes pieces of two vocabularies."""
    door = subwords.WordPieceTokenizer({"[UNK]": 0, "ab": 1, "##ab": 2})
    corpora = [["ab ab ab abab"], ["xy xy xy xyxy yx"]]
    done = threading.Event()
    failures: list[BaseException] = []

    def look():
        try:
            while not done.is_set():
                tokens = door.tokenize("abab xyxy ab xy")
                letters = set("".join(tokens).replace("[UNK]", "").replace("#", ""))
                assert letters <= set("ab") or letters <= set("xy"), tokens
                assert len(door.annotate("abab xyxy").tokens) > 0
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for turn in range(60):
        door.train(corpora[turn % 2], vocab_size=7, min_frequency=1)
    done.set()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]
