"""Patterns match where the two libraries match, in both dialects.

``SUBWORDS_TEST_SCALE=50`` asks about every property and every code point, and tries fifty times as
many random expressions.
"""

import json
import os
import random
import sys
from dataclasses import replace
from functools import cache

import pytest

pytest.importorskip("tokenizers")
pytest.importorskip("tiktoken")

from tokenizers import Regex as TheirRegex
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

import subwords.decoders
import subwords.normalizers
from pattern_cases import (
    BYTES,
    DIALECTS,
    fancy_cuts_as,
    fancy_matches,
    oniguruma_matches,
    random_expression,
    random_text,
)
from samples import corpus_texts, random_texts
from subwords.engine import native_available
from subwords.errors import EngineUnavailableError, PatternError, UnsupportedError
from subwords.patterns import Regex, properties, rewrite
from subwords.patterns.known import KNOWN_PATTERNS
from subwords.patterns.parser import parse
from subwords.patterns.ranges import contains
from subwords.patterns.syntax import dialect_of
from subwords.patterns.tree import Alt
from subwords.pre_tokenizers import ByteLevel, Sequence, Split
from subwords.reference.aligned import AlignedText
from subwords.reference.decode import decode
from subwords.reference.engine import ReferenceEngine
from subwords.reference.match import find_all
from subwords.reference.normalize import normalize
from subwords.reference.pretokenize import pre_tokenize

SCALE = float(os.environ.get("SUBWORDS_TEST_SCALE", "1"))
CHARACTERS = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
SEVERAL = "sSſßẞtﬆﬅfﬀiﬁﬃlΐΐι\u0308\u0301"

COMMON = [r"\s", r"\S", r"\d", r"\w", r"\h", r"\p{L}", r"\p{N}", r"\p{P}", r"\p{M}", r"\p{Lu}", "."]
COMMON += ["[[:punct:]]", r"[\p{Han}\p{Lm}]"]
# Between brackets Oniguruma's words are fewer: without the superscripts and fractions of Latin-1.
COMMON += [r"[\w]", r"[^\w]", r"[^\w\s]", r"[\W]", r"[^\W_]", r"[a[\w]]", r"[\w&&\p{N}]"]


def expressions_of(dialect):
    """What stands for a set in a dialect: a few, or every name of the tables."""
    if SCALE < 50:
        return [*COMMON, r"\p{Word}", r"[\p{Word}]", r"[\P{Word}]", r"[\s\S]", r"[^\D]", r"[\H]"]
    names = properties._formulas(dialect)
    posix = [f"[{name}]" for name in names if name[0] == "["]
    return COMMON + posix + [rf"\p{{{name}}}" for name in names if name[0].isalpha()]


def ours(expression, dialect, text):
    """Our matches, without the empty ones, which the libraries do not show."""
    return [span for span in find_all(parse(expression, dialect), text) if span[0] < span[1]]


def assert_same(expression, dialect, text):
    spans = ours(expression, dialect, text)
    if dialect == "oniguruma":
        assert spans == oniguruma_matches(expression, text), (expression, text)
    else:
        pieces = [text[begin:end] for begin, end in spans]
        assert fancy_cuts_as(expression, text, pieces), (expression, text)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("case", ["", "(?i)"])
def test_sets_hold_the_same_code_points(dialect, case):
    asked = CHARACTERS if SCALE >= 50 else CHARACTERS[:0x3000] + CHARACTERS[0x3000::29]
    text = "".join(asked)
    for expression in expressions_of(dialect):
        node = parse(case + expression, dialect)
        if isinstance(node, Alt):
            continue  # some of the set stand for several
        members = "".join(c for c in asked if contains(node.ranges, ord(c)))
        if dialect == "oniguruma":
            pattern = TheirRegex(case + expression)
            others = normalizers.Replace(pattern, "").normalize_str(text)
            assert not set(others) & set(members), expression
            assert len(others) + len(members) == len(text), expression
        else:
            assert _kept_by_tiktoken(case + expression, text) == members, expression


def _kept_by_tiktoken(expression, text):
    import tiktoken

    encoding = tiktoken.Encoding("t", pat_str=expression, mergeable_ranks=BYTES, special_tokens={})
    return encoding.decode_bytes(encoding.encode_ordinary(text)).decode()


