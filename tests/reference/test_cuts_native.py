"""The native pre-tokenizers, added tokens and decoders do what the references do, bit for bit."""

import random
import time

import pytest

from subwords import decoders, normalizers, pre_tokenizers
from subwords.reference.added_tokens import AddedTokenMatcher, Match
from subwords.reference.aligned import AlignedText
from subwords.reference.decode import decode
from subwords.reference.normalize import normalize
from subwords.reference.pretokenize import pre_tokenize
from subwords.spec import AddedToken

core = pytest.importorskip("subwords.native._core", reason="the extension is not built")

from subwords.native.decoding import decoder_steps  # noqa: E402
from subwords.native.lowering import pre_tokenizer_steps  # noqa: E402

BEHAVIORS = ("removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous")
ALPHABET = "aaab12,.!_ \t\n-é中٣ˮ²Ⅷ½\u0301\u00a0\u3000\u200b\u0085\x1c¿।$+😀▁Ġ\U000e0041\uffff\x00"


def random_text(draw, longest=15):
    if draw.random() < 0.2:
        return "".join(map(chr, draw.choices(range(0xE000, 0x110000), k=draw.randint(0, longest))))
    return "".join(draw.choices(ALPHABET, k=draw.randint(0, longest)))


def random_pre_tokenizer(draw):
    kinds = [
        pre_tokenizers.WhitespacePunctuationSplit(),
        pre_tokenizers.Whitespace(),
        pre_tokenizers.WhitespaceSplit(),
        pre_tokenizers.Punctuation(draw.choice(BEHAVIORS)),
        pre_tokenizers.Digits(draw.random() < 0.5),
        pre_tokenizers.CharDelimiterSplit(draw.choice(ALPHABET)),
        pre_tokenizers.Split(
            draw.choice(["", "a", "aa", "aba", " ", "1,", "中", draw.choice(ALPHABET)]),
            draw.choice(BEHAVIORS),
            draw.random() < 0.5,
        ),
        pre_tokenizers.FixedLength(draw.randint(1, 5)),
        pre_tokenizers.UnicodeScripts(),
        pre_tokenizers.ByteLevel(draw.random() < 0.5, use_regex=False),
        pre_tokenizers.Metaspace(
            draw.choice("▁▁_a é"), draw.choice(["always", "first", "never"]), draw.random() < 0.5
        ),
    ]
    return draw.choice(kinds)


def plain(pieces):
    return [(piece.text, piece.origin) for piece in pieces]


def test_pre_tokenizers():
    draw = random.Random(1)
    for _ in range(4000):
        chain = pre_tokenizers.Sequence(
            random_pre_tokenizer(draw) for _ in range(draw.randint(0, 4))
        )
        text = random_text(draw)
        whole = AlignedText.from_str(text)
        bounds = sorted(draw.choices(range(len(text) + 1), k=2))
        ranges = [(0, bounds[0]), (bounds[0], bounds[1]), (bounds[1], len(text))]
        expected = plain(pre_tokenize(chain, [whole.slice(*bounds) for bounds in ranges]))
        assert core.pretokenize(pre_tokenizer_steps(chain), text, ranges) == expected, (chain, text)


@pytest.mark.parametrize(
    "kind",
    [
        pre_tokenizers.WhitespacePunctuationSplit(),
        pre_tokenizers.Whitespace(),
        pre_tokenizers.WhitespaceSplit(),
        pre_tokenizers.Digits(individual_digits=True),
        pre_tokenizers.ByteLevel(use_regex=False),
        pre_tokenizers.Metaspace(),
        pre_tokenizers.UnicodeScripts(),
    ],
    ids=str,
)
def test_every_character(kind):
    points = [*range(0xD800), *range(0xE000, 0x32000), *range(0xE0000, 0xE0200), 0x10FFFF]
    text = "".join(f"a{chr(c)}" for c in points) + "a"  # what is left out is not assigned
    found = core.pretokenize(pre_tokenizer_steps(kind), text, [(0, len(text))])
    assert found == plain(pre_tokenize(kind, [AlignedText.from_str(text)]))


