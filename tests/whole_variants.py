"""Random tokenizers with merges or scored pieces, shaped like published ones, and texts for them.

Every normalizer, pre-tokenizer, post-processor and decoder that such a ``tokenizer.json`` may carry
is drawn with every option, most often as families of models combine them; the vocabulary comes from
what the drawn chain makes of random text. A variant is a pure function of its seed.
"""

from __future__ import annotations

import json
import random
from typing import Any

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers
from tokenizers.trainers import BpeTrainer

import samples
import variants
from normalizer_cases import MAP
from subwords.training.charsmap import compile_charsmap
from variants import BEHAVIORS, SPECIALS, Variant

CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
TAIL = r"\s*[\r\n]+|\s+(?!\S)|\s+"
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
LEAD = r"[^\r\n\p{L}\p{N}]"
CASED = f"{LEAD}?{UPPER}*{LOWER}+{CONTRACTIONS}?|{LEAD}?{UPPER}+{LOWER}*{CONTRACTIONS}?"
PATTERNS = [
    # As published with GPT-2, Llama 3, Qwen, DeepSeek, Llama 4, Tekken, BLOOM, CLIP, Falcon 3 …
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    rf"{CONTRACTIONS}|{LEAD}?\p{{L}}+|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{TAIL}",
    rf"{CONTRACTIONS}|{LEAD}?\p{{L}}+|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{TAIL}",
    rf"{CONTRACTIONS}|{LEAD}?[\p{{L}}\p{{M}}]+|\p{{N}}| ?[^\s\p{{L}}\p{{M}}\p{{N}}]+[\n/]*|{TAIL}",
    rf"{CASED}|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{TAIL}",
    rf"{CASED.replace(CONTRACTIONS + '?', '')}|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{TAIL}",
    rf"[\p{{Han}}]+|{CASED}|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{TAIL}",
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"""
    rf"| ?[\p{{P}}\p{{S}}]+[\r\n]*|{TAIL}",
    r" ?[^(\s|[.,!?…。，、।۔،])]+",
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+",
    r"\p{N}{1,3}",
    r"[一-龥぀-ゟ゠-ヿ]+",
    r"[0-9][0-9][0-9]",
    r"\d{1,3}(?=(?:\d{3})*\b)",
    r"\s+",
    r"\w+|[^\w\s]+",
    r"(?<=\s)\S|\n+",
    r" ?\w+| ?[^\w\s]+|\s+",
    r"[\r\n]",
    r"\s?\p{L}+",
    r"a+?b|[^\S\n]+$",
]
LITERALS = [" ", "a", "▁", "é", "\n", "  ", "'", "b ", "0"]
WORDS = [
    *("the", "quick", "brown", "fox", "jumps", "over", "lazy", "dogs", "and", "says", "hello"),
    *("world", "don't", "can't", "we'll", "I'M", "it's", "12345", "67", "3.14", "1,000,000"),
    *(
        "foo_bar(x)",
        "==",
        "y;",
        "return",
        "日本語",
        "中文",
        "字",
        "한국어",
        "été",
        "naïve",
        "Straße",
    ),
    *(
        "привет",
        "мир",
        "🙂🙃",
        "👨\u200d👩\u200d👧",
        "...",
        "----",
        "====",
        "<b>",
        "</b>",
        "\t",
        "\n",
    ),
    *(
        "\n\n",
        "\r\n",
        "",
        "",
        "▁",
        "▁▁",
        "ﬁ",
        "½",
        "ａｂ",
        "École",
        "e\u0301",
        "हिन्दी",
        "عربى",
        "ไทย",
    ),
]
TOKENS = [
    *("<|endoftext|>", "<s>", "</s>", "<unk>", "<0x41>", "  ", "\n\n", "▁", "▁the", "Ġthe", "é"),
    *("É", "the", "'s", "12", "日本", "<mask>", " <mask>", "<MASK>", "e\u0301", "ﬁ", "🙂", "a b"),
]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def make(seed: int) -> Variant | None:
    """The variant of a seed; None where the published library cannot make it, or leaves it open."""
    draw = random.Random(seed)
    normalizer, pre_tokenizer, byte_level = front(draw)
    tokenizer = Tokenizer(models.BPE())
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    if pre_tokenizer is not None:
        tokenizer.pre_tokenizer = pre_tokenizer
    corpus = [prose(draw, draw.choice([3, 30, 60])) for _ in range(30)]
    try:
        tokenizer.model = random_model(draw, tokenizer, corpus, byte_level)
    except BaseException as error:  # a panic is no Exception
        if type(error).__name__ != "PanicException":
            raise
        return None
    contents = added(draw, tokenizer)
    processor = variants.random_post_processor(draw, tokenizer)
    if processor is not None:
        tokenizer.post_processor = processor
    if (decoder := random_decoder(draw, byte_level)) is not None:
        tokenizer.decoder = decoder
    # As a file says it: an object that a token was added to twice remembers more than it writes.
    tokenizer = Tokenizer.from_str(tokenizer.to_str())
    if variants.is_left_to_chance(tokenizer):
        return None
    return Variant(seed, tokenizer, texts(draw, contents))


def has_offsets(variant: Variant) -> bool:
    """Whether the library's offsets are of the text: marks spelled byte by byte run out of it."""
    model = json.loads(variant.tokenizer.to_str())["model"]
    marks = model.get("continuing_subword_prefix") or model.get("end_of_word_suffix")
    return not (marks and model["byte_fallback"])


# Chains


def front(draw: random.Random) -> tuple[Any, Any, bool]:
    """A normalizer, a pre-tokenizer, and whether they spell bytes."""
    kind = draw.random()
    if kind < 0.45:
        byte_level = pre_tokenizers.ByteLevel(
            add_prefix_space=draw.random() < 0.3, trim_offsets=draw.random() < 0.5,
            use_regex=draw.random() < 0.4,
        )  # fmt: skip
        steps = [cut(draw) for _ in range(draw.choice([0, 0, 1, 1, 1, 2, 3]))]
        chain = [*steps, byte_level]
        if draw.random() < 0.1:
            draw.shuffle(chain)
        whole = chain[0] if len(chain) == 1 else pre_tokenizers.Sequence(chain)
        return composing(draw), whole, True
    if kind < 0.55:  # bytes spelled by the normalizer
        steps = [n for n in (composing(draw), normalizers.ByteLevel()) if n is not None]
        return normalizers.Sequence(steps), draw.choice([None, cut(draw)]), True
    if kind < 0.85:
        return spaced(draw), draw.choice([meta, meta, meta, nothing, cut])(draw), False
    steps = [cut(draw) for _ in range(draw.randint(0, 3))]
    return any_normalizer(draw), pre_tokenizers.Sequence(steps), False


def nothing(draw: random.Random) -> None:
    return None


def composing(draw: random.Random) -> Any:
    """What byte-level families put first: mostly nothing or NFC."""
    spaces = normalizers.Replace(Regex(r"\s+"), " ")
    return draw.choice(
        [
            *(lambda: None,) * 6,
            *(normalizers.NFC,) * 4,
            lambda: normalizers.Sequence([]),
            normalizers.NFKC,
            normalizers.Lowercase,
            lambda: normalizers.Prepend(" "),
            lambda: normalizers.Sequence([normalizers.NFC(), spaces, normalizers.Lowercase()]),
            lambda: any_normalizer(draw),
        ]
    )()  # fmt: skip


def spaced(draw: random.Random) -> Any:
    """What the families of ▁ put first."""
    replace = normalizers.Replace(" ", "▁")
    strip = normalizers.Strip(draw.random() < 0.5, draw.random() < 0.5)
    folded = normalizers.Replace(Regex(" {2,}"), draw.choice([" ", "▁"]))
    return draw.choice(
        [
            lambda: None,
            lambda: replace,
            lambda: normalizers.Sequence([normalizers.Prepend("▁"), replace]),
            lambda: normalizers.Sequence([replace, normalizers.Prepend("▁")]),
            lambda: normalizers.Sequence([charsmap(draw), folded]),
            lambda: normalizers.Sequence([charsmap(draw), strip, folded]),
            lambda: normalizers.Sequence(
                [normalizers.Replace("``", '"'), normalizers.NFKD(), normalizers.StripAccents(),
                 normalizers.Lowercase(), charsmap(draw)]
            ),
            lambda: normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC(), replace]),
            lambda: any_normalizer(draw),
        ]
    )()  # fmt: skip


