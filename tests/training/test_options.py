"""What a WordPiece trainer can be told: alphabets, limits, ids, and what it refuses."""

from __future__ import annotations

import pytest

from subwords.errors import UnsupportedError
from subwords.training.options import WordPieceOptions

WORDS = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


def letters(learned, options):
    """The single-character tokens in the order of their ids."""
    return [token for token in learned.vocab if options.is_form(token)]


def test_seen_alphabet_is_sorted(learn):
    options = WordPieceOptions(vocab_size=20)
    forms = letters(learn(WORDS, options), options)
    assert forms == sorted(forms)
    assert forms == ["##d", "##e", "##i", "##o", "##r", "##s", "##t", "##w", "l", "n", "w"]


def test_huggingface_alphabet_has_every_character_bare_first(learn):
    options = WordPieceOptions(vocab_size=30, alphabet="huggingface")
    forms = letters(learn(WORDS, options), options)
    assert forms[:10] == sorted("lowernstid")
    assert forms[10:] == ["##d", "##e", "##i", "##o", "##r", "##s", "##t", "##w"]


def test_unmarked_training(learn):
    options = WordPieceOptions(vocab_size=30, continuing_prefix="")
    learned = learn(WORDS, options)
    assert letters(learned, options) == sorted("lowernstid")
    assert "est" in learned.vocab


def test_special_tokens_come_first_without_repeats(learn):
    options = WordPieceOptions(vocab_size=30, special_tokens=("[UNK]", "[PAD]", "[UNK]", "l"))
    vocab = learn(WORDS, options).vocab
    assert (vocab["[UNK]"], vocab["[PAD]"], vocab["l"]) == (0, 1, 2)
    assert list(vocab.values()) == list(range(len(vocab)))


def test_limit_drops_the_rarest_and_counts_them(learn):
    counts = {"aab": 10, "cd": 3, "dc": 3, "e": 1}
    learned = learn(counts, WordPieceOptions(vocab_size=20, limit_alphabet=3))
    assert dict(learned.report.dropped_characters) == {"d": 6, "e": 1}
    assert list(learned.report.dropped_characters) == ["d", "e"]
    assert not {"d", "##d", "e"} & learned.vocab.keys()


def test_initial_alphabet_is_always_kept(learn):
    options = WordPieceOptions(vocab_size=20, limit_alphabet=2, initial_alphabet=("z", "##q"))
    assert letters(learn({"ab": 3}, options), options) == ["##q", "z"]


def test_a_dropped_character_leaves_the_others_marked(learn):
    options = WordPieceOptions(vocab_size=20, limit_alphabet=2, min_frequency=1)
    learned = learn({"xab": 1, "ab": 3, "ba": 2}, options)
    assert ("##a", "##b") in {(merge.left, merge.right) for merge in learned.merges}


def test_min_frequency(learn):
    learned = learn(WORDS, WordPieceOptions(vocab_size=100, min_frequency=6))
    assert min(merge.count for merge in learned.merges) >= 6
    assert not learned.report.complete
    assert learned.report.vocab_size == len(learned.vocab)


def test_below_the_alphabet_is_an_error_that_names_the_least(learn):
    with pytest.raises(ValueError, match="at least 12"):
        learn(WORDS, WordPieceOptions(vocab_size=11))
    assert len(learn(WORDS, WordPieceOptions(vocab_size=12)).vocab) == 12


def test_empty_corpus(learn):
    learned = learn({}, WordPieceOptions(vocab_size=5))
    assert dict(learned.vocab) == {"[UNK]": 0}
    assert list(learned.merges) == []


def test_extending_keeps_every_id(learn):
    old = {"[UNK]": 0, "l": 7, "##o": 3, "low": 40, "##est": 12}
    learned = learn(WORDS, WordPieceOptions(vocab_size=22, extend=old, min_frequency=1))
    assert {token: learned.vocab[token] for token in old} == old
    new = [id for token, id in learned.vocab.items() if token not in old]
    assert new == list(range(41, 41 + len(new)))
    assert len(learned.vocab) == 22
    # The corpus is cut by the old vocabulary first: "low" and "##est" are pieces from the start.
    assert {("low", "##e"), ("##w", "##est")} & {(m.left, m.right) for m in learned.merges}


def test_extending_by_nothing_new(learn):
    base = learn(WORDS, WordPieceOptions(vocab_size=25)).vocab
    same = learn(WORDS, WordPieceOptions(vocab_size=len(base), extend=base)).vocab
    assert dict(same) == dict(base)


def test_counts_beyond_32_and_near_64_bits(learn):
    learned = learn({"ab": 5_000_000_000}, WordPieceOptions(vocab_size=4))
    assert learned.merges[0].count == 5_000_000_000
    huge = {"ab": 2**60, "cb": 2**60 + 1, "cd": 2**60}
    for score in ("frequency", "likelihood", "gain"):
        learn(huge, WordPieceOptions(vocab_size=12, score=score))
    with pytest.raises(ValueError, match=r"2\*\*63"):
        learn({"abcd": 2**62}, WordPieceOptions(vocab_size=12))


def test_likelihood_compares_exactly(learn):
    # (a, ##b) scores 1 / 2^53 and (c, ##d) 1 / (2^53 + 1), which no double can tell apart.
    big = 2**53
    counts = {"ab": big - 1, "xb": 1, "cd": big - 1, "xd": 2}
    first = learn(counts, WordPieceOptions(vocab_size=12, score="likelihood")).merges[0]
    assert (first.left, first.right) == ("a", "##b")


@pytest.mark.parametrize(
    "wrong",
    [
        {"score": "best"},
        {"ties": "first"},
        {"alphabet": "all"},
        {"vocab_size": -1},
        {"vocab_size": 2.5},
        {"min_frequency": True},
        {"initial_alphabet": ("ab",)},
        {"limit_alphabet": -3},
    ],
)
def test_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        WordPieceOptions(**wrong)


def test_ties_of_bytes_do_not_apply():
    with pytest.raises(UnsupportedError, match="bytes"):
        WordPieceOptions(ties="tiktoken")


def test_sentencepiece_ties_take_the_shorter_then_the_smaller(learn):
    counts = {"abc": 2, "de": 2, "dz": 2}
    options = WordPieceOptions(vocab_size=9, ties="sentencepiece")
    merges = [m.merged for m in learn(counts, options).merges]
    assert merges == ["ab", "de"]
