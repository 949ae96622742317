"""The native trainer gives the reference's bytes: vocabulary, trace and report."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

_core = pytest.importorskip("subwords.native._core", reason="the native engine is not installed")

from subwords.training.native import learn_wordpiece  # noqa: E402
from subwords.training.options import WordPieceOptions  # noqa: E402
from subwords.training.reference.wordpiece import learn  # noqa: E402

ALPHABETS = ["ab", "abc", "abcdef", "a#", "ab#", "aé漢😀", "abcdefghijklmnop"]


@st.composite
def corpora(draw):
    letters = st.sampled_from(draw(st.sampled_from(ALPHABETS)))
    words = st.text(letters, max_size=draw(st.sampled_from([3, 8, 24])))
    counts = st.sampled_from([0, 1, 1, 2, 3, 7, 1000, 10**12])
    return draw(st.dictionaries(words, counts, max_size=40))


@st.composite
def options(draw, words):
    prefix = draw(st.sampled_from(["##", "##", "##", "", "#", "a"]))
    initial = [(), ("a",), ("z", "##b")] if prefix == "##" else [(), ("a",)]
    extend = {}
    if draw(st.booleans()):
        for word in draw(st.lists(st.sampled_from([*words, "ab"]), max_size=8)):
            start = draw(st.integers(0, max(0, len(word) - 1)))
            token = (prefix if start else "") + word[start : start + draw(st.integers(1, 4))]
            extend.setdefault(token, 3 * len(extend))
    return WordPieceOptions(
        vocab_size=draw(st.sampled_from([12, 40, 60, 400])),
        score=draw(st.sampled_from(["frequency", "likelihood", "gain"])),
        pmi_shift=draw(st.booleans()),
        ties=draw(st.sampled_from(["last", "huggingface", "sentencepiece"])),
        alphabet=draw(st.sampled_from(["seen", "huggingface"])),
        limit_alphabet=draw(st.sampled_from([None, None, 0, 2, 3])),
        initial_alphabet=draw(st.sampled_from(initial)),
        min_frequency=draw(st.sampled_from([0, 1, 2, 5])),
        special_tokens=draw(
            st.sampled_from([("[UNK]",), (), ("ab", "[UNK]", "a"), ("[UNK]", "##ab")])
        ),
        continuing_prefix=prefix,
        extend=extend,
    )


def outcome(trainer, counts, settings_):
    try:
        learned = trainer(counts, settings_)
    except ValueError as error:
        return str(error)
    report = learned.report
    return (
        list(learned.vocab.items()),
        list(learned.merges),
        report,
        list(report.dropped_characters.items()),
    )


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_same_vocabulary_trace_and_report(data):
    counts = data.draw(corpora())
    chosen = data.draw(options(counts))
    assert outcome(learn_wordpiece, counts, chosen) == outcome(learn, counts, chosen)


@pytest.mark.parametrize("score", ["frequency", "likelihood", "gain"])
def test_same_on_english_prose(score, prose):
    chosen = WordPieceOptions(vocab_size=600, score=score)
    assert outcome(learn_wordpiece, prose, chosen) == outcome(learn, prose, chosen)


@pytest.fixture(scope="module")
def prose():
    """The English that ships inside Python."""
    from collections import Counter
    from pydoc_data.topics import topics

    return Counter(" ".join(topics.values()).lower()[:120_000].split())


@given(corpora(), st.randoms())
def test_the_order_of_words_changes_nothing(counts, random):
    shuffled = list(counts.items())
    random.shuffle(shuffled)
    chosen = WordPieceOptions(vocab_size=60, score="likelihood", min_frequency=1)
    expected = outcome(learn_wordpiece, counts, chosen)
    assert outcome(learn_wordpiece, dict(shuffled), chosen) == expected


def test_a_piece_that_stands_elsewhere_already():
    # The bare word "##b" spells the marked b; its pairs are counted together from then on.
    counts = {"##b": 9, "ab": 5, "##bc": 4, "abc": 3, "##": 2}
    chosen = WordPieceOptions(vocab_size=60, min_frequency=1)
    expected = learn(counts, chosen)
    assert "##b" in {merge.merged for merge in expected.merges}
    assert outcome(learn_wordpiece, counts, chosen) == outcome(learn, counts, chosen)


def test_one_long_word_is_linear_work():
    import time

    def seconds(n):
        start = time.process_time()
        learn_wordpiece({"ab" * n: 1, "ba": 3}, WordPieceOptions(vocab_size=64, min_frequency=1))
        return time.process_time() - start

    seconds(1000)
    small = min(seconds(50_000) for _ in range(3))
    assert min(seconds(400_000) for _ in range(2)) < 24 * small + 0.05
