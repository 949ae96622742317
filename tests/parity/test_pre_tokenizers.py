"""Pre-tokenizers cut where the published library cuts: same texts, same offsets."""

import random
import sys

import pytest

from normalizer_cases import their_normalizer
from subwords import normalizers
from subwords import pre_tokenizers as ours
from subwords.errors import CustomComponentError, UnsupportedError
from subwords.patterns import Regex
from subwords.reference.added_tokens import AddedTokenMatcher, Match
from subwords.reference.aligned import AlignedText
from subwords.reference.pretokenize import pre_tokenize
from subwords.spec import AddedToken

tokenizers = pytest.importorskip("tokenizers")
theirs = pytest.importorskip("tokenizers.pre_tokenizers")

BEHAVIORS = ("removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous")
ALPHABET = "aaab12,.!_ \t\n-é中٣ˮ²Ⅷ½\u0301\u00a0\u3000\u200b\u0085\x1c¿।$+😀▁Ġ"
PATTERNS = ("", "a", "aa", "aba", "ab", " ", "  ", ",", "é", "中", "1", "x", "a,", "😀")


def build(pre_tokenizer):
    """The library's component for one of ours."""
    match pre_tokenizer:
        case ours.WhitespacePunctuationSplit():
            return theirs.BertPreTokenizer()
        case ours.Whitespace():
            return theirs.Whitespace()
        case ours.WhitespaceSplit():
            return theirs.WhitespaceSplit()
        case ours.Punctuation(behavior):
            return theirs.Punctuation(behavior)
        case ours.Digits(individual_digits):
            return theirs.Digits(individual_digits)
        case ours.CharDelimiterSplit(delimiter):
            return theirs.CharDelimiterSplit(delimiter)
        case ours.Split(pattern, behavior, invert):
            return theirs.Split(pattern, behavior, invert)
        case ours.ByteLevel(add_prefix_space, trim_offsets, use_regex):
            return theirs.ByteLevel(add_prefix_space, trim_offsets, use_regex)
        case ours.Metaspace(replacement, prepend_scheme, split):
            return theirs.Metaspace(replacement, prepend_scheme, split)
        case ours.UnicodeScripts():
            return theirs.UnicodeScripts()
        case ours.FixedLength(length):
            return theirs.FixedLength(length)
        case ours.Sequence(steps):
            return theirs.Sequence([build(step) for step in steps])
    raise AssertionError(pre_tokenizer)


REWRITING = [
    ours.ByteLevel(use_regex=False),
    ours.ByteLevel(add_prefix_space=False, use_regex=False),
    *(
        ours.Metaspace(mark, scheme, split)
        for mark in "▁_ é"
        for scheme in ("always", "first", "never")
        for split in (True, False)
    ),
]
SIMPLE = [
    ours.WhitespacePunctuationSplit(),
    ours.Whitespace(),
    ours.WhitespaceSplit(),
    *(ours.Punctuation(behavior) for behavior in BEHAVIORS),
    ours.Digits(),
    ours.Digits(individual_digits=True),
    ours.CharDelimiterSplit("a"),
    ours.CharDelimiterSplit("中"),
    ours.CharDelimiterSplit(" "),
    ours.FixedLength(),
    ours.FixedLength(1),
    ours.FixedLength(2),
    ours.UnicodeScripts(),
    *REWRITING,
]
SPLITS = [
    ours.Split(pattern, behavior, invert)
    for pattern in PATTERNS
    for behavior in BEHAVIORS
    for invert in (False, True)
]


def cut(pre_tokenizer, text):
    pieces = pre_tokenize(pre_tokenizer, [AlignedText.from_str(text)])
    return [(piece.text, (piece.origin[0][0], piece.origin[-1][1])) for piece in pieces]


def published(oracle, text):
    """What the library answers; an empty sequence leaves an empty text as one empty piece."""
    return [(piece, span) for piece, span in oracle.pre_tokenize_str(text) if piece]


def texts(seed, count):
    draw = random.Random(seed)
    yield from ("", " ", " \t\n\u3000 ", "a", ",", ",,", "aaa", "aaaa", "ababa", "aaaaxaaa")
    for _ in range(count):
        yield "".join(draw.choices(ALPHABET, k=draw.randint(0, 12)))


@pytest.mark.parametrize("pre_tokenizer", SIMPLE + SPLITS, ids=str)
def test_one(pre_tokenizer):
    oracle = build(pre_tokenizer)
    for text in texts(str(pre_tokenizer), 200):
        assert cut(pre_tokenizer, text) == published(oracle, text), text


def test_random_sequences():
    draw = random.Random(1)
    for _ in range(600):
        steps = draw.choices(SIMPLE, k=draw.randint(0, 3)) + draw.choices(
            SPLITS, k=draw.randint(0, 2)
        )
        draw.shuffle(steps)
        chain = ours.Sequence(steps)
        oracle = build(chain)
        for text in texts(draw.random(), 10):
            assert cut(chain, text) == published(oracle, text), (steps, text)


@pytest.mark.parametrize("pre_tokenizer", REWRITING, ids=str)
def test_where_every_character_comes_from(pre_tokenizer):
    oracle = theirs.Sequence([build(pre_tokenizer), theirs.FixedLength(1)])
    for text in texts(str(pre_tokenizer) + "!", 500):
        pieces = pre_tokenize(pre_tokenizer, [AlignedText.from_str(text)])
        found = [pair for piece in pieces for pair in zip(piece.chars, piece.origin, strict=True)]
        assert found == published(oracle, text), text


