"""sentencepiece's text rules give the text that the library gives, and where it came from."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("sentencepiece")

from sentencepiece_cases import (
    ALPHABET,
    RULES,
    by_map,
    by_rule,
    random_flags,
    random_map,
    random_text,
    trained,
)
from subwords.errors import FormatError
from subwords.normalizers import SentencePieceText
from subwords.reference.aligned import AlignedText
from subwords.reference.normalize import normalize

SURPRISING = [
    "",
    " ",
    "   ",
    "\u2581",
    "a\u2581",
    " \u2581 ",
    "\x7f",
    "\x7f \x7f",
    "  a  b  ",
    "\t\n",
]


def ours(normalizer, text):
    out = normalize(normalizer, AlignedText.from_str(text))
    return out.text, [begin for begin, _ in out.origin], out


def check(theirs, normalizer, text):
    """The same text; every character begins where the library says."""
    expected, begins = theirs.Normalize(text, with_offsets=True)
    found, origins, aligned = ours(normalizer, text)
    assert found == expected, (normalizer, ascii(text))
    assert origins == begins[:-1], (normalizer, ascii(text), ascii(found))
    assert all(0 <= begin < end <= len(text) for begin, end in aligned.origin)


@pytest.mark.parametrize("rule", RULES)
def test_rules(rule):
    draw = random.Random(rule)
    for _ in range(8):
        flags = random_flags(draw)
        theirs, normalizer = by_rule(rule, flags)
        for text in SURPRISING + [random_text(draw) for _ in range(300)]:
            check(theirs, normalizer, text)


@pytest.mark.parametrize("rule", RULES)
def test_every_code_point(rule):
    theirs, normalizer = by_rule(rule, {"remove_extra_whitespaces": False})
    points = [*range(0xD800), *range(0xE000, 0x32000), *range(0xE0000, 0xE0200), 0x10FFFF]
    for first in range(0, len(points), 4096):
        text = "".join(f"x{chr(c)}" for c in points[first : first + 4096])
        assert ours(normalizer, text)[0] == theirs.Normalize(text)


def test_random_maps():
    draw = random.Random(1)
    for _ in range(300):
        theirs, normalizer = by_map(random_map(draw), random_flags(draw))
        for text in SURPRISING + [random_text(draw, alphabet="abc  ▁é中\u0301") for _ in range(20)]:
            check(theirs, normalizer, text)


MODELS = [
    {"user_defined_symbols": ["ﬁ", "<x>", "<xy>", "  ", "lo", "\u00a0b"]},
    {"user_defined_symbols": ["ﬁ", " a"], "remove_extra_whitespaces": False},
    {"treat_whitespace_as_suffix": True},
    {"treat_whitespace_as_suffix": True, "add_dummy_prefix": False},
    {"treat_whitespace_as_suffix": True, "remove_extra_whitespaces": False},
    {"normalization_rule_name": "identity", "add_dummy_prefix": False},
]


@pytest.mark.parametrize("options", MODELS, ids=str)
def test_models(options):
    theirs, normalizer = trained(**options)
    draw = random.Random(str(options))
    symbols = [*ALPHABET, "<x>", "<xy>", "<x", "ﬁ", "  ", "lo", "\u00a0b", " a"]
    for text in SURPRISING:
        assert ours(normalizer, text)[0] == theirs.Normalize(text), text
    for _ in range(1500):
        text = "".join(draw.choices(symbols, k=draw.randrange(9)))
        assert ours(normalizer, text)[0] == theirs.Normalize(text), ascii(text)


NAMES = {
    "t5-small": "spiece.model",
    "albert-base-v2": "spiece.model",
    "xlnet-base-cased": "spiece.model",
    "llama-2": "tokenizer.model",
    "mistral-7b-v0.1": "tokenizer.model",
    "xlm-roberta-base": "sentencepiece.bpe.model",
    "sentencepiece-small": "test_ja_model.model",
}


@pytest.mark.parametrize("name", NAMES)
def test_published(name, data):
    import sentencepiece

    from subwords.formats.sentencepiece_model import load_sentencepiece_model

    path = data / "models" / name / NAMES[name]
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(path))
    normalizer = load_sentencepiece_model(path.read_bytes()).spec.normalizer
    draw = random.Random(name)
    for text in SURPRISING + [random_text(draw, 30) for _ in range(2000)]:
        assert ours(normalizer, text)[0] == theirs.Normalize(text), ascii(text)


@pytest.mark.parametrize(
    "charsmap",
    [b"x", b"\0\0\0\0", b"\xff\xff\xff\xff" * 4, b"\4\0\0\0abcd\xff\0", b"\4\0\0\0abcdx"],
)
def test_damaged_map(charsmap):
    with pytest.raises(FormatError, match="normalizer map is damaged"):
        ours(SentencePieceText(charsmap), "abc")


def test_random_maps_that_were_damaged():
    """Whatever the bytes: an answer or an error, no exception that nobody expects."""
    draw = random.Random(2)
    _, normalizer = by_map(random_map(draw), {})
    for _ in range(2000):
        data = bytearray(normalizer.charsmap)
        for _ in range(draw.randint(1, 6)):
            data[draw.randrange(4, len(data))] = draw.randrange(256)
        try:
            out = ours(SentencePieceText(bytes(data)), "abc ▁é中" * 3)[2]
        except FormatError:
            continue
        assert len(out.chars) == len(out.origin)
