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


@pytest.mark.parametrize("engine", ["reference", None])
def test_unigram_uses_long_lines(tmp_path, engine):
    long_line = "zqzq " * 2000
    file = tmp_path / "corpus.txt"
    file.write_text("a short line\n" * 5 + long_line + "\nanother short line\n")
    for corpus in (file, [long_line, "a short line"]):
        vocab = train(corpus, "unigram", 20, engine=engine, hard_vocab_limit=False).get_vocab()
        assert {"z", "q", "▁zqzq"} <= vocab.keys()


def test_unigram_reports_what_it_leaves_out():
    corpus = ["aaaa bbbb"] * 1000 + ["q"]
    with pytest.warns(TrainingWarning, match=r"left out 1 different characters.*'q' \(1\)"):
        train(corpus, "unigram", 8, character_coverage=0.999, hard_vocab_limit=False)


def test_unigram_refuses_impossible_sizes():
    corpus = [" ".join(string.ascii_letters + string.digits + string.punctuation)] * 3
    with pytest.raises(ValueError, match="at least 98"):
        train(corpus, "unigram", 50, character_coverage=1.0)
    with pytest.raises(ValueError, match="the largest possible is 7"):
        train(["ab ab"], "unigram", 1000)
    assert train(["ab ab"], "unigram", 7).vocab_size == 7


@pytest.mark.parametrize("engine", ["reference", None])
def test_bpe_uses_long_lines_and_refuses_impossible_sizes(tmp_path, engine):
    file = tmp_path / "corpus.txt"
    file.write_text("a short line\n" * 5 + "zqzq " * 2000 + "\nanother short line\n")
    assert "Ġzqzq" in train(file, "bpe", 262, engine=engine).get_vocab()
    with pytest.raises(ValueError, match="at least 256"):
        train(["abc"], "bpe", 100, engine=engine)
    with pytest.warns(TrainingWarning, match="the largest is 257 "):
        assert train(["ab ab"], "bpe", 1000, engine=engine).vocab_size == 257
