"""Wrong arguments get the same clear error from both engines."""

import numpy as np
import pytest

import subwords
from subwords import WordPieceTokenizer

VOCAB = {"[UNK]": 0, "a": 1, "##b": 2}


@pytest.fixture
def tok(engine):
    return subwords.Tokenizer(WordPieceTokenizer(VOCAB).spec, engine=engine)


@pytest.mark.parametrize("flag", [None, 0, 1, "yes", [], np.True_])
def test_flags(tok, flag):
    for call in (tok.encode, tok.annotate, tok.tokenize, tok.count):
        with pytest.raises(TypeError, match="add_special_tokens must be True or False, not"):
            call("a", add_special_tokens=flag)
    with pytest.raises(TypeError, match="add_special_tokens must be True or False, not"):
        tok.encode_batch(["a"], add_special_tokens=flag)
    for call in (tok.decode, tok.decode_bytes):
        with pytest.raises(TypeError, match="skip_special_tokens must be True or False, not"):
            call([1], skip_special_tokens=flag)
    with pytest.raises(TypeError, match="skip_special_tokens must be True or False, not"):
        tok.decoder_stream(skip_special_tokens=flag)


def test_more_threads_than_a_machine_can_count(tok):
    for threads in (2**31, 2**32, 10**30, np.int64(3)):
        assert tok.encode_batch(["ab", "a"], threads=threads).to_list() == [[1, 2], [1]]


def test_names_of_several_kinds(tok):
    with pytest.raises(ValueError, match="allowed_special names what is no special token"):
        tok.encode("a", allowed_special=[1, "x"])


def test_a_str_that_lies(tok):
    class Liar(str):
        __slots__ = ()

        def __iter__(self):
            raise RuntimeError

        def __len__(self):
            return 7

        def __getitem__(self, index):
            raise RuntimeError

    assert tok.encode(Liar("ab a")) == [1, 2, 1]
    assert tok.annotate(Liar("ab")).offsets == [(0, 1), (1, 2)]
    assert tok.normalize(Liar("AB")) == "ab"


def test_tokens_that_no_text_can_hold(tok):
    with pytest.raises(ValueError, match="a token holds a lone surrogate at character 1"):
        WordPieceTokenizer({"[UNK]": 0, "a\ud800": 1})
    with pytest.raises(ValueError, match="continuing_prefix holds a lone surrogate"):
        WordPieceTokenizer(VOCAB, continuing_prefix="\ud800")
    with pytest.raises(ValueError, match="unk_token holds a lone surrogate"):
        WordPieceTokenizer(VOCAB, unk_token="\udfff")
    with pytest.raises(ValueError, match="an added token holds a lone surrogate"):
        tok.add_tokens(["\ud800"])
