"""Texts that tests share: random strings over a hostile alphabet, and cuts from the corpora."""

import random
import unicodedata

HOSTILE = [
    *"abcdefghijklmnopqrstuvwxyzABCDEXYZ0123456789",
    *" \t\n\r   .,!?'\"-_#[]()@$%^&*~`+=<>/\\|{};:",
    *"\x00\x01\x10\x1f\x7f\x85\xa0\xad\u200b\u200d\u200e\u2028\u2029\u2060\ufeff\ufffd\ufffe\uffff",
    *"éèüñçãÀÉÎÕÜßſİıŉǰΐΣςσΰﬁﬂﬃẞﬆĳŒ½²³¹ⅣⅷªºµÅÅΩ㎏℡™",
    *"\u0300\u0301\u0302\u0308\u0323\u0327\u0328\u0345\u0483\u0591\u05b0\u064b\u0670\u093c\u094d"
    "\u0bcd\u0e31\u0e34\u0f71\u1037\u20d0\u3099\u309a\ufe0f\ufe20\U000e0100\u0903\u093e\u1dc0",
    *"가각힣한국어\u1100\u1161\u11a8ᄒㅏㄱ",
    *"中文漢字日本語ひらがなカタカナﾊﾟ㐀䶵豈﨑龥\U00020000\U0002a6df\U0002f800々〇ー",
    *"абвгдёйЙЇұابتثجمحمדךהוज्ञதமிழ்ไทยกำแบบაბგდԱԲԳ",
    *"😀👍🏽👨\u200d👩\u200d👧🇩🇪❤️☃€£¥©®…–—‘’“”«»¿¡§¶†‡•‰′″※",
    *"\U0001d400\U0001d7ce\U0001f1e6\U000e0001\U000f0000\U0010ffff\ue000\uf8ff",
]
WORDS = [
    "hello", "World", "unaffable", "hedgehogs", "sunflowers", "café", "naïve", "Ångström",
    "İstanbul", "ﬁne", "[CLS]", "[SEP]", "[MASK]", "[UNK]", "[PAD]", "[unused1]", "[mask]", "don't",
    "12,345.67", "a" * 101, "x" * 100, "e\u0301" * 60, "한국어", "東京都", "##ing",
    "http://a.b/c?d=e&f", "C++", "<|endoftext|>", "<s>", "</s>", "<unk>", "<0x0A>", "▁", "▁▁the",
    "'s", "'LL", "don’t", "\u017f", "'\u017f", "\u212a", "    ", "\n\n", " \n ", "\r\n", "\t\t",
    "camelCaseXMLHttp", "``", "''", "<|im_start|>", "<extra_id_0>", "----------------", "=" * 20,
]  # fmt: skip


def random_texts(count, seed, longest=40):
    """`count` strings of hostile characters, words and any assigned code point."""
    rng = random.Random(seed)
    return [_random_text(rng, rng.randrange(longest)) for _ in range(count)]


def _random_text(rng, length):
    parts = []
    for _ in range(length):
        kind = rng.random()
        if kind < 0.80:
            parts.append(rng.choice(HOSTILE))
        elif kind < 0.92:
            parts.append(rng.choice(WORDS))
            if rng.random() < 0.7:
                parts.append(" ")
        else:
            parts.append(_any_character(rng))
    return "".join(parts)


def _any_character(rng):
    """A scalar value; more often one from the lower planes."""
    while True:
        code = rng.randrange(rng.choice((0x250, 0x3000, 0x10000, 0x20000, 0x110000)))
        if not 0xD800 <= code <= 0xDFFF and unicodedata.category(chr(code)) != "Cs":
            return chr(code)


def corpus_texts(data, per_file=6, size=1500):
    """A few stretches from every plain corpus file, and the strings of blns.txt."""
    corpora = data / "corpora"
    texts = [line for line in (corpora / "blns.txt").read_text("utf-8").split("\n") if line]
    for path in sorted([*corpora.glob("*.txt"), *corpora.glob("*/*.txt")]):
        content = path.read_text("utf-8")
        step = max(1, len(content) // per_file)
        texts += [content[begin : begin + size] for begin in range(0, len(content), step)]
    return texts
