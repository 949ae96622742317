"""What a decoder stream gives, joined, is what `decode` gives at once, for every decoder."""

import random

import pytest

import subwords
from subwords import decoders, models
from subwords.spec import AddedToken, Spec
from subwords.tables import Vocab

MODELS = ["bert-base-uncased", "gpt2", "llama-2", "mistral-7b-v0.1", "t5-small", "xlnet-base-cased",
          "clip-vit-base", "modernbert-base"]  # fmt: skip


def stream(tok, ids, skip):
    decoder = tok.decoder_stream(skip_special_tokens=skip)
    parts = [decoder.step(id) for id in ids]
    return parts, "".join(parts) + decoder.flush()


@pytest.mark.parametrize("name", MODELS)
def test_published_decoders(name, model):
    tok = subwords.load(model(name), engine="reference", prefer="tokenizer.json")
    rng = random.Random(name)
    ids_known = sorted(tok.get_vocab().values())
    for _ in range(150):
        ids = [rng.choice(ids_known[: rng.choice((300, len(ids_known)))]) for _ in range(25)]
        for skip in (True, False):
            parts, whole = stream(tok, ids, skip)
            assert whole == tok.decode(ids, skip_special_tokens=skip), ids
            assert sum(map(bool, parts)) >= 2  # it does stream


PIECES = ["▁", "▁a", "b", "▁▁", "<0xE2>", "<0x82>", "<0xAC>", "<0x41>", "<0xFF>", "c</w>", "##d",
          "\ufffd", " ", ".", "x", "é", "n't", "", "<s>"]  # fmt: skip
CHAINS = [
    None,
    decoders.WordPiece(),
    decoders.WordPiece(prefix="", cleanup=False),
    decoders.BPE(),
    decoders.Metaspace(),
    decoders.Metaspace(prepend_scheme="never"),
    decoders.Fuse(),
    decoders.ByteLevel(),
    decoders.CTC(pad_token="x", word_delimiter_token="▁"),
    decoders.Strip("▁", 1, 1),
    decoders.Sequence([decoders.ByteFallback(), decoders.Fuse()]),
    decoders.Sequence([decoders.Fuse(), decoders.Strip("▁", 2, 0)]),
    decoders.Sequence([decoders.Fuse(), decoders.Strip("b", 0, 2)]),
    decoders.Sequence([decoders.Fuse(), decoders.Replace("▁a", "")]),
    decoders.Sequence(
        [
            decoders.Replace("▁", " "),
            decoders.ByteFallback(),
            decoders.Fuse(),
            decoders.Strip(" ", 1, 0),
        ]
    ),
    decoders.Sequence([decoders.ByteFallback(), decoders.Metaspace()]),
]


@pytest.mark.parametrize("chain", CHAINS, ids=str)
def test_every_decoder(chain):
    vocab = Vocab({piece: id for id, piece in enumerate(PIECES)})
    added = (AddedToken("<s>", len(PIECES) - 1, special=True),)
    tok = subwords.Tokenizer(
        Spec(model=models.WordPiece(vocab), decoder=chain, added_tokens=added), engine="reference"
    )
    rng = random.Random(repr(chain))
    for _ in range(400):
        ids = [rng.randrange(len(PIECES)) for _ in range(rng.randrange(12))]
        for skip in (True, False):
            assert stream(tok, ids, skip)[1] == tok.decode(ids, skip_special_tokens=skip), [
                PIECES[id] for id in ids
            ]


def test_an_unfinished_character_waits_for_the_flush(model):
    tok = subwords.load(model("gpt2"), engine="reference")
    decoder = tok.decoder_stream()
    first, second = tok.token_to_id("ð"), tok.token_to_id("Ł")
    assert decoder.step(first) == ""
    assert decoder.step(second) == ""
    assert decoder.flush() == "\ufffd" == tok.decode([first, second])
    assert decoder.flush() == ""
    assert decoder.step(tok.token_to_id("a")) == "a"