def charsmap(draw: random.Random) -> Any:
    some = dict(draw.sample(list(MAP.items()), k=draw.randint(1, len(MAP))))
    return normalizers.Precompiled(compile_charsmap(some))


def any_normalizer(draw: random.Random) -> Any:
    steps = [
        draw.choice([variants.random_normalizer, replacing, replacing, charsmap, prepending, nmt])(
            draw
        )
        for _ in range(draw.choice([0, 1, 1, 2, 3]))
    ]
    steps = [step for step in steps if step is not None]
    return normalizers.Sequence(steps) if len(steps) != 1 else steps[0]


def replacing(draw: random.Random) -> Any:
    before = draw.choice([Regex(draw.choice(PATTERNS)), draw.choice(LITERALS)])
    return normalizers.Replace(before, draw.choice(["", "_", "▁", "é"]))


def prepending(draw: random.Random) -> Any:
    return normalizers.Prepend(draw.choice(["▁", "é", " "]))


def nmt(draw: random.Random) -> Any:
    return normalizers.Nmt()


def cut(draw: random.Random) -> Any:
    """One pre-tokenizer."""
    return draw.choice(
        [
            *(
                lambda: pre_tokenizers.Split(
                    Regex(draw.choice(PATTERNS)), draw.choice([*BEHAVIORS, "isolated", "isolated"]),
                    draw.random() < 0.2,
                ),
            )
            * 8,
            lambda: pre_tokenizers.Split(
                draw.choice(LITERALS), draw.choice(BEHAVIORS), draw.random() < 0.2
            ),
            lambda: pre_tokenizers.Digits(draw.random() < 0.5),
            lambda: pre_tokenizers.Punctuation(draw.choice(BEHAVIORS)),
            pre_tokenizers.Whitespace,
            pre_tokenizers.WhitespaceSplit,
            pre_tokenizers.UnicodeScripts,
            pre_tokenizers.BertPreTokenizer,
            lambda: pre_tokenizers.FixedLength(draw.randint(1, 7)),
            lambda: pre_tokenizers.CharDelimiterSplit(draw.choice("a -.中_")),
        ]
    )()  # fmt: skip