def walk(matches, size, piece, match):
    """Visit matches and what lies between them, in order."""
    done = 0
    for begin, end, token in matches:
        if done < begin:
            piece(done, begin)
        if begin < end:
            match(begin, end, token)
        done = end
    if done < size:
        piece(done, size)


def native_split(native, tokens, normalizer, text, allowed):
    """What the reference's `split` returns, as (token id or text, origin), from native matches."""
    out = []
    data = text.encode()

    def position(byte):
        return len(data[:byte].decode())

    def raw_match(begin, end, token):
        out.append((tokens[token].id, (position(begin), position(end))))

    def raw_piece(begin, end):
        piece = AlignedText.from_str(text).slice(position(begin), position(end))
        aligned = normalize(normalizer, piece)

        def origin(b, e):
            return aligned.origin[b][0], aligned.origin[e - 1][1]

        walk(
            native.find_normalized(aligned.text, allowed),
            len(aligned),
            lambda b, e: out.append((aligned.slice(b, e).text, origin(b, e))),
            lambda b, e, token: out.append((tokens[token].id, origin(b, e))),
        )

    walk(native.find_raw(text, allowed), len(data), raw_piece, raw_match)
    return out


def reference_split(matcher, text, allowed):
    allowed = None if allowed is None else frozenset(allowed)
    return [
        (part.token.id, part.origin)
        if isinstance(part, Match)
        else (part.text, (part.origin[0][0], part.origin[-1][1]))
        for part in matcher.split(AlignedText.from_str(text), allowed)
    ]


NORMALIZERS = [
    None,
    normalizers.BERTNormalizer(),
    normalizers.Lowercase(),
    normalizers.Replace("_", " "),
    normalizers.Replace("x", ""),
    normalizers.Prepend("_"),
    normalizers.Strip(),
]


def random_added_tokens(draw, count):
    contents = ["".join(draw.choices("abABx_ .é中", k=draw.randint(0, 3))) for _ in range(count)]
    names = ("special", "single_word", "lstrip", "rstrip", "normalized")
    return tuple(
        AddedToken(content, i, **{name: draw.random() < 0.4 for name in names})
        for i, content in enumerate(contents)
    )


def test_added_tokens():
    draw = random.Random(2)
    for _ in range(2500):
        tokens = random_added_tokens(draw, draw.choice([1, 2, 4, 40]))
        normalizer = draw.choice(NORMALIZERS)
        matcher = AddedTokenMatcher(tokens, normalizer)
        native = core.AddedTokens(
            tokens, lambda text, n=normalizer: normalize(n, AlignedText.from_str(text)).text
        )
        contents = [token.content for token in tokens]
        for _ in range(6):
            text = "".join(
                draw.choices(contents * 2 + list("abx_ \t\u3000.é中1😀"), k=draw.randint(0, 10))
            )
            allowed = draw.choice([None, [], draw.choices(contents, k=2)])
            found = native_split(native, tokens, normalizer, text, allowed)
            assert found == reference_split(matcher, text, allowed), (tokens, text, allowed)


@pytest.mark.parametrize("heads", ["[", "[<", "[<▁", "[<▁é", "abcdefghij"])
def test_skipping_to_a_match(heads):
    """Whatever the number of first bytes, and wherever in a block of bytes the match stands."""
    draw = random.Random(heads)
    tokens = tuple(AddedToken(f"{head}X]", i, normalized=False) for i, head in enumerate(heads))
    matcher, native = AddedTokenMatcher(tokens, None), core.AddedTokens(tokens, str)
    for length in range(200):
        filler = "".join(draw.choices("klmn <é中", k=length))
        place = draw.randint(0, length)
        for text in (filler[:place] + draw.choice(tokens).content + filler[place:], filler):
            found = native_split(native, tokens, None, text, None)
            assert found == reference_split(matcher, text, None)


def test_twenty_thousand_added_tokens():
    tokens = tuple(AddedToken(f"zz{i}q", i, normalized=i % 2 == 1) for i in range(20_000))
    start = time.perf_counter()
    native = core.AddedTokens(tokens, str)
    assert time.perf_counter() - start < 1
    for i in (0, 1, 9, 10, 123, 19_998, 19_999):
        find = native.find_normalized if i % 2 else native.find_raw
        assert find(f"a zz{i}q zz{i}") == [(2, 5 + len(str(i)), i)]


