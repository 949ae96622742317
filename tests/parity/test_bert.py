"""Everything about the published BERT-like tokenizers equals what `tokenizers` 0.23.3 gives."""

import random

import pytest

from samples import corpus_texts, random_texts

tokenizers = pytest.importorskip("tokenizers")

MODELS = [
    "bert-base-uncased",
    "bert-base-cased",
    "bert-base-multilingual-cased",
    "all-minilm-l6-v2",
]
FIELDS = ["ids", "tokens", "offsets", "word_ids", "sequence_ids", "type_ids", "attention_mask",
          "special_tokens_mask", "n_sequences"]  # fmt: skip
RANDOM_TEXTS = random_texts(3000, seed=1)


@pytest.fixture(params=MODELS)
def pair(request, published, engine):
    """Ours and theirs."""
    return published(request.param, engine)


def check(ours, theirs, text, second=None, **options):
    """Every field of one annotation."""
    mine = ours.annotate(text, second, **options)
    yours = theirs.encode(text, second, **options)
    for field in FIELDS:
        assert getattr(mine, field) == getattr(yours, field), (field, text, second, options)
    return mine


def check_all(ours, theirs, texts):
    rows = ours.encode_batch(texts)
    bare = ours.encode_batch(texts, add_special_tokens=False)
    for text, row, bare_row in zip(texts, rows.to_list(), bare.to_list(), strict=True):
        assert check(ours, theirs, text).ids == row
        assert check(ours, theirs, text, add_special_tokens=False).ids == bare_row
        for skip in (True, False):
            mine = ours.decode(row, skip_special_tokens=skip)
            assert mine == theirs.decode(row, skip_special_tokens=skip), text


def share(ours, texts):
    """All for the native engine, a sample for the slow reference."""
    return texts if ours.engine == "native" else texts[:: max(1, len(texts) // 150)]


def test_random_strings(pair):
    check_all(*pair, share(pair[0], RANDOM_TEXTS))


def test_corpora(pair, data):
    check_all(*pair, share(pair[0], corpus_texts(data, per_file=6, size=400)))


def test_pairs(pair):
    rng = random.Random(2)
    for text in share(pair[0], RANDOM_TEXTS)[:300]:
        second = rng.choice(RANDOM_TEXTS)
        check(*pair, text, second)
        check(*pair, text, second, add_special_tokens=False)


def test_encode_is_annotate(pair):
    ours, _ = pair
    for text in share(ours, RANDOM_TEXTS)[:300]:
        assert ours.encode(text) == ours.annotate(text).ids
        assert ours.tokenize(text) == ours.annotate(text, add_special_tokens=False).tokens
        assert ours.count(text) == len(ours.annotate(text))


def test_normalize(pair):
    ours, theirs = pair
    for text in share(ours, RANDOM_TEXTS):
        assert ours.normalize(text) == theirs.normalizer.normalize_str(text), text


def test_decode_of_any_ids(pair):
    ours, theirs = pair
    rng = random.Random(3)
    for _ in range(500):
        ids = [rng.randrange(ours.vocab_size) for _ in range(rng.randrange(30))]
        for skip in (True, False):
            expected = theirs.decode(ids, skip_special_tokens=skip)
            assert ours.decode(ids, skip_special_tokens=skip) == expected, ids


def test_vocabulary(pair):
    ours, theirs = pair
    assert ours.vocab_size == theirs.get_vocab_size()
    assert ours.get_vocab() == theirs.get_vocab()
    assert ours.max_id == max(theirs.get_vocab().values())
    assert ours.embedding_rows == ours.max_id + 1
    for id in (0, 1, 100, 103, 1000, ours.max_id, ours.max_id + 1):
        assert ours.id_to_token(id) == theirs.id_to_token(id)
    for token in ("[CLS]", "the", "##s", "nonsense!", ""):
        assert ours.token_to_id(token) == theirs.token_to_id(token)


def test_the_conveniences_of_an_encoding(pair):
    ours, theirs = pair
    rng = random.Random(4)
    for text in RANDOM_TEXTS[:60]:
        second = rng.choice(RANDOM_TEXTS[:60])
        mine, yours = ours.annotate(text, second), theirs.encode(text, second)
        for sequence, length in ((0, len(text)), (1, len(second))):
            for at in range(length + 2):
                assert mine.char_to_token(at, sequence) == yours.char_to_token(at, sequence)
                assert mine.char_to_word(at, sequence) == yours.char_to_word(at, sequence)
                assert mine.word_to_tokens(at, sequence) == yours.word_to_tokens(at, sequence)
                assert mine.word_to_chars(at, sequence) == yours.word_to_chars(at, sequence)
        for index in range(len(mine) + 1):
            assert mine.token_to_sequence(index) == yours.token_to_sequence(index)
            assert mine.token_to_word(index) == yours.token_to_word(index)
            assert mine.token_to_chars(index) == yours.token_to_chars(index)
