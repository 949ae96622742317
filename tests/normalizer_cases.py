"""Normalizers, theirs and ours, and strings that are hard to normalize."""

from __future__ import annotations

import random

import tokenizers
from tokenizers import normalizers as theirs
from tokenizers import pre_tokenizers

from subwords import normalizers as ours
from subwords.patterns import Regex
from subwords.training.charsmap import compile_charsmap

Aligned = tuple[str, list[tuple[int, int]]]

# Some that shorten, some that lengthen, clusters that begin with a shorter key, characters deleted.
MAP = {
    "ﬁ": "fi",
    "A\u0301": "Á",
    "\x10": "",
    "中": " ",
    "\u0301": "x",
    "\u1100": "",
    "½": "1/2",
    "é": "e",
}

SINGLES: list[ours.Normalizer] = [
    ours.BERTNormalizer(),
    ours.BERTNormalizer(lowercase=False),
    ours.BERTNormalizer(lowercase=False, strip_accents=True),
    ours.BERTNormalizer(lowercase=True, strip_accents=False, clean_text=False),
    ours.BERTNormalizer(lowercase=False, clean_text=False, handle_chinese_chars=False),
    ours.NFC(),
    ours.NFD(),
    ours.NFKC(),
    ours.NFKD(),
    ours.Lowercase(),
    ours.StripAccents(),
    ours.Strip(),
    ours.Strip(left=False),
    ours.Strip(right=False),
    ours.Replace("a", "xyz"),
    ours.Replace("ab", "é"),
    ours.Replace("aba", "b"),
    ours.Replace("i", ""),
    ours.Replace("\u0301", "\U0001f600"),
    ours.Replace(" ", "▁"),
    ours.Replace(Regex(r"\s+"), " "),
    ours.Replace(Regex(r"[a-z]\p{M}*(?!\p{L})"), "xy"),
    ours.Prepend("▁"),
    ours.Prepend("éx"),
    ours.Nmt(),
    ours.ByteLevel(),
    ours.Precompiled(compile_charsmap(MAP)),
]

# Letters with and without case, marks of many classes, Hangul in parts and whole, characters that
# become several, that vanish, that get spaces, that are in no table of some versions of Unicode.
ALPHABET = (
    "aAbBiIsßzZ éÅǖṩİıſﬁﬃ㎏ΣςΑ"
    "\u0300\u0301\u0302\u0307\u0308\u0316\u0323\u0327\u031b\u0315\u0334\u0338\u0345\u0360"
    "\u0344\u0340\u0f73\u0f71\u0f72\u0f74\u0f80\u0f81\u3099\uff9e\u05b0\u05bc\u05c1\u064b\u0651"
    "\u09be\u09c7\u09cb\u0b56\u0dca\u0dcf\u0ddc\u0cca\u0488\u20e3\ufe0f\u200d\u0903"
    "\u1100\u1161\u11a8\u1112\u1175\u11c2가각힣ㅎㄱ"
    "ばｶﾞ中々豈爫\U0002f800\U00020000"
    "\x00\x10\ufffd\u00ad\u200b\ue000\u0085\t\n\r\u00a0\u2003\u2028\u3000"
    "\U0001d15e\U0001d160\U0001f600\U00011935\U00011930\U00011938\u1e9b\u2126\ufb2c\u212b\u00bd"
    ".,!@\u0f0b\u2460\u0e33"
)


def their_normalizer(normalizer: ours.Normalizer) -> theirs.Normalizer:
    """The published library's normalizer of the same meaning."""
    match normalizer:
        case ours.BERTNormalizer(lowercase, clean, chinese, accents):
            return theirs.BertNormalizer(clean, chinese, accents, lowercase)
        case ours.Strip(left, right):
            return theirs.Strip(left, right)
        case ours.Replace(pattern, content):
            return theirs.Replace(
                tokenizers.Regex(pattern.expression) if isinstance(pattern, Regex) else pattern,
                content,
            )
        case ours.Prepend(prefix):
            return theirs.Prepend(prefix)
        case ours.Precompiled(charsmap):
            return theirs.Precompiled(charsmap)
        case ours.Sequence(steps):
            return theirs.Sequence([their_normalizer(step) for step in steps])
    plain: type[theirs.Normalizer] = getattr(theirs, type(normalizer).__name__)
    return plain()


def published(normalizer: ours.Normalizer, text: str) -> Aligned:
    """What the published library makes of the text, with the offsets of every character."""
    pieces = tokenizers.PreTokenizedString(text)
    pieces.normalize(their_normalizer(normalizer).normalize)
    pre_tokenizers.FixedLength(length=1).pre_tokenize(pieces)
    splits = pieces.get_splits("original", "char")
    return "".join(c for c, _, _ in splits), [offsets for _, offsets, _ in splits]


def random_text(rng: random.Random, longest: int = 12) -> str:
    """Mostly from ALPHABET, now and then from all of Unicode."""
    chars = []
    for _ in range(rng.randrange(longest)):
        if rng.random() < 0.9:
            chars.append(rng.choice(ALPHABET))
        else:
            code_point = rng.randrange(0x110000)
            chars.append("x" if 0xD800 <= code_point < 0xE000 else chr(code_point))
    return "".join(chars)


def random_normalizer(rng: random.Random) -> ours.Normalizer:
    """A chain of up to five of SINGLES and random replacements, now and then nested."""
    steps = [rng.choice(SINGLES) for _ in range(rng.randrange(1, 6))]
    for at in range(len(steps)):
        if rng.random() < 0.2:
            pattern = "".join(rng.choices(ALPHABET, k=rng.randrange(1, 3)))
            steps[at] = ours.Replace(pattern, random_text(rng, 4))
        elif rng.random() < 0.05:
            steps[at] = ours.Sequence([steps[at], rng.choice(SINGLES)])
    return ours.Sequence(steps)
