"""Random tokenizers of WordPiece's kind, built by the published library, and texts to try them on.

Every component that a WordPiece ``tokenizer.json`` may carry is drawn with every option, alone and
in sequences. A variant is a pure function of its seed.
"""

import random
from dataclasses import dataclass

import tokenizers
from tokenizers import decoders, models, normalizers, pre_tokenizers, processors

LETTERS = "abcdeABCÀéıİßﬁΣ中語가1２.,'-_[]<>#@ \u00a0\u3000\u0301\u0323"
NOISE = LETTERS + (
    "xyzZÉñǰ㎏½Ⅳ٣!?$~`\t\n\r\x00\x10\x7f\xad\u200b\u200d\ufeff\ufffd\u2028\u0345각が😀\U00020000"
)
SPECIALS = ["[CLS]", "[SEP]", "[PAD]", "[MASK]"]
PREFIXES = ["##", "##", "##", "@@", "#", "▁", "é", "-", "##a", ""]
BEHAVIORS = ["removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous"]
ADDED = [
    *("<mask>", "[MASK]", "[X]", "[x]", "<S>", "ab", "AB", "a b", " a", "b ", "é", "É", "中", "b"),
    *("##a", "a.", "'s", "[CLS]", "ﬁ", "1", "a\u0301", "ba", ".,", "[UNK]", "zz top"),
]


@dataclass(frozen=True)
class Variant:
    """A tokenizer of the published library, and texts for it."""

    seed: int
    tokenizer: tokenizers.Tokenizer
    texts: list[str]


def make(seed):
    """The variant of a seed; None where the published library's own answer is left to chance."""
    draw = random.Random(seed)
    unk = draw.choice(["[UNK]", "[UNK]", "[UNK]", "<unk>", "oov", "a", "##b"])
    prefix = draw.choice(PREFIXES)
    model = models.WordPiece(
        random_vocab(draw, prefix, unk),
        unk_token=unk,
        continuing_subword_prefix=prefix,
        max_input_chars_per_word=draw.choice([100, 100, 100, 1, 3, 6]),
    )
    tokenizer = tokenizers.Tokenizer(model)
    if (normalizer := random_normalizer(draw)) is not None:
        tokenizer.normalizer = normalizer
    if (pre_tokenizer := random_pre_tokenizer(draw)) is not None:
        tokenizer.pre_tokenizer = pre_tokenizer
    if (post_processor := random_post_processor(draw, tokenizer)) is not None:
        tokenizer.post_processor = post_processor
    if (decoder := random_decoder(draw, prefix)) is not None:
        tokenizer.decoder = decoder
    contents = random_added_tokens(draw, tokenizer)
    # As a file says it: an object that a token was added to twice remembers more than it writes.
    tokenizer = tokenizers.Tokenizer.from_str(tokenizer.to_str())
    if is_left_to_chance(tokenizer):
        return None
    return Variant(seed, tokenizer, [random_text(draw, contents) for _ in range(10)])


def random_vocab(draw, prefix, unk):
    tokens = dict.fromkeys(draw.sample([unk, *SPECIALS], k=5))
    for letter in draw.sample(LETTERS, k=draw.randint(5, len(LETTERS))):
        tokens[letter] = None
        tokens[prefix + letter] = None
    for _ in range(draw.randint(0, 120)):
        piece = "".join(draw.choices(LETTERS[: draw.choice([5, 12, len(LETTERS)])],
                                     k=draw.randint(1, 5)))  # fmt: skip
        tokens[draw.choice(["", prefix]) + piece] = None
    ids = list(range(len(tokens)))
    if draw.random() < 0.3:
        draw.shuffle(ids)
    return dict(zip(tokens, ids, strict=True))


def random_bert(draw):
    flag = [True, True, True, False]
    return normalizers.BertNormalizer(
        clean_text=draw.choice(flag),
        handle_chinese_chars=draw.choice(flag),
        strip_accents=draw.choice([None, True, False]),
        lowercase=draw.choice([True, False]),
    )


def random_normalizer(draw, depth=0):
    kind = draw.random()
    if kind < 0.30:
        return random_bert(draw)
    if kind < 0.65 and depth < 2:
        return normalizers.Sequence(
            [n for _ in range(draw.randint(0, 4)) if (n := random_normalizer(draw, depth + 1))]
        )
    if kind < 0.72 and depth == 0:
        return None
    return draw.choice(
        [
            normalizers.NFC,
            normalizers.NFD,
            normalizers.NFKC,
            normalizers.NFKD,
            normalizers.Lowercase,
            normalizers.StripAccents,
            lambda: normalizers.Strip(draw.random() < 0.5, draw.random() < 0.5),
            lambda: normalizers.Replace(
                random_literal(draw), draw.choice(["", " ", "a", "bc", "é"])
            ),
            lambda: normalizers.Prepend(draw.choice(["a", " ", "中"])),
        ]
    )()  # fmt: skip


def random_literal(draw):
    return draw.choice(["a", " ", "ab", "bb", ".", "é", "中", "  ", "\t", "-", "ﬁ", "\u0301"])


