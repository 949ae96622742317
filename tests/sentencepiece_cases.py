"""Normalizers of sentencepiece, theirs and ours, made from rule names, maps, or trained models."""

from __future__ import annotations

import random
from io import BytesIO
from typing import Any

import sentencepiece

from subwords.formats.sentencepiece_model import load_sentencepiece_model
from subwords.normalizers import SentencePieceText

FLAGS = ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces")
RULES = ("identity", "nfkc", "nmt_nfkc", "nfkc_cf", "nmt_nfkc_cf")
# What maps, symbols and white space do to each other.
ALPHABET = (
    "abcABC  \u2581\t\n\u3000\u00a0\u200b\u00ad\x00\x7f.,ﬁﬃ㎏½①ＡｱﾞﾟÅé\u0301\u0323\u0308"
    "\u0345İßǆ\ufdfa가\u1100\u1161\u11a8ばハ\u3099中豈\U0002f800😀\u200d\ufe0f\ufffd\ufeff\u0e33กΣς"
)


def by_rule(rule: str, flags: dict[str, bool]) -> tuple[Any, SentencePieceText]:
    """The library's normalizer of a rule, and ours with the map that it made."""
    theirs = sentencepiece.SentencePieceNormalizer(rule_name=rule, **flags)
    return theirs, _ours(theirs, flags)


def by_map(pairs: dict[str, str], flags: dict[str, bool]) -> tuple[Any, SentencePieceText]:
    """The same from pairs of strings."""
    theirs = sentencepiece.SentencePieceNormalizer(norm_map=list(pairs.items()), **flags)
    return theirs, _ours(theirs, flags)


def _ours(theirs: Any, flags: dict[str, bool]) -> SentencePieceText:
    return SentencePieceText(charsmap_of(theirs.serialized_normalizer_spec()), **flags)


def charsmap_of(normalizer_spec: bytes) -> bytes:
    """The compiled map in a serialized NormalizerSpec: field 2."""
    at = 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = normalizer_spec[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(normalizer_spec):
        key = number()
        value = number()
        if key & 7 == 2:
            at += value
            if key >> 3 == 2:
                return normalizer_spec[at - value : at]
    return b""


def trained(**options: Any) -> tuple[Any, SentencePieceText]:
    """A model that the library trained on a few sentences, and our normalizer for it."""
    draw = random.Random(5)
    words = ["hello", "world", "lower", "newest", "widest", "a", "b", "日本", "語"]
    sentences = [" ".join(draw.choices(words, k=8)) for _ in range(200)]
    model = BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences), model_writer=model, vocab_size=60,
        hard_vocab_limit=False, minloglevel=2, **options,
    )  # fmt: skip
    spec = load_sentencepiece_model(model.getvalue()).spec
    assert isinstance(spec.normalizer, SentencePieceText)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    return theirs, spec.normalizer


def random_text(draw: random.Random, longest: int = 14, alphabet: str = ALPHABET) -> str:
    """Mostly from the alphabet, now and then from all of Unicode."""
    chars = []
    for _ in range(draw.randrange(longest)):
        code_point = draw.randrange(0x110000)
        anything = draw.random() < 0.1 and not 0xD800 <= code_point < 0xE000
        chars.append(chr(code_point) if anything else draw.choice(alphabet))
    return "".join(chars)


def random_flags(draw: random.Random) -> dict[str, bool]:
    return {flag: draw.random() < 0.5 for flag in FLAGS}


def random_map(draw: random.Random) -> dict[str, str]:
    alphabet = "abc  ▁é中\u0301"
    pairs = {"c": "x"}  # an empty map, and what stays as it is, are refused
    for _ in range(draw.randint(1, 12)):
        before, after = (draw.choices(alphabet, k=draw.randint(n, 4)) for n in (1, 0))
        if before != after:
            pairs["".join(before)] = "".join(after)
    return pairs