@cache
def expressions_in(path):
    """The regular expressions of a ``tokenizer.json``."""
    found = []

    def search(value):
        if isinstance(value, dict):
            for key, inner in value.items():
                if key == "Regex":
                    found.append(inner)
                elif key not in ("vocab", "merges", "added_tokens"):
                    search(inner)
        elif isinstance(value, list):
            for inner in value:
                search(inner)

    search(json.loads(path.read_text("utf-8")))
    return found


def published_expressions(data):
    """Every expression of the data, and every known one, each with its dialect."""
    of_files = {e for path in data.glob("models/*/tokenizer.json") for e in expressions_in(path)}
    known = [(expression, "fancy") for expression in sorted(set(KNOWN_PATTERNS.values()))]
    return [(expression, "oniguruma") for expression in sorted(of_files)] + known


def test_published_patterns_on_corpora(data):
    text = "\n".join(corpus_texts(data, per_file=2, size=400))[: int(30_000 * SCALE)]
    for expression, dialect in published_expressions(data):
        assert_same(expression, dialect, text)


def test_published_patterns_on_every_code_point_in_context(data):
    step = 1 if SCALE >= 50 else 1499
    for expression, dialect in published_expressions(data):
        sample = CHARACTERS[hash_of(expression) % step :: step]
        text = "".join(f"a{c}b {c}1{c}{c} 'S{c}\n{c} " for c in sample)
        for begin in range(0, len(text), 200_000):
            assert_same(expression, dialect, text[begin : begin + 200_000])


def hash_of(text):
    """A number that is the same in every process."""
    return sum(map(ord, text))


def test_published_patterns_on_random_strings(data):
    text = "\x00".join(random_texts(int(120 * SCALE), seed=4))
    for expression, dialect in published_expressions(data):
        assert_same(expression, dialect, text)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_random_expressions(dialect):
    rng = random.Random(20 + len(dialect))
    compared = 0
    for _ in range(int(200 * SCALE)):
        expression = random_expression(rng)
        try:
            parse(expression, dialect)
        except PatternError:
            continue
        for _ in range(3):
            text = random_text(rng)
            spans = ours(expression, dialect, text)
            try:
                theirs = _matches(dialect, expression, text)
            except BaseException as error:
                if isinstance(error, (KeyboardInterrupt, AssertionError)):
                    raise
                break  # tiktoken cannot have empty matches; the libraries have limits of their own
            assert [text[a:b] for a, b in spans] == theirs, (expression, text)
            compared += 1
    assert compared > 150 * SCALE


def _matches(dialect, expression, text):
    if dialect == "fancy":
        return fancy_matches(expression, text)
    return [text[begin:end] for begin, end in oniguruma_matches(expression, text)]


def test_one_character_for_several():
    rng = random.Random(8)
    for _ in range(int(150 * SCALE)):
        letters = "".join(rng.choice(SEVERAL) for _ in range(rng.randint(1, 4)))
        forms = ("%s", "%s+", "(?:%s)s", "[%s]", "[^%s]", "x?%s", "(%s)s", r"[%s\w]t", "%s{2}")
        expression = "(?i)" + rng.choice(forms) % letters
        for _ in range(3):
            text = "".join(rng.choice(SEVERAL) for _ in range(rng.randint(1, 9)))
            theirs = oniguruma_matches(expression, text)
            assert ours(expression, "oniguruma", text) == theirs, (expression, text)


BEHAVIORS = ("removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous")


@pytest.mark.parametrize("expression", [r"\s+", r"\d", "a*", "", "^", r"\b", "(?=b)", r"\s+(?!\S)"])
@pytest.mark.parametrize("invert", [False, True])
def test_every_behavior_of_split(expression, invert):
    rng = random.Random(3)
    for behavior in BEHAVIORS:
        theirs = pre_tokenizers.Split(TheirRegex(expression), behavior, invert)
        split = Split(Regex(expression), behavior, invert)
        for _ in range(20):
            text = random_text(rng, 12)
            pieces = pre_tokenize(split, [AlignedText.from_str(text)])
            got = [(p.text, (p.origin[0][0], p.origin[-1][1])) for p in pieces]
            wanted = [(piece, span) for piece, span in theirs.pre_tokenize_str(text) if piece]
            assert got == wanted, (split, text)


def test_byte_level_cuts_as_gpt2():
    theirs = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    for text in random_texts(150, seed=6):
        pieces = pre_tokenize(ByteLevel(False), [AlignedText.from_str(text)])
        assert [p.text for p in pieces] == [piece for piece, _ in theirs.pre_tokenize_str(text)]


