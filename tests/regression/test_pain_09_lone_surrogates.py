"""Pain 9: one policy for lone surrogates, in every entry point."""

import pickle

import pytest

import subwords
from subwords import SurrogateError, WordPieceTokenizer

VOCAB = {"[UNK]": 0, "ok": 1, "##bad": 2, "bad": 3, "\ufffd": 4, "[X]": 5}
CASES = [("ok\ud800bad", 2), ("\ud83d\udc4d", 0), ("ok \udfff", 3), ("😀\ud800", 1), ("\udc00", 0)]


@pytest.fixture
def tok(engine):
    # BERT's clean-up drops U+FFFD; without it the replacement can be seen.
    door = WordPieceTokenizer(VOCAB, normalizer=subwords.normalizers.Sequence([]))
    return subwords.Tokenizer(door.spec, engine=engine)


def entry_points(tok):
    return {
        "encode": tok.encode,
        "annotate": tok.annotate,
        "annotate a pair": lambda text, **o: tok.annotate("ok", text, **o),
        "tokenize": tok.tokenize,
        "count": tok.count,
        "normalize": tok.normalize,
        "mixed": lambda text, **o: tok.encode(text, untrusted=[(0, 1)], **o),
    }


@pytest.mark.parametrize(("text", "position"), CASES)
def test_strict_names_the_position(tok, text, position):
    for name, call in entry_points(tok).items():
        for options in ({}, {"errors": "strict"}):
            with pytest.raises(SurrogateError, match=f"character {position}") as caught:
                call(text, **options)
            assert (caught.value.position, caught.value.document) == (position, None), name
            assert isinstance(caught.value, ValueError)


def test_a_batch_names_the_text_too(tok):
    with pytest.raises(SurrogateError, match="character 2 of text 1") as caught:
        tok.encode_batch(["ok", "ok\ud800", "\ud800"], threads=3)
    assert (caught.value.position, caught.value.document) == (2, 1)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(("text", "position"), CASES)
def test_replace_reads_u_fffd(tok, text, position):
    clean = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
    for call in entry_points(tok).values():
        assert call(text, errors="replace") == call(clean)
    assert tok.encode_batch([text], errors="replace") == tok.encode_batch([clean])
    assert "\ufffd" in tok.normalize(text, errors="replace")


def test_replacement_keeps_offsets(tok):
    enc = tok.annotate("ok \ud800 bad", errors="replace")
    assert enc.ids == [1, 4, 3]
    assert enc.offsets == [(0, 2), (3, 4), (5, 8)]
