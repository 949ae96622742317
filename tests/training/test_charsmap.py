"""Normalizer maps: the compiler, and that the maps of sentencepiece's rules do what its own do."""

from __future__ import annotations

import random

import pytest

from subwords import normalizers as norm
from subwords.models import Unigram
from subwords.tables import Pieces
from subwords.tokenizer import Tokenizer
from subwords.training.charsmap import compile_charsmap
from subwords.training.maps import charsmap, rule_name
from subwords.training.reference.sentencepiece_text import normalized
from subwords.training.sentencepiece_options import SentencePieceOptions
from subwords.training.sentencepiece_pieces import sentencepiece_spec

RULES = ("nmt_nfkc", "nfkc", "nmt_nfkc_cf", "nfkc_cf", "identity")
MARKS = "\u0300\u0301\u0308\u0323\u0345\u1161\u11ab\uff9e\u31b5\u3164\u0327"
MIXED = "  aÀ▁\t\n\u3000\u00a8éｱﾞ한ᄒ～ﬁ🯹\x01𝐀ς㈀ㄱㅏㄴ\u200b\u00ad" + MARKS


def library(rule, **options):
    spm = pytest.importorskip("sentencepiece")
    flags = {"add_dummy_prefix": False, "remove_extra_whitespaces": False} | options
    return spm.SentencePieceNormalizer(rule_name=rule, escape_whitespaces=True, **flags)


def ours(text, rule, **options):
    flags = {"add_dummy_prefix": False, "remove_extra_whitespaces": False} | options
    return normalized(text, SentencePieceOptions(normalization=rule, **flags).normalizer())


@pytest.mark.parametrize("rule", RULES)
def test_every_code_point_in_context(rule):
    theirs = library(rule)
    options = SentencePieceOptions(
        normalization=rule, add_dummy_prefix=False, remove_extra_whitespaces=False
    )
    pieces = Pieces([("<unk>", 0.0), ("a", -1.0)], ["unknown", "normal"])
    tok = Tokenizer(sentencepiece_spec(Unigram(pieces, unk_id=0), options))
    characters = [chr(c) for c in range(1, 0x110000) if not 0xD800 <= c < 0xE000]
    for start in range(0, len(characters), 64):
        text = "x".join(characters[start : start + 64])
        if tok.normalize(text) != theirs.normalize(text):
            for c in characters[start : start + 64]:
                assert tok.normalize(f"x{c}x") == theirs.normalize(f"x{c}x"), hex(ord(c))
            pytest.fail(f"only together: {start:x}")
        if start % 4096 == 0 or start < 0x600:  # the readable one is slow
            assert ours(text, rule) == theirs.normalize(text)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("dummy", [False, True])
@pytest.mark.parametrize("tidy", [False, True])
def test_random_texts(rule, dummy, tidy):
    flags = {"add_dummy_prefix": dummy, "remove_extra_whitespaces": tidy}
    theirs = library(rule, **flags)
    rng = random.Random(f"{rule}{dummy}{tidy}")
    for _ in range(1500):
        text = "".join(rng.choices(MIXED, k=rng.randint(0, 9)))
        assert ours(text, rule, **flags) == theirs.normalize(text), repr(text)


@pytest.mark.parametrize("rule", RULES)
def test_sequences_of_letters_and_marks(rule):
    theirs = library(rule)
    rng = random.Random(rule)
    letters = [chr(c) for c in (*range(0x41, 0x250), *range(0x370, 0x530), *range(0x1100, 0x1113))]
    letters += [chr(c) for c in (*range(0x1E00, 0x2000), *range(0x1D400, 0x1D7FF))]
    for _ in range(4000):
        text = rng.choice(letters) + "".join(rng.choices(MARKS, k=rng.randint(1, 3)))
        assert ours(text, rule) == theirs.normalize(text), [hex(ord(c)) for c in text]


def test_names_of_rules():
    assert charsmap("identity") == b""
    assert [rule_name(charsmap(rule)) for rule in RULES] == list(RULES)
    assert rule_name(compile_charsmap({"a": "b"})) == "user_defined"
    with pytest.raises(ValueError, match="normalization must be one of 'nmt_nfkc'"):
        charsmap("NFKC")


def test_the_longest_key_wins_and_replacements_may_be_empty():
    rules = {"a": "1", "ab": "2", "abcd": "", "é": "e", "日本": "J", "": "x"}
    with pytest.raises(ValueError, match="a rule has a key"):
        compile_charsmap(rules)
    del rules[""]
    text = norm.SentencePieceText(compile_charsmap(rules), add_dummy_prefix=False)
    assert normalized("a ab abc abcd é日本日", text) == "1▁2▁2c▁▁eJ日".replace("▁▁", "▁")


def test_random_rules():
    rng = random.Random(4)
    for _ in range(30):
        keys = {"".join(rng.choices("abcé日", k=rng.randint(1, 5))) for _ in range(40)}
        rules = {key: "".join(rng.choices("xyz日", k=rng.randint(0, 3))) for key in sorted(keys)}
        text = norm.SentencePieceText(
            compile_charsmap(rules), add_dummy_prefix=False, remove_extra_whitespaces=False
        )
        for _ in range(20):
            given = "".join(rng.choices("abcé日", k=12))
            expected, at = "", 0
            while at < len(given):
                key = max((k for k in rules if given.startswith(k, at)), key=len, default="")
                expected += rules.get(key, given[at])
                at += len(key) or 1
            assert normalized(given, text) == expected