def test_white_space_taken_again_and_again_stays_linear():
    tokens = (AddedToken("  ", 1, rstrip=True, normalized=False), AddedToken("x", 2, lstrip=True))
    native = core.AddedTokens(tokens, str)
    start = time.perf_counter()
    assert len(native.find_raw(" " * 1_000_000)) == 500_000
    assert len(native.find_normalized(" x" * 500_000)) == 500_000
    assert time.perf_counter() - start < 5


PARTS = ["a", "aa", "é", "中", "😀", "▁", "#", "##", " ", ".", "'", "n't", "</w>", "<pad>", "|"]
PARTS += ["Ġ", "Ã", "©", "Ĭ", "ð", "Ł", "Ń", "ł", " '", " ' ", "'s", "'re", "\x00", "do not"]
WHOLE = ["", "<0xC3>", "<0xA9>", "<0xE6>", "<0x97>", "<0xa5>", "<0x+1>", "<0x-1>", "<0xG1>"]
WHOLE += ["<0x1>", "<0x001>", "<0xé>", "<0xFF>", "<0x00>", "<0x++>", "##a", "##", "<pad>", "|"]


def random_decoder(draw):
    cleanup = draw.random() < 0.7
    kinds = [
        decoders.WordPiece(draw.choice(["##", "▁", ""]), cleanup),
        decoders.BPE(draw.choice(["</w>", "", "a"])),
        decoders.ByteLevel(),
        decoders.Metaspace("▁", draw.choice(["always", "first", "never"])),
        decoders.Replace(draw.choice(["▁", "aa", ""]), draw.choice([" ", "", "é"])),
        decoders.Strip(draw.choice(" aé"), draw.randint(0, 3), draw.randint(0, 3)),
        decoders.ByteFallback(),
        decoders.Fuse(),
        decoders.CTC(draw.choice(["<pad>", "", "a"]), draw.choice(["|", "", " ."]), cleanup),
    ]
    return draw.choice(kinds)


def test_decoders():
    draw = random.Random(3)
    for _ in range(20_000):
        chain = decoders.Sequence(random_decoder(draw) for _ in range(draw.choice([0, 1, 1, 2, 4])))
        decoder = draw.choice([chain] * 20 + [None])
        tokens = [
            draw.choice(WHOLE)
            if draw.random() < 0.4
            else "".join(draw.choices(PARTS, k=draw.randint(0, 4)))
            for _ in range(draw.randint(0, 8))
        ]
        found = core.decode(decoder_steps(decoder), tokens)
        assert found == decode(decoder, tokens), (decoder, tokens)


def test_broken_utf8():
    """Every way in which bytes can be broken gives the same replacement characters."""
    draw = random.Random(4)
    edges = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1]
    edges += [0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    rest = [byte for byte in range(0x100) if byte not in printable]
    letter = {b: chr(b) if b in printable else chr(0x100 + rest.index(b)) for b in range(0x100)}
    for _ in range(30_000):
        data = bytes(draw.choices(edges, k=draw.randint(1, 7)))
        expected = data.decode("utf-8", errors="replace")
        assert core.decode([{"kind": "byte_level"}], [letter[b] for b in data]) == expected, data


@pytest.mark.parametrize(
    ("decoder", "token"),
    [
        (decoders.WordPiece(), "do not ' "),
        (decoders.BPE(), "a</w>"),
        (decoders.ByteLevel(), "Ã"),
        (decoders.ByteFallback(), "<0xE6>"),
        (decoders.CTC(), "a|"),
    ],
    ids=str,
)
def test_decoding_is_linear(decoder, token):
    steps = decoder_steps(decoder)
    seconds = []
    for size in (50_000, 200_000):
        tokens = [token] * size
        start = time.process_time()
        core.decode(steps, tokens)
        core.decode(steps, [token * size])
        seconds.append(time.process_time() - start)
    assert seconds[1] < 12 * seconds[0] + 0.05  # 16 and more if it were quadratic
