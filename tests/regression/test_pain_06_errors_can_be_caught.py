"""Pain 6: whatever a caller passes, the error is an ordinary exception that says what is wrong."""

import numpy as np
import pytest

import subwords
from subwords import UnknownIdError, WordPieceTokenizer

SPEC = WordPieceTokenizer({"[UNK]": 0, "a": 1, "##b": 2, "c": 7}).spec


@pytest.fixture
def tok(engine):
    return subwords.Tokenizer(SPEC, engine=engine)


@pytest.mark.parametrize("id", [3, 8, 10**6, 2**31, 2**32 - 1, 2**32, 2**64, 10**30, -1, -(2**63)])
def test_an_unknown_id_names_itself_and_the_range(tok, id):
    calls = [
        lambda: tok.decode([1, id]),
        lambda: tok.decode([id], skip_special_tokens=False),
        lambda: tok.decode_bytes([id]),
        lambda: tok.decode_batch([[1], [id]]),
        lambda: tok.decoder_stream().step(id),
        lambda: tok.id_to_bytes(id),
    ]
    for call in calls:
        with pytest.raises(UnknownIdError, match=rf"id {id} .* 0 to 7") as caught:
            call()
        assert isinstance(caught.value, (subwords.SubwordsError, IndexError))
    assert tok.id_to_token(id) is None


@pytest.mark.parametrize(
    "ids", [[True], [1.0], ["1"], [None], [[1]], "1", b"1", 1, None, [np.float64(1)], [np.True_],
            np.array([1.5]), np.array([[1]]), np.array([True]), np.array("a")],
)  # fmt: skip
def test_what_is_no_id_is_a_type_error(tok, ids):
    with pytest.raises(TypeError, match=r"(ids|an id) must be"):
        tok.decode(ids)


@pytest.mark.parametrize(
    "ids",
    [[1, 2], (1, 2), np.array([1, 2]), np.array([1, 2], dtype=np.uint8), range(1, 3),
     np.array([1, 2], dtype=np.uint64), [np.int64(1), np.uint32(2)], {1: "a", 2: "b"}],
)  # fmt: skip
def test_every_kind_of_integers_is_welcome(tok, ids):
    assert tok.decode(ids) == "ab"
    assert tok.decode(iter(ids)) == "ab"


def test_no_ids_at_all(tok):
    for nothing in ([], (), np.array([]), np.array([], dtype=np.uint32), iter(())):
        assert tok.decode(nothing) == ""


def test_a_stream_goes_on_after_a_bad_id(tok):
    stream = tok.decoder_stream()
    assert stream.step(1) == "a"
    with pytest.raises(UnknownIdError):
        stream.step(99)
    with pytest.raises(TypeError):
        stream.step("1")
    assert stream.step(2) + stream.flush() == "b"


def test_wrong_lookups(tok):
    for wrong in ("a", None, 1.0, True):
        with pytest.raises(TypeError, match="must be an integer"):
            tok.id_to_token(wrong)
    for wrong in (1, None, b"a"):
        with pytest.raises(TypeError, match="must be a str"):
            tok.token_to_id(wrong)
    assert tok.token_to_id("\ud800") is None
