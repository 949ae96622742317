"""`explain` of Unigram: its ids are those of `encode`, its numbers those of the lattice."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import subwords
from subwords import models, pre_tokenizers
from subwords.explain import UnigramWord
from subwords.spec import Spec
from subwords.tables import Pieces

PIECES = [("<unk>", -9.0), ("a", -1.0), ("b", -1.2), ("ab", -2.0), ("▁a", -2.5), ("▁", -3.0)]


def tokenizer(semantics):
    model = models.Unigram(Pieces(PIECES), 0)
    split = pre_tokenizers.Metaspace() if semantics == "huggingface" else None
    return subwords.Tokenizer(
        Spec(model, pre_tokenizer=split, semantics=semantics), engine="reference"
    )


@settings(max_examples=100)
@given(st.text("ab z▁é", max_size=12), st.sampled_from(["huggingface", "sentencepiece"]))
def test_what_is_told_is_what_happens(text, semantics):
    tok = tokenizer(semantics)
    told = tok.explain(text)
    assert told.ids == tok.encode(text)
    json.dumps(told.to_dict())
    assert told.to_text(colour=False)
    assert told._repr_html_().startswith("<div")
    for word in told.words:
        assert isinstance(word, UnigramWord)
        assert "".join(word.winner) == word.text
        lattice = tok.lattice(word.text)
        assert list(word.winner) == lattice.best()
        assert word.rivals == lattice.count() - 1
        assert word.probability == pytest.approx(lattice.probability(word.winner))
        told_edges = [
            (arrival.begin, end, arrival.id, arrival.score)
            for end, arrivals in enumerate(word.arrivals, 1)
            for arrival in arrivals
        ]
        assert sorted(told_edges, key=str) == sorted(map(tuple, lattice.edges), key=str)
        for arrivals in word.arrivals:
            best = [arrival for arrival in arrivals if arrival.best]
            if arrivals:  # a position inside of every piece is reached by none
                assert len(best) == 1
                assert best[0].total == max(arrival.total for arrival in arrivals)
        chosen = [a.piece for arrivals in word.arrivals for a in arrivals if a.chosen]
        assert chosen == list(word.winner)


def test_the_text_shows_the_trace_back():
    shown = tokenizer("sentencepiece").explain("aba").to_text(colour=False)
    assert "trace back: a ← ab" in shown
    assert "1 rival:" in shown
    rows = [line.split() for line in shown.splitlines()]
    assert ["2", "ab", "-2.0000", "-2.0000", "best"] in rows
    assert ["b", "-1.2000", "-2.2000"] in rows


def test_batches_draw_as_single_texts_do():
    tok = tokenizer("huggingface")
    texts = ["abab ab"] * 30
    rows = tok.sample_batch(texts, alpha=0.5, seed=3).to_list()
    assert rows[0] == tok.sample("abab ab", alpha=0.5, seed=3)
    assert len(set(map(tuple, rows))) > 5
    assert tok.sample_batch(texts, alpha=0.5, seed=3, threads=2).to_list() == rows
    with pytest.raises(TypeError, match="iterable of str"):
        tok.sample_batch("text")
    with pytest.raises(TypeError, match="text 1"):
        tok.sample_batch(["a", 2])
    with pytest.raises(ValueError, match="alpha"):
        tok.sample_batch(["a"], alpha=-1)