TOKENIZER_NORMALIZERS = [
    None,
    normalizers.Replace("a", ""),
    normalizers.Replace(" ", ""),
    normalizers.Prepend("▁"),
    normalizers.Strip(),
    normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]),
]


@pytest.mark.parametrize("normalizer", TOKENIZER_NORMALIZERS, ids=str)
@pytest.mark.parametrize("pre_tokenizer", REWRITING[:14], ids=str)
def test_between_added_tokens(pre_tokenizer, normalizer):
    """What a piece starts with depends on where it stands in the text."""
    draw = random.Random(str(pre_tokenizer) + str(normalizer))
    alphabet = sorted({*theirs.ByteLevel.alphabet(), *"▁ab _é中"})
    vocab = {c: i for i, c in enumerate(alphabet)}
    for normalized in (False, True):
        oracle = tokenizers.Tokenizer(tokenizers.models.BPE(vocab, []))
        oracle.pre_tokenizer = build(pre_tokenizer)
        if normalizer is not None:
            oracle.normalizer = their_normalizer(normalizer)
        oracle.add_tokens([tokenizers.AddedToken("<x>", normalized=normalized)])
        matcher = AddedTokenMatcher((AddedToken("<x>", 999, normalized=normalized),), normalizer)
        for _ in range(100):
            text = "".join(draw.choices(["<x>", "a", "b", " ", "é", "_", "▁"], k=draw.randrange(7)))
            found = []
            for part in matcher.split(AlignedText.from_str(text)):
                if isinstance(part, Match):
                    found.append((part.token.id, part.origin))
                    continue
                for piece in pre_tokenize(pre_tokenizer, [part]):
                    found += [(vocab[c], o) for c, o in zip(piece.chars, piece.origin, strict=True)]
            expected = oracle.encode(text, add_special_tokens=False)
            ids = [999 if id == oracle.token_to_id("<x>") else id for id in expected.ids]
            assert found == list(zip(ids, expected.offsets, strict=True)), text


def test_nested_sequence():
    chain = ours.Sequence([ours.Sequence([ours.WhitespaceSplit()]), ours.Digits()])
    assert cut(chain, "ab1 2") == build(chain).pre_tokenize_str("ab1 2")


CLASSES = [
    ours.WhitespacePunctuationSplit(),
    ours.Whitespace(),
    ours.WhitespaceSplit(),
    ours.Punctuation(),
    ours.Digits(),
    ours.Metaspace(),
    ours.ByteLevel(use_regex=False),
    ours.UnicodeScripts(),
]


@pytest.mark.parametrize("pre_tokenizer", CLASSES, ids=str)
def test_every_code_point(pre_tokenizer):
    oracle = build(pre_tokenizer)
    # What is left out is not assigned: the tables' own tests go through it.
    points = [*range(0xD800), *range(0xE000, 0x32000), *range(0xE0000, 0xE0200), sys.maxunicode]
    # One text per block: every character between letters, so that each cut shows.
    for first in range(0, len(points), 512):
        text = "a" + "".join(chr(c) + "a" for c in points[first : first + 512])
        assert cut(pre_tokenizer, text) == oracle.pre_tokenize_str(text)


def test_str_pattern_is_literal():
    assert cut(ours.Split(r"\d", "isolated"), "a1b2") == [("a1b2", (0, 4))]
    assert cut(ours.Split(r"\d", "isolated"), r"a\db") == [
        ("a", (0, 1)),
        (r"\d", (1, 3)),
        ("b", (3, 4)),
    ]


def test_regex_pattern_is_not_taken_for_a_literal():
    assert len(cut(ours.Split(Regex("."), "isolated"), "ab")) == 2
    assert len(cut(ours.Split(".", "isolated"), "ab")) == 1


class Unheard(ours.PreTokenizer):
    """Of a version to come."""


def test_unsupported_component_is_named():
    with pytest.raises(UnsupportedError, match="Unheard"):
        cut(Unheard(), "a")


@pytest.mark.parametrize(
    "component",
    [ours.FixedLength(0), ours.FixedLength(-1), ours.Metaspace(""), ours.Metaspace("ab")],
)
def test_what_the_library_cannot_have(component):
    with pytest.raises(UnsupportedError, match=type(component).__name__):
        cut(component, "abc")


def test_nothing_to_do():
    assert cut(None, "a b") == [("a b", (0, 3))]
    assert cut(None, "") == []
    assert cut(ours.Sequence([]), "a b") == [("a b", (0, 3))]


def halves(text):
    middle = len(text) // 2
    return [(text[:middle], (0, middle)), (text[middle:], (middle, len(text)))]


def test_custom():
    assert cut(ours.Custom(halves), "abcd") == [("ab", (0, 2)), ("cd", (2, 4))]
    assert cut(ours.Custom(halves), "") == []
    shout = ours.Custom(lambda text: [(text.upper() + "!", (0, len(text)))])
    assert cut(shout, "ab") == [("AB!", (0, 2))]


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("ab", "must return a list"),
        (["ab"], "item 0 .* must be"),
        ([("a", (0, 1)), ("b", 1)], "item 1 .* must be"),
        ([(b"a", (0, 1))], "item 0 .* must be"),
        ([("a", (0, 9))], r"span \(0, 9\)"),
        ([("a", (-1, 1))], r"span \(-1, 1\)"),
        ([("a", (1, 1))], r"span \(1, 1\)"),
        ([("b", (1, 2)), ("a", (0, 1))], "goes back behind"),
        ([("\ud800", (0, 1))], "lone surrogate"),
    ],
)
def test_custom_with_a_wrong_shape(output, message):
    with pytest.raises(CustomComponentError, match=message):
        cut(ours.Custom(lambda text: output), "abc")
