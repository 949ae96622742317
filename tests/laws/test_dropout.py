"""What `dropout` and `sample` promise, whichever engine draws."""

from __future__ import annotations

import pytest

import subwords
from subwords import models
from subwords.pre_tokenizers import WhitespaceSplit
from subwords.spec import Spec
from subwords.tables import Merges, Pieces, Vocab

VOCAB = Vocab({piece: id for id, piece in enumerate(["h", "u", "g", "s", "ug", "hug", "hugs"])})
MERGES = Merges([("u", "g"), ("h", "ug"), ("hug", "s")])
TEXT = "hugs " * 50


def _make(engine: str, dropout: float | None = None) -> subwords.Tokenizer:
    model = models.BPE(VOCAB, MERGES, dropout=dropout)
    return subwords.Tokenizer(Spec(model, pre_tokenizer=WhitespaceSplit()), engine=engine)


@pytest.fixture
def tok(engine):
    return _make(engine)


def test_nothing_is_skipped_at_zero_and_everything_at_one(tok):
    assert tok.encode("hugs", dropout=0.0) == tok.encode("hugs") == [6]
    assert tok.encode("hugs", dropout=1.0) == [0, 1, 2, 3]
    assert tok.sample("hugs", alpha=1.0) == [0, 1, 2, 3]
    assert tok.sample("hugs", alpha=0.0) == [6]


def test_a_seed_gives_the_same_draw_and_another_seed_another(tok):
    draws = [tok.encode(TEXT, dropout=0.3, seed=seed) for seed in range(20)]
    assert draws == [tok.encode(TEXT, dropout=0.3, seed=seed) for seed in range(20)]
    assert len({tuple(draw) for draw in draws}) == 20
    assert {"".join(map(tok.id_to_token, draw)) for draw in draws} == {"hugs" * 50}
    assert draws[4] == tok.sample(TEXT, alpha=0.3, seed=4)


def test_without_a_seed_each_call_draws_anew(tok):
    assert len({tuple(tok.encode(TEXT, dropout=0.3)) for _ in range(8)}) == 8


def test_each_text_of_a_batch_draws_by_itself(tok):
    batch = tok.encode_batch([TEXT] * 4, dropout=0.3, seed=7, threads=2).to_list()
    assert batch[0] == tok.encode(TEXT, dropout=0.3, seed=7)
    assert len({tuple(row) for row in batch}) == 4
    assert batch == tok.encode_batch([TEXT] * 4, dropout=0.3, seed=7, threads=1).to_list()


def test_merges_are_skipped_as_often_as_asked_for(tok):
    # ug is the only merge there is, so it is done with probability 1 - dropout.
    batch = tok.encode_batch(["ug"] * 4000, dropout=0.25, seed=1)
    whole = sum(row == [4] for row in batch.to_list())
    assert 0.72 < whole / 4000 < 0.78


def test_a_merge_that_was_skipped_has_another_chance_after_the_next(tok):
    # "ugug": the first is done (1/2), then the second is (1/2) or not; or the first is skipped and
    # the second done (1/4), then the first, drawn again, is done or not; or both are skipped (1/4).
    batch = tok.encode_batch(["ugug"] * 4000, dropout=0.5, seed=1).to_list()
    shares = [sum(row.count(4) == count for row in batch) / 4000 for count in (0, 1, 2)]
    assert shares == pytest.approx([0.25, 0.375, 0.375], abs=0.03)


def test_sentencepiece_draws_once_for_each_merge(engine):
    rows = [("<unk>", 0.0), ("u", -2.0), ("g", -2.0), ("ug", -1.0)]
    pieces = Pieces(rows, ["unknown", "normal", "normal", "normal"])
    tok = subwords.Tokenizer(
        Spec(models.SentencePieceBPE(pieces), semantics="sentencepiece"), engine=engine
    )
    batch = tok.encode_batch(["ugug"] * 4000, dropout=0.5, seed=1).to_list()
    shares = [sum(row.count(3) == count for row in batch) / 4000 for count in (0, 1, 2)]
    assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.03)


def test_the_dropout_of_a_file_is_not_ignored(engine):
    tok = _make(engine, 0.3)
    assert len({tuple(tok.encode(TEXT)) for _ in range(8)}) == 8
    assert len({tuple(tok.encode_batch([TEXT])[0]) for _ in range(8)}) == 8
    assert len({tuple(tok.tokenize(TEXT)) for _ in range(8)}) == 8
    assert tok.encode(TEXT, dropout=0.0) == [6] * 50
    assert tok.encode(TEXT, seed=3) == _make(engine).encode(TEXT, dropout=0.3, seed=3)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_what_is_no_probability_raises(tok, value):
    for call in (
        lambda: tok.encode("hugs", dropout=value),
        lambda: tok.encode_batch(["hugs"], dropout=value),
        lambda: tok.sample("hugs", alpha=value),
    ):
        with pytest.raises(ValueError, match="probability"):
            call()


def test_wrong_arguments_raise(tok):
    with pytest.raises(ValueError, match="pass dropout"):
        tok.encode("hugs", seed=3)
    with pytest.raises(TypeError, match="seed"):
        tok.encode("hugs", dropout=0.1, seed="3")
    with pytest.raises(TypeError, match="dropout"):
        tok.encode("hugs", dropout="0.1")
    with pytest.raises(TypeError, match="text"):
        tok.encode(3, dropout=0.1)
    with pytest.raises(ValueError, match="spans"):
        tok.encode("hugs", dropout=0.1, untrusted=[(0, 2)])


def test_annotations_are_of_the_same_draw(tok):
    text = "hugs hug  sug"
    for seed in range(6):
        encoding = tok.annotate(text, dropout=0.4, seed=seed)
        assert encoding.ids == tok.encode(text, dropout=0.4, seed=seed)
        assert [text[a:b] for a, b in encoding.offsets] == encoding.tokens
        assert encoding == tok.annotate(text, dropout=0.4, seed=seed)
    assert tok.annotate("hugs", dropout=0.0).ids == [6]
    with pytest.raises(ValueError, match="no spans"):
        tok.annotate("hugs", dropout=0.5, untrusted=[(0, 1)])


def test_the_texts_of_a_pair_draw_apart(tok):
    pair = tok.annotate(TEXT, TEXT, dropout=0.4, seed=3)
    first = [id for id, text in zip(pair.ids, pair.sequence_ids, strict=True) if text == 0]
    second = [id for id, text in zip(pair.ids, pair.sequence_ids, strict=True) if text == 1]
    assert [first, second] == tok.encode_batch([TEXT, TEXT], dropout=0.4, seed=3).to_list()


def test_a_dropout_of_the_file_draws_annotations_and_measures_nothing(engine):
    tok = _make(engine, dropout=0.5)
    assert len({tuple(tok.annotate(TEXT).ids) for _ in range(4)}) == 4
    assert tok.annotate(TEXT, dropout=0).ids == [6] * 50
    assert subwords.measure(tok, [TEXT]).tokens == 50
    assert tok.explain("hugs").ids == [6]
