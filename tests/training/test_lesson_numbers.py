"""The numbers that the lessons on WordPiece print come out of this project's trainers."""

from __future__ import annotations

import string
from collections import Counter

from subwords.training.options import WordPieceOptions

LESSON = (
    "low low low low low lower lower newest newest newest "
    "newest newest newest widest widest widest new new newer"
)
WIDGET = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
MARKED_LETTERS = tuple("##" + letter for letter in string.ascii_lowercase)


def longest_match(word, vocab):
    """The lesson's encoder."""
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocab:
                break
        else:
            return ["[UNK]"]
        pieces.append(piece)
        start = end
    return pieces


def learn_lesson(learn, extra=()):
    return learn(
        Counter(LESSON.split()),
        WordPieceOptions(
            vocab_size=38 + len(extra),
            score="likelihood",
            min_frequency=1,
            initial_alphabet=(*MARKED_LETTERS, *extra),
        ),
    )


def test_the_eight_likelihood_merges(learn):
    trace = [
        (m.left, m.right, m.merged, f"{m.score('likelihood'):.5f}", m.count)
        for m in learn_lesson(learn).merges
    ]
    assert trace == [
        ("w", "##i", "wi", "0.33333", 3),
        ("wi", "##d", "wid", "0.33333", 3),
        ("l", "##o", "lo", "0.14286", 7),
        ("##s", "##t", "##st", "0.11111", 9),
        ("lo", "##w", "low", "0.06250", 7),
        ("wid", "##e", "wide", "0.04762", 3),
        ("wide", "##st", "widest", "0.11111", 3),
        ("n", "##e", "ne", "0.05556", 9),
    ]


def test_the_vocabulary_and_the_six_encodings(learn):
    vocab = learn_lesson(learn).vocab
    assert len(vocab) == 38
    assert len(vocab.keys() - {"[UNK]"}) == 37
    encodings = {w: " ".join(longest_match(w, vocab)) for w in
                 ("low", "lowest", "newest", "newer", "widen", "zebra")}  # fmt: skip
    assert encodings == {
        "low": "low",
        "lowest": "low ##e ##st",
        "newest": "ne ##w ##e ##st",
        "newer": "ne ##w ##e ##r",
        "widen": "wide ##n",
        "zebra": "[UNK]",
    }
    at_start = {token for token in vocab if len(token) == 1}
    assert set(string.ascii_lowercase) - at_start == set(string.ascii_lowercase) - set("lnw")


def test_a_bare_z_opens_zebra(learn):
    vocab = learn_lesson(learn, extra=("z",)).vocab
    assert longest_match("zebra", vocab) == ["z", "##e", "##b", "##r", "##a"]


def test_the_library_run_of_the_lesson(learn):
    learned = learn(
        Counter(LESSON.split()),
        WordPieceOptions(vocab_size=40, min_frequency=1, alphabet="huggingface"),
    )
    assert len(learned.vocab) == 32
    assert not learned.report.complete
    assert longest_match("lowest", learned.vocab) == ["low", "##est"]
    assert longest_match("newest", learned.vocab) == ["newest"]
    assert longest_match("low", learned.vocab) == ["low"]
    assert longest_match("widen", learned.vocab) == ["[UNK]"]


def test_unmarked_characters_of_the_widget(learn):
    def first(score, ties):
        options = WordPieceOptions(
            vocab_size=12, score=score, ties=ties, min_frequency=1, continuing_prefix=""
        )
        return learn(WIDGET, options).merges[0]

    most_frequent = first("frequency", "huggingface")
    assert (most_frequent.left, most_frequent.right, most_frequent.count) == ("e", "s", 9)
    likeliest = first("likelihood", "last")
    assert (likeliest.left, likeliest.right, likeliest.count) == ("i", "d", 3)
    assert f"{likeliest.score('likelihood'):.2f}" == "0.33"


def test_frequency_starts_with_w_e_on_unmarked_characters(learn):
    options = WordPieceOptions(vocab_size=12, min_frequency=1, continuing_prefix="")
    merge = learn(Counter(LESSON.split()), options).merges[0]
    assert (merge.left, merge.right, merge.count) == ("w", "e", 9)
