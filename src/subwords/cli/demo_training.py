"""The training that the demo shows: one corpus, two scores, and how their vocabularies differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subwords.tokenizer import Tokenizer
    from subwords.training import Learned
    from subwords.training.options import Score

    Trained = dict[Score, tuple[Tokenizer, Learned]]

MIN_FREQUENCY = 20
MERGES_SHOWN = 8
WORDS = ("generator", "unreadable", "keywords", "printing", "documentation", "rewriting")
SIZES = {"native": 1200, "reference": 400}
"""The readable trainer looks at every pair for every merge, so it gets less to do."""


def python_prose() -> list[str]:
    """The help topics of Python, a text each."""
    from pydoc_data.topics import topics

    return [topics[name] for name in sorted(topics)]


def train_both(prose: list[str]) -> Trained:
    """A tokenizer and what was learned, for frequency and for likelihood."""
    from subwords import SpecialTokens, count_words, native
    from subwords.training import train_traced

    engine = "native" if native.available() else "reference"
    special = SpecialTokens(pad="[PAD]", unk="[UNK]", cls="[CLS]", sep="[SEP]", mask="[MASK]")
    counts = count_words(prose)
    scores: tuple[Score, ...] = ("frequency", "likelihood")
    return {
        score: train_traced(
            counts,
            vocab_size=SIZES[engine],
            min_frequency=MIN_FREQUENCY,
            score=score,
            special_tokens=special,
        )
        for score in scores
    }


def differences(both: Trained, prose: list[str]) -> Iterator[str]:
    """How the two came about and how they differ."""
    from subwords import measure
    from subwords.training import side_by_side

    report = both["frequency"][1].report
    yield f"{report.occurrences:,} words, {report.words:,} different ones; the first merges:"
    yield ""
    learned = {score: trained for score, (_, trained) in both.items()}
    yield from side_by_side(learned, limit=MERGES_SHOWN)
    yield ""
    pieces = {
        score: [" ".join(tokenizer.tokenize(word)) for word in WORDS]
        for score, (tokenizer, _) in both.items()
    }
    widest = max(map(len, pieces["frequency"]))
    for word, by_frequency, by_likelihood in zip(WORDS, *pieces.values(), strict=True):
        yield f"{word:<14} {by_frequency:<{widest}}  |  {by_likelihood}"
    sample = prose[::10]
    rates = [f"{score} {measure(made, sample).fertility:.2f}" for score, (made, _) in both.items()]
    yield f"tokens per word on this text: {', '.join(rates)}"