def meta(draw: random.Random) -> Any:
    """Metaspace, alone or in company."""
    mark = pre_tokenizers.Metaspace(
        draw.choice(["▁", "▁", "▁", "_", " "]),
        draw.choice(["always", "first", "never"]),
        draw.random() < 0.6,
    )
    return draw.choice(
        [
            mark,
            mark,
            pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), mark]),
            pre_tokenizers.Sequence([cut(draw), mark]),
            pre_tokenizers.Sequence([mark, cut(draw)]),
            pre_tokenizers.Split(" ", draw.choice(BEHAVIORS)),
        ]
    )


def random_decoder(draw: random.Random, byte_level: bool) -> Any:
    if draw.random() < 0.15:
        return variants.random_decoder(draw, "##")
    if byte_level:
        return decoders.ByteLevel()
    marks = decoders.Replace("▁", " ")
    return draw.choice(
        [
            None,
            decoders.Metaspace("▁", draw.choice(["always", "first", "never"])),
            decoders.BPEDecoder("</w>"),
            decoders.Sequence([marks, decoders.ByteFallback(), decoders.Fuse()]),
            decoders.Sequence(
                [marks, decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
            ),
            decoders.Sequence([decoders.ByteFallback(), decoders.Metaspace()]),
        ]
    )


# Vocabularies


def random_model(
    draw: random.Random, tokenizer: Tokenizer, corpus: list[str], byte_level: bool
) -> Any:
    """BPE merges or scored pieces of what the chain makes of the corpus."""
    suffix = draw.choice(["", "", "", "", "</w>"])
    prefix = draw.choice(["", "", "", "", "##"]) if not byte_level else ""
    trainer = BpeTrainer(
        vocab_size=draw.choice([270, 300, 400, 700, 1200]),
        show_progress=False,
        special_tokens=draw.sample(["<unk>", *SPECIALS], k=5),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet() if byte_level else [],
        limit_alphabet=draw.choice([30, 1000]) if not byte_level else 1000,
        **({"end_of_word_suffix": suffix} if suffix else {}),
        **({"continuing_subword_prefix": prefix} if prefix else {}),
    )
    tokenizer.train_from_iterator(corpus, trainer)
    vocab = tokenizer.get_vocab(with_added_tokens=False)
    merges = [tuple(m) for m in json.loads(tokenizer.to_str())["model"]["merges"]]
    fallback = draw.random() < (0.1 if byte_level else 0.5)
    if fallback:
        for piece in BYTES if draw.random() < 0.7 else draw.sample(BYTES, 200):
            vocab.setdefault(piece, len(vocab))
    if draw.random() < (0.15 if byte_level else 0.5):
        return scored(draw, vocab, fallback)
    options: dict[str, Any] = {}
    if suffix:
        options["end_of_word_suffix"] = suffix
    if prefix:
        options["continuing_subword_prefix"] = prefix
    if draw.random() < 0.7:
        options["unk_token"] = draw.choice(["<unk>", "<unk>", "<unk>", "a"])
    if options.get("unk_token") not in vocab:
        options.pop("unk_token", None)
    if draw.random() < 0.2:
        draw.shuffle(merges)
    for token in draw.sample(list(vocab), k=3):
        if draw.random() < 0.3:  # words that no merge makes
            vocab.setdefault(token + "ab", len(vocab))
    return models.BPE(
        vocab, merges, fuse_unk=draw.random() < 0.5, byte_fallback=fallback,
        ignore_merges=draw.random() < 0.3, **options,
    )  # fmt: skip


def scored(draw: random.Random, vocab: dict[str, int], fallback: bool) -> Any:
    """The same tokens as pieces with scores, some of them equal."""
    scale = draw.choice([0.0, 0.1, 1.0])
    pieces = [
        (token, -len(token) * 0.3 - round(draw.random() * 10, draw.choice([0, 1, 6])) * scale)
        for token in vocab
    ]
    unk = next(index for index, (piece, _) in enumerate(pieces) if piece == "<unk>")
    return models.Unigram(pieces, unk, fallback)


# Added tokens and texts


def added(draw: random.Random, tokenizer: Tokenizer) -> list[str]:
    tokenizer.add_special_tokens(SPECIALS)
    for content in draw.sample(TOKENS, k=draw.choice([0, 0, 1, 2, 4])):
        token = AddedToken(
            content, single_word=draw.random() < 0.2, lstrip=draw.random() < 0.25,
            rstrip=draw.random() < 0.25, normalized=draw.random() < 0.4,
            special=draw.random() < 0.5,
        )  # fmt: skip
        (tokenizer.add_special_tokens if token.special else tokenizer.add_tokens)([token])
    return [token.content for token in tokenizer.get_added_tokens_decoder().values()]


def prose(draw: random.Random, words: int) -> str:
    between = draw.choice([[" "], [" "], ["", " ", "  ", "\n", "\u3000"]])
    return "".join(draw.choice(WORDS) + draw.choice(between) for _ in range(words))


def texts(draw: random.Random, contents: list[str]) -> list[str]:
    """Short ones, hostile ones, and some long enough for what is done in blocks."""
    out = [variants.random_text(draw, contents) for _ in range(4)]
    out += samples.random_texts(4, draw.random())
    out += [prose(draw, draw.choice([1, 5, 20])) for _ in range(4)]
    out += [prose(draw, 150) + "".join(samples.random_texts(8, draw.random()))]
    run = draw.choice([*"a 0.\n日é🙂▁", "ab", "'s", " a", "12 "])
    run *= draw.choice([7, 63, 64, 65, 300])
    out += [run, prose(draw, 2) + run + prose(draw, 2), *draw.sample(contents, k=1)]
    marked = [draw.choice([*contents, " ", prose(draw, 1)]) for _ in range(8)]
    return [*out, "".join(marked)]