@pytest.mark.parametrize("expression", [r"\s+", r"\s+(?!\S)", "a", " {2,}", "(?i:ss)", r"\p{L}{2}"])
@pytest.mark.parametrize("content", ["", "_", "xyz"])
def test_replace_in_normalizers_and_decoders(expression, content):
    oracle = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    oracle.normalizer = normalizers.Replace(TheirRegex(expression), content)
    oracle.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    step = subwords.normalizers.Replace(Regex(expression), content)
    rng = random.Random(5)
    for text in [*random_texts(40, seed=7), *(random_text(rng, 12) for _ in range(40))]:
        done = normalize(step, AlignedText.from_str(text))
        assert done.text == oracle.normalizer.normalize_str(text)
        assert done.origin == oracle.encode(text).offsets
        tokens = [text[:3], "", text[3:]]
        theirs = decoders.Replace(TheirRegex(expression), content).decode(tokens)
        assert decode(subwords.decoders.Replace(Regex(expression), content), tokens) == theirs


def test_a_regex_of_empty_matches_in_a_decoder():
    for expression in ("a*", "^", "$", "", r"\b"):
        theirs = decoders.Replace(TheirRegex(expression), "|").decode(["baac", "", "x y"])
        assert (
            decode(subwords.decoders.Replace(Regex(expression), "|"), ["baac", "", "x y"]) == theirs
        )


BEYOND = [
    r"(?=ab)a|.|\n",
    r"(?<=ab|c)\w+|\s+|.",
    r"(?!th)\w++|\s+(?=\w\w)|(?:.|\n)",
    r"(?:(?!xx).)+|(?i:xx|ß)|\n",
]


@pytest.mark.skipif(not native_available(), reason="the native engine is not built here")
@pytest.mark.parametrize("expression", BEYOND)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_beyond_the_native_compiler_runs_on_regex(expression, dialect):
    pytest.importorskip("regex")
    from subwords.native.patterns import path_of

    node = parse(expression, dialect)
    assert path_of(node).name == "regex"
    rng = random.Random(9)
    for text in [*random_texts(60, seed=9), *(random_text(rng, 20) for _ in range(60))]:
        assert list(rewrite.find_all(node, text)) == list(find_all(node, text)), text


@pytest.mark.skipif(not native_available(), reason="the native engine is not built here")
def test_a_spec_with_such_patterns_encodes_and_decodes(published):
    pytest.importorskip("regex")
    from subwords.native.engine import NativeEngine

    spec = published("gpt2", "native")[0].spec
    looking = subwords.decoders.Replace(Regex("(?<=ab|c)d"), "D")
    cut = Sequence((Split(Regex(BEYOND[1]), "isolated"), ByteLevel(False, True, False)))
    chain = subwords.decoders.Sequence((spec.decoder, looking))
    spec = replace(spec, pre_tokenizer=cut, decoder=chain)
    engines = NativeEngine(spec), ReferenceEngine(spec)
    for text in ["abd cd xd\n", *random_texts(30, seed=10)]:
        ids, wanted = (engine.encode(text, False, None, "strict") for engine in engines)
        assert ids == wanted
        texts = {engine.decode(ids, False) for engine in engines}
        assert len(texts) == 1
    ids = engines[0].encode("abd", False, None, "strict")
    assert engines[0].decode(ids, False) == "abD"


@pytest.mark.skipif(not native_available(), reason="the native engine is not built here")
def test_too_much_work_is_an_error():
    pytest.importorskip("regex")
    node = parse(r"(?=(?:a|a)*b)a", "oniguruma")
    with pytest.raises(UnsupportedError, match="seconds"):
        list(rewrite.find_all(node, "a" * 40, seconds=0.05))
    assert list(find_all(node, "a" * 40)) == []


def test_without_the_regex_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "regex", None)
    with pytest.raises(EngineUnavailableError, match=r"subwords\[patterns\]"):
        list(rewrite.find_all(parse("(?=never seen)a", "fancy"), "a"))


def test_semantics_choose_the_dialect():
    assert [dialect_of(s) for s in ("huggingface", "sentencepiece", "tiktoken")] == [
        "oniguruma",
        "oniguruma",
        "fancy",
    ]
    a_line_feed = AlignedText.from_str("a\nb")
    cut = {d: pre_tokenize(Split(Regex("^b"), "isolated"), [a_line_feed], d) for d in DIALECTS}
    assert [len(cut[d]) for d in DIALECTS] == [2, 1]
