"""Unigram on single words: the ids, pieces and spans of sentencepiece and of tokenizers.

Random vocabularies with many equal scores and near ties, texts that are long enough for float32
sums to round.
"""

from __future__ import annotations

import random

import pytest

from sentencepiece_files import RESERVED, model_file
from subwords.errors import UnsupportedError
from subwords.models import Unigram
from subwords.reference.unigram import UnigramWords
from subwords.tables import Pieces

ALPHABETS = ["ab", "abc", "aé漢", "ab-"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def random_score(rng, kind, piece):
    if kind == "equal":
        return -1.0 * len(piece)
    if kind == "halves":
        return -rng.randint(1, 4) * 0.5
    if kind == "tenths":
        return -rng.randint(1, 40) * 0.1 * len(piece)
    return rng.choice([-3.3, -6.6, -9.9, -2.2, -1.1, 0.5])


def random_pieces(rng, alphabet, count):
    kind = rng.choice(["equal", "halves", "tenths", "few"])
    pieces = {}
    for _ in range(count):
        piece = "".join(rng.choice(alphabet) for _ in range(rng.randint(1, 4)))
        pieces.setdefault(piece, random_score(rng, kind, piece))
    return list(pieces.items())


def random_text(rng, alphabet, others):
    letters = list(alphabet) + (others if rng.random() < 0.3 else [])
    return "".join(rng.choice(letters) for _ in range(rng.choice([1, 5, 20, 200])))


def words_of(pieces, unk_id, byte_fallback, semantics, types=None):
    """The engine under test; tests/reference holds the native one to it."""
    return UnigramWords(Unigram(Pieces(pieces, types), unk_id, byte_fallback), semantics)


@pytest.mark.parametrize("seed", range(40))
def test_words_as_sentencepiece_cuts_them(seed):
    spm = pytest.importorskip("sentencepiece")
    rng = random.Random(seed)
    alphabet = rng.choice(ALPHABETS)
    kinds = ["normal"] * 8 + ["user_defined", "unused"]
    rows = list(RESERVED)
    rows += [(p, s, rng.choice(kinds)) for p, s in random_pieces(rng, alphabet, rng.randint(2, 14))]
    if all(kind != "normal" for _, _, kind in rows):
        rows.append(("q", -1.0, "normal"))
    byte_fallback = rng.random() < 0.3
    if byte_fallback:
        rows += [(piece, 0.0, "byte") for piece in BYTES]
    oracle = spm.SentencePieceProcessor(model_proto=model_file(rows, byte_fallback=byte_fallback))
    words = words_of(
        [(p, s) for p, s, _ in rows], 0, byte_fallback, "sentencepiece", [t for _, _, t in rows]
    )
    for _ in range(20):
        text = random_text(rng, alphabet, ["z", "😀", "<s>", "<0x41>"])
        tokens = words(text)
        assert [id for id, _, _ in tokens] == oracle.encode(text)
        if not byte_fallback:
            assert [text[b:e] for _, b, e in tokens] == oracle.encode(text, out_type=str)


@pytest.mark.parametrize("seed", range(60))
def test_words_as_tokenizers_cuts_them(seed):
    tokenizers = pytest.importorskip("tokenizers")
    rng = random.Random(seed)
    alphabet = rng.choice(ALPHABETS)
    lift = rng.choice([0.0, 0.0, 0.0, 30.0])  # nothing says that a score is below zero
    pieces = [("<unk>", -1.0), *random_pieces(rng, alphabet, rng.randint(1, 12))]
    pieces += rng.choices(pieces, k=rng.randint(0, 2))  # repeated pieces: the last counts
    byte_fallback = rng.random() < 0.4
    if byte_fallback:
        pieces += [(piece, 0.0) for piece in BYTES if rng.random() < 0.99]
    pieces = [(piece, score + lift) for piece, score in pieces]
    rng.shuffle(pieces)
    unk_id = rng.randrange(len(pieces))
    oracle = tokenizers.Tokenizer(tokenizers.models.Unigram(pieces, unk_id, byte_fallback))
    words = words_of(pieces, unk_id, byte_fallback, "huggingface")
    for _ in range(10):
        text = random_text(rng, alphabet, ["z", "é", "<unk>", "<0x41>"])
        expected = oracle.encode(text)
        found = [(id, *span) for id, span in zip(expected.ids, expected.offsets, strict=True)]
        assert words(text) == found


@pytest.mark.parametrize("seed", range(30))
def test_sums_that_leave_the_range_start_again(seed):
    # Scores so large that sentencepiece's running sum is moved back to zero every few pieces.
    spm = pytest.importorskip("sentencepiece")
    rng = random.Random(seed)
    scale = rng.choice([99999, 30000, 20000, 5000])
    rows = [("<unk>", 0.0, "unknown"), ("a", -scale, "normal")]
    for piece in {"".join(rng.choices("abc", k=rng.randint(1, 4))) for _ in range(8)} - {"a"}:
        rows.append((piece, -len(piece) * scale + rng.choice([0, 0, 0.01, 0.02, 1]), "normal"))
    oracle = spm.SentencePieceProcessor(model_proto=model_file(rows))
    kinds = [kind for _, _, kind in rows]
    words = words_of([(p, s) for p, s, _ in rows], 0, False, "sentencepiece", kinds)
    for _ in range(10):
        text = "".join(rng.choices("abc", k=rng.choice([8, 30, 100])))
        assert [id for id, _, _ in words(text)] == oracle.encode(text)


def test_a_user_defined_piece_beats_its_parts_by_a_tenth_per_byte():
    spm = pytest.importorskip("sentencepiece")
    for length in (2, 10, 14, 43):
        whole = "x" * (length - 1) + "y"
        for score in (0.1 * (length - 1) - 1e-3, 0.1 * (length - 1) + 1e-3):
            rows = [("<unk>", 0.0, "unknown"), ("x" * (length - 1), score, "normal")]
            rows += [("y", 0.0, "normal"), (whole, -7.0, "user_defined")]
            oracle = spm.SentencePieceProcessor(model_proto=model_file(rows))
            words = words_of(
                [(p, s) for p, s, _ in rows], 0, False, "sentencepiece", [t for _, _, t in rows]
            )
            assert [id for id, _, _ in words(whole)] == oracle.encode(whole)


def test_a_model_without_unknown_piece_says_so():
    tokenizers = pytest.importorskip("tokenizers")
    oracle = tokenizers.Tokenizer(tokenizers.models.Unigram([("ab", -1.0), ("c", -1.0)], None))
    words = words_of([("ab", -1.0), ("c", -1.0)], None, False, "huggingface")
    assert [id for id, _, _ in words("ccc")] == oracle.encode("ccc").ids
    for text in ("ab", "cab", "x"):  # even where a way without unknowns exists
        with pytest.raises(Exception, match="unk_id"):
            oracle.encode(text)
        with pytest.raises(UnsupportedError, match="unk_id"):
            words(text)
