"""The trace of a training: each merge with score and counts, and two scores side by side."""

import string

import pytest

import subwords
from subwords.training import compare_scores, learn, side_by_side, trace_lines, train_traced
from trainers import learner

LESSON = (
    "low low low low low lower lower newest newest newest "
    "newest newest newest widest widest widest new new newer"
)
MARKED_LETTERS = tuple("##" + letter for letter in string.ascii_lowercase)
SETTINGS = {"min_frequency": 1, "initial_alphabet": MARKED_LETTERS}


@pytest.fixture(params=["reference", "native"])
def who(request):
    learner(request.param)  # skips where the engine is not installed
    return request.param


def test_the_lessons_table():
    learned = learn([LESSON], vocab_size=38, score="likelihood", **SETTINGS)
    rows = [line.split() for line in trace_lines(learned, "likelihood")]
    assert rows[0] == ["step", "pair", "piece", "likelihood", "together", "left", "right"]
    assert rows[1] == ["1", "w", "+", "##i", "wi", "0.33333", "3", "3", "3"]
    assert rows[4] == ["4", "##s", "+", "##t", "##st", "0.11111", "9", "9", "9"]
    assert rows[8] == ["8", "n", "+", "##e", "ne", "0.05556", "9", "9", "18"]
    assert len(rows) == 9
    short = list(trace_lines(learned, "likelihood", limit=2))
    assert len(short) == 4
    assert short[-1] == "... and 6 more merges"


def test_columns_stand_under_each_other():
    learned = learn([LESSON], vocab_size=40, min_frequency=1)
    lines = list(trace_lines(learned))
    assert lines[0].split() == ["step", "pair", "piece", "together", "left", "right"]
    assert lines[1].split() == ["1", "n", "+", "##e", "ne", "9", "9", "21"]
    assert len({len(line) for line in lines}) == 1
    wide = learn(["東京 東京都 a b"], vocab_size=40, min_frequency=1,
                 normalizer=subwords.normalizers.Sequence([]))  # fmt: skip
    assert any("東 + ##京" in line for line in trace_lines(wide))


def test_scores_are_trained_on_the_same_words(who):
    runs = compare_scores([LESSON], vocab_size=40, min_frequency=1, engine=who)
    assert list(runs) == ["frequency", "likelihood"]
    for score, learned in runs.items():
        alone = subwords.training.learn(
            [LESSON], vocab_size=40, min_frequency=1, score=score, engine=who
        )
        assert dict(learned.vocab) == dict(alone.vocab)
        assert list(learned.merges) == list(alone.merges)


def test_side_by_side():
    runs = compare_scores([LESSON], vocab_size=40, min_frequency=1)
    lines = list(side_by_side(runs, limit=3))
    assert " ".join(lines[1].split()) == "1 n + ##e -> ne 9 9 w + ##i -> wi 0.33333 3"
    assert lines[-3:] == [
        "25 pieces are in every vocabulary",
        "frequency: 25 pieces, 0 of its own",
        "likelihood: 26 pieces, 1 of its own, first wide",
    ]
    three = compare_scores([LESSON], ["gain", "frequency", "likelihood"], 22, min_frequency=1)
    assert len(list(side_by_side(three))) > 5
    with pytest.raises(TypeError, match="list of scores"):
        compare_scores([LESSON], "frequency")
    with pytest.raises(ValueError, match="score"):
        compare_scores([LESSON], ["best"])


def test_train_traced_is_train():
    tokenizer, learned = train_traced([LESSON], vocab_size=22)
    assert tokenizer == subwords.train([LESSON], vocab_size=22)
    assert dict(learned.vocab) == tokenizer.get_vocab()


def test_warnings_point_at_the_caller():
    with pytest.warns(subwords.TrainingWarning) as caught:
        subwords.train([LESSON], vocab_size=500)
    assert caught[0].filename == __file__
    with pytest.warns(subwords.TrainingWarning) as caught:
        train_traced([LESSON], vocab_size=500)
    assert caught[0].filename == __file__
