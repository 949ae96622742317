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


@pytest.fixture
def unigram(engine):
    pieces = [("<unk>", 0.0), ("▁", -1.0), ("a", -2.0), ("▁a", -2.5)]
    return subwords.Tokenizer(subwords.UnigramTokenizer(pieces).spec, engine=engine)


@pytest.mark.parametrize("errors", [None, "ignore", 0, []])
def test_errors_in_every_entry_point(unigram, errors):
    calls = [unigram.encode, unigram.annotate, unigram.normalize, unigram.explain, unigram.lattice]
    for call in (*calls, unigram.sample, lambda text, **o: unigram.nbest(text, 2, **o)):
        with pytest.raises(ValueError, match='errors must be "strict" or "replace", not'):
            call("a", errors=errors)


@pytest.mark.parametrize("flag", [None, 0, "no"])
def test_flags_of_the_other_entry_points(unigram, flag):
    for call in (unigram.explain, unigram.sample, lambda text, **o: unigram.nbest(text, 2, **o)):
        with pytest.raises(TypeError, match="add_special_tokens must be True or False, not"):
            call("a", add_special_tokens=flag)
    with pytest.raises(TypeError, match="special must be True or False, not"):
        unigram.add_tokens(["b"], special=flag)


def test_collections_that_are_none(tok):
    for none in (True, 5, 1.5, len):
        with pytest.raises(TypeError, match="allowed_special must be None"):
            tok.encode("a", allowed_special=none)
        with pytest.raises(TypeError, match="rows must be an iterable of rows of ids"):
            tok.decode_batch(none)
        with pytest.raises(TypeError, match="tokens must be an iterable of tokens"):
            tok.add_tokens(none)


@pytest.mark.parametrize("alpha", [float("nan"), float("inf"), -1, 10**400])
def test_powers_that_are_none(unigram, alpha):
    lattice = unigram.lattice("▁a")
    calls = [lattice.log_partition, lattice.marginals, lattice.expected_counts, lattice.entropy]
    calls += [lattice.sample, lattice.to_svg, lambda alpha: lattice.probability(["▁a"], alpha)]
    for call in calls:
        with pytest.raises(ValueError, match="alpha must be a finite number, 0 or more, not"):
            call(alpha=alpha)
    for call in calls:
        with pytest.raises(TypeError, match="alpha must be a number, not"):
            call(alpha="1")


@pytest.mark.parametrize("number", [int, np.array([1, 2]), [], "x"])
def test_numbers_that_are_none(unigram, number):
    with pytest.raises(TypeError, match="alpha must be a number"):
        unigram.sample("a", alpha=number)
    with pytest.raises(TypeError, match="seed must be an integer or None"):
        unigram.sample("a", seed=number)
    with pytest.raises(TypeError, match="threads must be an integer or None"):
        unigram.encode_batch(["a"], threads=number)


@pytest.mark.parametrize(
    ("algorithm", "option", "value"),
    [
        ("wordpiece", "pmi_shift", None),
        ("wordpiece", "continuing_prefix", 3),
        ("wordpiece", "initial_alphabet", 1),
        ("wordpiece", "initial_alphabet", [(0, 1)]),
        ("wordpiece", "extend", True),
        ("bpe", "continuing_prefix", None),
        ("bpe", "end_of_word_suffix", None),
        ("bpe", "initial_alphabet", None),
        ("bpe", "extend", {"a": 0}),
        ("unigram", "add_dummy_prefix", None),
        ("unigram", "treat_whitespace_as_suffix", "yes"),
        ("unigram", "byte_fallback", 1),
        ("unigram", "required_chars", None),
        ("unigram", "character_coverage", "all"),
        ("unigram", "control_symbols", 5),
        ("unigram", "normalization", []),
    ],
)
def test_training_options_of_a_wrong_type(engine, algorithm, option, value):
    with pytest.raises(TypeError, match=option):
        subwords.train(["a b a b"], algorithm, vocab_size=300, engine=engine, **{option: value})


@pytest.mark.parametrize("algorithm", ["wordpiece", "bpe", "unigram"])
def test_training_options_that_there_are_not(algorithm):
    with pytest.raises(TypeError, match=f"training a {algorithm} has no option 'sise'"):
        subwords.train(["a"], algorithm, sise=3)
