"""Both engines' Unicode tables answer as the published library, for every code point.

The library is asked here in another way than by the tool that makes the tables: through whole texts
that hold every character once, with a letter after each.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from tokenizers import normalizers as norm
from tokenizers import pre_tokenizers as pre

from subwords.reference import _unicode_tables as tables
from subwords.reference import unicode

SURROGATES = range(0xD800, 0xE000)
CHARACTERS = [chr(c) for c in range(0x110000) if c not in SURROGATES]
LETTER = "\ua000"  # takes part in nothing

MAPPINGS: dict[str, tuple[norm.Normalizer, Callable[[str], str]]] = {
    "Lowercase": (norm.Lowercase(), unicode.lowercase),
    "BERT lowercase": (norm.BertNormalizer(False, False, False, True), unicode.lowercase),
    "NFD": (norm.NFD(), lambda c: unicode.decompose(c, False)),
    "NFKD": (norm.NFKD(), lambda c: unicode.decompose(c, True)),
    "StripAccents": (norm.StripAccents(), lambda c: "" if unicode.is_stripped_accent(c) else c),
    "clean_text": (
        norm.BertNormalizer(True, False, False, False),
        lambda c: "" if unicode.is_bert_dropped(c) else " " if unicode.is_bert_space(c) else c,
    ),
    "handle_chinese_chars": (
        norm.BertNormalizer(False, True, False, False),
        lambda c: f" {c} " if unicode.is_cjk(c) else c,
    ),
    "strip_accents": (
        norm.BertNormalizer(False, False, True, False),
        lambda c: "".join(
            d for d in unicode.decompose(c, False) if not unicode.is_nonspacing_mark(d)
        ),
    ),
}


def members(name: str) -> set[str]:
    """A property's characters, from the reference's table at once."""
    starts, ends = unicode._ranges(getattr(tables, name.upper()))
    pairs = zip(starts, ends, strict=True)
    return {chr(c) for first, last in pairs for c in range(first, last + 1)}


@pytest.mark.parametrize("name", MAPPINGS)
def test_mappings(name: str) -> None:
    normalizer, ours = MAPPINGS[name]
    text = LETTER.join(CHARACTERS)
    assert normalizer.normalize_str(text) == LETTER.join(map(ours, CHARACTERS))


def cut(pre_tokenizer: pre.PreTokenizer) -> tuple[set[str], set[str]]:
    """Characters removed, and characters cut out, between letters."""
    text = "".join(c + LETTER for c in CHARACTERS)
    starts = {begin: end for _, (begin, end) in pre_tokenizer.pre_tokenize_str(text)}
    kept = bytearray(len(text))
    for begin, end in starts.items():
        kept[begin:end] = b"k" * (end - begin)
    removed = {c for k, c in enumerate(CHARACTERS) if not kept[2 * k]}
    return removed, {c for k, c in enumerate(CHARACTERS) if starts.get(2 * k) == 2 * k + 1}


def test_white_space_and_punctuation() -> None:
    removed, isolated = cut(pre.BertPreTokenizer())
    assert removed == members("white_space")
    # The first letter has no letter before it; everything else alone is punctuation.
    assert isolated == members("punctuation")


def test_words() -> None:
    removed, isolated = cut(pre.Whitespace())
    assert removed == members("white_space")
    assert set(CHARACTERS) - removed - isolated == members("word")


def test_numbers() -> None:
    _, isolated = cut(pre.Digits(individual_digits=True))
    assert isolated == members("numeric")


def test_composites() -> None:
    nfc = norm.NFC()
    triples = {a + b: c for (a, b), c in unicode._composites().items()}
    assert len(triples) == 940
    for pair, composed in triples.items():
        assert nfc.normalize_str(pair) == composed
    single = {c for c in CHARACTERS if unicode.decompose(c, False) not in (c, nfc.normalize_str(c))}
    hangul = {c for c in single if "가" <= c <= "힣"}
    assert {c for c in single if nfc.normalize_str(c) == c} - hangul == set(triples.values())


def test_combining_classes_order_marks_as_published() -> None:
    marks = sorted(c for c in CHARACTERS if unicode.combining_class(c))
    every_class = {unicode.combining_class(c): c for c in reversed(marks)}
    assert len(every_class) == 54
    nfd = norm.NFD()
    for other in every_class.values():
        text = LETTER.join(c + other + LETTER + other + c for c in marks)
        ours = LETTER.join(
            "".join(sorted(pair, key=unicode.combining_class))
            for c in marks
            for pair in ((c, other), (other, c))
        )
        assert nfd.normalize_str(text) == ours
    # Nothing moves past what has no class: two marks in the wrong order stay on their sides.
    starters = [c for c in set(CHARACTERS) - set(marks) if unicode.decompose(c, False) == c]
    text = "".join("\u0345" + c + "\u0334" for c in starters)
    assert nfd.normalize_str(text) == text


def test_surrogates_have_a_defined_answer() -> None:
    for c in map(chr, (SURROGATES[0], SURROGATES[-1])):
        assert not any(p(c) for p in PREDICATES.values())
        assert unicode.lowercase(c) == unicode.decompose(c, True) == c
        assert unicode.combining_class(c) == 0


PREDICATES: dict[str, Callable[[str], bool]] = {
    name: getattr(unicode, f"is_{name}")
    for name in (
        *("white_space", "bert_dropped", "bert_space", "cjk", "punctuation"),
        *("numeric", "word", "nonspacing_mark", "stripped_accent"),
    )
}


@pytest.mark.parametrize("name", PREDICATES)
def test_predicates_read_their_ranges(name: str) -> None:
    inside = members(name)
    edges = {chr(ord(c) + step) for c in inside for step in (-1, 0, 1) if 0 < ord(c) < 0x10FFFF}
    sample = sorted(edges)[:: max(1, len(edges) // 20_000)]
    assert [c for c in sample if PREDICATES[name](c) != (c in inside)] == []


def test_native_tables_are_the_reference_s() -> None:
    core = pytest.importorskip("subwords.native._core", reason="the extension is not built")
    expected = [0] * 0x110000
    back = [b for _, b in unicode._composites()]
    extra: list[Iterable[str]] = [
        unicode._mapping("LOWERCASE"),
        decomposing(False),
        decomposing(True),
        unicode._classes(),
        {*back, *map(chr, range(0x1161, 0x1176)), *map(chr, range(0x11A8, 0x11C3))},
    ]
    for bit, group in enumerate([*map(members, PREDICATES), *extra]):
        for c in group:
            expected[ord(c)] |= 1 << bit
    assert [core.properties(c) for c in range(0x110000)] == expected
    assert core.properties(0x110000) == core.properties(0xFFFFFFFF) == 0

    for c in map(chr, range(0x110000)):
        if expected[ord(c)] >> 9:
            assert core.lowercase(ord(c)) == unicode.lowercase(c)
            assert core.decompose(ord(c), False) == unicode.decompose(c, False)
            assert core.decompose(ord(c), True) == unicode.decompose(c, True)
            assert core.combining_class(ord(c)) == unicode.combining_class(c)
        elif ord(c) % 7 == 0:
            assert core.decompose(ord(c), True) == core.lowercase(ord(c)) == c
            assert core.combining_class(ord(c)) == 0


def decomposing(compatibility: bool) -> set[str]:
    found = {*unicode._mapping("CANONICAL"), *map(chr, range(0xAC00, 0xD7A4))}
    return found | set(unicode._mapping("COMPATIBILITY")) if compatibility else found


def test_native_composition_is_the_reference_s() -> None:
    core = pytest.importorskip("subwords.native._core", reason="the extension is not built")
    firsts = {a for a, _ in unicode._composites()} | set("가각힣ᄀᄒㄱ\u1113\u1161\u11a7")
    seconds = {b for _, b in unicode._composites()} | set("\u1160\u1161\u1175\u1176")
    seconds |= set("\u11a7\u11a8\u11c2\u11c3")
    for first in firsts:
        for second in seconds:
            composed = core.compose(ord(first), ord(second))
            assert composed == ord(unicode.compose(first, second) or "\0")


def test_both_files_are_written_from_the_same_answers() -> None:
    """What the reference reads, written down again, is both files as they are committed."""
    root = Path(__file__).resolve().parents[2]
    spec = importlib.util.spec_from_file_location("unicode_emit", root / "tools/unicode_emit.py")
    assert spec is not None
    assert spec.loader is not None
    emit = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(emit)
    canonical = unicode._mapping("CANONICAL")
    answers = {
        "properties": {name: members(name) for name in PREDICATES},
        "lowercase": unicode._mapping("LOWERCASE"),
        "canonical": canonical,
        "compatibility": canonical | unicode._mapping("COMPATIBILITY"),
        "classes": unicode._classes(),
        "composites": {a + b: c for (a, b), c in unicode._composites().items()},
    }
    python = root / "src/subwords/reference/_unicode_tables.py"
    assert emit.python_tables(answers) == python.read_text(encoding="utf-8")
    native = root / "core/text/unicode_tables.inc"
    assert emit.cpp_tables(answers) == native.read_text(encoding="utf-8")
