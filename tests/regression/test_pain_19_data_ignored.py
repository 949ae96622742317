"""Pain 19: long lines are dropped silently, and impossible sizes are not refused.

Reported around sentencepiece#377 (max_sentence_length) and of tokenizers (a size below the
alphabet).
"""

from __future__ import annotations

import string

import pytest

from subwords.training import TrainingWarning, train


def test_a_long_line_counts_like_any_other(tmp_path):
    long_line = "zqzq " * 2000
    file = tmp_path / "corpus.txt"
    file.write_text("a short line\n" * 5 + long_line + "\nanother short line\n")
    for corpus in (file, [long_line, "a short line"]):
        with pytest.warns(TrainingWarning, match="largest"):
            vocab = train(corpus, vocab_size=400).get_vocab()
        assert {"z", "##z", "##q", "zqzq"} <= vocab.keys()


def test_a_size_below_the_alphabet_is_an_error():
    corpus = [" ".join(string.ascii_letters + string.digits + string.punctuation)] * 3
    with pytest.raises(ValueError, match="at least 69"):
        train(corpus, vocab_size=50)
    assert train(corpus, vocab_size=69).vocab_size == 69


def test_a_size_above_the_data_names_the_largest():
    with pytest.warns(TrainingWarning, match="the largest is 4 "):
        assert train(["ab ab"], vocab_size=1000).vocab_size == 4