def random_pre_tokenizer(draw, depth=0):
    kind = draw.random()
    if kind < 0.40:
        return pre_tokenizers.BertPreTokenizer()
    if kind < 0.55 and depth < 2:
        return pre_tokenizers.Sequence(
            [p for _ in range(draw.randint(0, 3)) if (p := random_pre_tokenizer(draw, depth + 1))]
        )
    if kind < 0.60 and depth == 0:
        return None
    return draw.choice(
        [
            pre_tokenizers.Whitespace,
            pre_tokenizers.WhitespaceSplit,
            lambda: pre_tokenizers.Punctuation(draw.choice(BEHAVIORS)),
            lambda: pre_tokenizers.Digits(draw.random() < 0.5),
            lambda: pre_tokenizers.CharDelimiterSplit(draw.choice("a -.中_")),
            lambda: pre_tokenizers.Split(
                random_literal(draw), draw.choice(BEHAVIORS), draw.random() < 0.3
            ),
        ]
    )()


def random_post_processor(draw, tokenizer):
    def named(content):
        return content, tokenizer.token_to_id(content)

    cls, sep = named("[CLS]"), named(draw.choice(["[SEP]", "[CLS]"]))
    if draw.random() < 0.15:
        cls = draw.choice([("begin", cls[1]), ("[CLS]", 1)])
    kind = draw.randrange(6)
    if kind == 0:
        return processors.BertProcessing(sep, cls)
    if kind == 1:
        return processors.RobertaProcessing(
            sep, cls, trim_offsets=draw.random() < 0.5, add_prefix_space=draw.random() < 0.5
        )
    if kind == 2:
        return processors.ByteLevel(
            trim_offsets=draw.random() < 0.5, add_prefix_space=draw.random() < 0.5
        )
    if kind == 3:
        return None
    template = random_template(draw, cls, sep)
    if kind == 4:
        return template
    first = processors.ByteLevel(
        trim_offsets=draw.random() < 0.5, add_prefix_space=draw.random() < 0.5
    )
    return processors.Sequence([first, template])


def random_template(draw, cls, sep):
    two = {"id": "<two>", "ids": [cls[1], sep[1]], "tokens": ["one", sep[0]]}

    def specials():
        return [f"{draw.choice([cls[0], sep[0], '<two>'])}:{draw.randrange(3)}"
                for _ in range(draw.randrange(3))]  # fmt: skip

    def place(name):
        return [f"${name}:{draw.randrange(3)}"]

    pair = [place("A"), place("B")]
    if draw.random() < 0.1:
        pair.reverse()
    return processors.TemplateProcessing(
        single=specials() + place("A") + specials(),
        pair=specials() + pair[0] + specials() + pair[1] + specials(),
        special_tokens=[*{cls[0]: cls, sep[0]: sep}.values(), two],
    )


def random_decoder(draw, prefix):
    def word_piece():
        return decoders.WordPiece(draw.choice([prefix, "##"]), cleanup=draw.random() < 0.5)

    kind = draw.random()
    if kind < 0.6:
        return word_piece()
    if kind < 0.7:
        return None
    return decoders.Sequence(
        draw.sample(
            [
                word_piece(),
                decoders.Replace(random_literal(draw), draw.choice(["", "_"])),
                decoders.Strip(draw.choice("ab #"), draw.randrange(3), draw.randrange(3)),
                decoders.Fuse(),
                decoders.Metaspace(),
                decoders.BPEDecoder(draw.choice(["a", "</w>"])),
                decoders.ByteFallback(),
            ],
            k=draw.randint(0, 3),
        )
    )


def random_added_tokens(draw, tokenizer):
    """Add some; their contents."""
    contents = draw.sample(ADDED, k=draw.choice([0, 0, 1, 2, 3, 5]))
    for content in contents:
        token = tokenizers.AddedToken(
            content,
            single_word=draw.random() < 0.3,
            lstrip=draw.random() < 0.35,
            rstrip=draw.random() < 0.25,
            normalized=draw.random() < 0.5,
            special=draw.random() < 0.4,
        )
        if token.special:
            tokenizer.add_special_tokens([token])
        else:
            tokenizer.add_tokens([token])
    if draw.random() < 0.3:
        tokenizer.add_special_tokens(SPECIALS)
    return [token.content for token in tokenizer.get_added_tokens_decoder().values()]


def is_left_to_chance(tokenizer):
    """Whether added tokens are the same when normalized (the library picks either), or nothing."""
    normalizer = tokenizer.normalizer
    normalized = [
        normalizer.normalize_str(token.content) if normalizer else token.content
        for token in tokenizer.get_added_tokens_decoder().values()
        if token.normalized
    ]
    return "" in normalized or len(set(normalized)) < len(normalized)


def random_text(draw, contents):
    pieces = [*contents, *(c.lower() for c in contents), *(c.upper() for c in contents)]
    text = []
    for _ in range(draw.choice([0, 1, 2, 4, 8, 15])):
        kind = draw.random()
        if pieces and kind < 0.3:
            text.append(draw.choice(pieces))
        elif kind < 0.8:
            text.append("".join(draw.choices(LETTERS, k=draw.randint(1, 5))))
        else:
            text.append(draw.choice(NOISE))
        if draw.random() < 0.4:
            text.append(draw.choice([" ", " ", "  ", "\t", "\u3000"]))
    return "".join(text)
