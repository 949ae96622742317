"""The model alone: random vocabularies and words, against `tokenizers` 0.23.3.

Two letters make every kind of collision likely: pieces that are prefixes of each other, matches
that fail late, words that look like marks, other prefixes and limits.
"""

import itertools
import random

import pytest

import subwords
from subwords import models, pre_tokenizers
from subwords.spec import Spec
from subwords.tables import Vocab

tokenizers = pytest.importorskip("tokenizers")


def random_vocab(rng, prefix, alphabet):
    entries = {"[UNK]"}
    for _ in range(rng.randrange(1, 40)):
        piece = "".join(rng.choice(alphabet) for _ in range(rng.randrange(1, 6)))
        entries.add(piece if rng.random() < 0.5 else prefix + piece)
    if rng.random() < 0.3:
        entries |= {prefix, prefix + prefix + "a", ""}
    order = sorted(entries)
    rng.shuffle(order)
    return {piece: id for id, piece in enumerate(order)}


@pytest.mark.parametrize("alphabet", ["ab", "a#b", "aé😀", "ab[UNK]"])
def test_random_vocabularies(alphabet, engine):
    rng = random.Random(alphabet)
    short = ["".join(word) for n in range(5) for word in itertools.product(alphabet, repeat=n)]
    for _ in range(60):
        prefix = rng.choice(["##", "##", "#", "", "a", "é#"])
        limit = rng.choice([100, 100, 3, 0, 12])
        vocab = random_vocab(rng, prefix, alphabet)
        words = rng.sample(short, min(60, len(short)))
        words += [
            "".join(rng.choice(alphabet) for _ in range(rng.randrange(30))) for _ in range(60)
        ]
        text = " ".join(words)
        ours = subwords.Tokenizer(
            Spec(
                model=models.WordPiece(Vocab(vocab), "[UNK]", prefix, limit),
                pre_tokenizer=pre_tokenizers.WhitespaceSplit(),
            ),
            engine=engine,
        )
        theirs = tokenizers.Tokenizer(
            tokenizers.models.WordPiece(
                vocab,
                unk_token="[UNK]",
                max_input_chars_per_word=limit,
                continuing_subword_prefix=prefix,
            )
        )
        theirs.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
        mine, yours = ours.annotate(text), theirs.encode(text)
        assert mine.ids == yours.ids, (vocab, prefix, limit)
        assert mine.offsets == yours.offsets
        assert mine.word_ids == yours.word_ids


def test_word_level(engine):
    vocab = {"<unk>": 0, "low": 1, "new": 2}
    spec = Spec(
        model=models.WordLevel(Vocab(vocab)), pre_tokenizer=pre_tokenizers.WhitespaceSplit()
    )
    ours = subwords.Tokenizer(spec, engine=engine)
    theirs = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocab, unk_token="<unk>"))
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    for text in ("low new", "lower  low", "", " "):
        mine, yours = ours.annotate(text), theirs.encode(text)
        assert (mine.ids, mine.offsets) == (yours.ids, yours.offsets)
