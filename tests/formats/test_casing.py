"""Which pieces lower-casing makes impossible, and which count at all."""

from __future__ import annotations

import pytest

from subwords.formats.casing import LIMIT, impossible_pieces
from subwords.tables import Vocab

pytest.importorskip("subwords.reference.normalize", exc_type=ImportError)


def judge(*pieces):
    vocab = Vocab({piece: id for id, piece in enumerate(pieces)})
    return impossible_pieces(vocab, frozenset(["[CLS]"]))


@pytest.mark.parametrize(
    "piece", ["a", "##a", "ß", "ı", "中", "##中", "日", "1", "ñ"[:0] + "n", "α"]
)
def test_possible(piece):
    assert judge(piece) == ([], 1)


@pytest.mark.parametrize("piece", ["A", "##B", "é", "##É", "İ", "Ω", "가", "й", "\uf900"])
def test_impossible_when_lower_cased(piece):
    assert judge(piece) == ([piece], 1)


@pytest.mark.parametrize(
    "piece", ["[CLS]", "[unused7]", "中文", "a b", "a\x00", "\ufffd", "\u3000x", "##"]
)
def test_what_does_not_count(piece):
    assert judge(piece) == ([], 0)


def test_published_vocabularies_lie_far_from_the_limit(model_file):
    from subwords.formats.vocab_txt import read_vocab_txt

    shares = {}
    for model in ("bert-base-uncased", "bert-base-cased", "bert-base-multilingual-cased"):
        vocab = read_vocab_txt(model_file(f"{model}/vocab.txt").read_bytes())
        impossible, counted = impossible_pieces(vocab, frozenset(["[CLS]", "[SEP]", "[UNK]"]))
        shares[model] = len(impossible) / counted
    assert shares["bert-base-uncased"] < LIMIT / 10
    assert shares["bert-base-cased"] > 10 * LIMIT
    assert shares["bert-base-multilingual-cased"] > 10 * LIMIT
