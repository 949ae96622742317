"""The scanner of split patterns gives the reference's pieces, with every instruction set.

Published patterns with their real tables, in both dialects, on text that provokes every branch.
"""

from __future__ import annotations

import random

import pytest

from subwords.patterns import GPT2
from subwords.patterns.known import KNOWN_PATTERNS
from subwords.patterns.parser import parse
from subwords.patterns.tree import as_tuples
from subwords.reference.match import find_all

native = pytest.importorskip("subwords.native._core", reason="the extension is not built")

DEEPSEEK = [
    r"\p{N}{1,3}",
    "[一-龥぀-ゟ゠-ヿ]+",
    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^"
    "\r\n"
    r"\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+["
    "\r\n"
    r"]*|\s*["
    "\r\n"
    r"]+|\s+(?!\S)|\s+",
]
CLIP = (
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
)

CASES = {
    **{name: ("fancy", [(pattern, "matches")]) for name, pattern in KNOWN_PATTERNS.items()},
    "GPT-2's tokenizer.json": ("oniguruma", [(GPT2, "all")]),
    "CLIP": ("oniguruma", [(CLIP, "matches")]),
    "DeepSeek": ("oniguruma", [(pattern, "all") for pattern in DEEPSEEK]),
    "digits, then GPT-2": ("oniguruma", [(r"\p{N}", "all"), (GPT2, "all")]),
    "white space removed": ("oniguruma", [(r"\s+", "gaps")]),
}

ALPHABETS = [
    ["a", "b", " ", "'", "s", "ll", "'ve", "\n", "  ", "1", "."],
    ["word ", "Word", " the", " it's", " don't", "I'LL", ", ", ". ", "12 ", "\n", "x", "very"],
    ["    ", "\n", "if", "(", ")", "\r\n", "\t", " = ", "0", "//", "a_b", ";", "  \n", "\x0b"],
    list("éА́б 字漢・か１²\u00a0\u3000a'́😀\n3ſK\u0345ǅʰª\u3040\x01\u0378"),
    ["<|startoftext|>", "<|", "|>", "endoftext", "<", "'D", "'RE", "S", "'", "/", "A", "b"],
]


def reference_pieces(trees: list[object], keeps: list[str], text: str) -> list[tuple[int, int]]:
    """Pieces in bytes: each split on each piece by itself."""
    pieces = [(0, len(text))]
    for tree, keep in zip(trees, keeps, strict=True):
        cut: list[tuple[int, int]] = []
        for begin, end in pieces:
            done = begin
            for a, b in [*find_all(tree, text[begin:end]), (end - begin, end - begin)]:
                if done < begin + a and keep != "matches":
                    cut.append((done, begin + a))
                if a < b and keep != "gaps":
                    cut.append((begin + a, begin + b))
                done = begin + b
        pieces = cut
    at = [0]
    for c in text:
        at.append(at[-1] + len(c.encode()))
    return [(at[begin], at[end]) for begin, end in pieces]


@pytest.mark.parametrize("name", CASES)
def test_published_patterns(name: str) -> None:
    dialect, parts = CASES[name]
    trees = [parse(pattern, dialect) for pattern, _ in parts]  # type: ignore[arg-type]
    keeps = [keep for _, keep in parts]
    splits = [(as_tuples(tree), keep) for tree, keep in zip(trees, keeps, strict=True)]
    rng = random.Random(name)
    for turn in range(40):
        text = "".join(rng.choices(ALPHABETS[turn % len(ALPHABETS)], k=rng.randint(0, 80)))
        expected = reference_pieces(list(trees), keeps, text)
        for isa in ("portable", "avx2", "avx512"):
            found = native.pattern_pieces(splits, text.encode(), isa, 160)
            assert found == expected, (isa, text)


@pytest.mark.parametrize("name", CASES)
def test_published_patterns_are_one_vectorised_automaton(name: str) -> None:
    dialect, parts = CASES[name]
    splits = [(as_tuples(parse(text, dialect)), keep) for text, keep in parts]  # type: ignore[arg-type]
    path = native.scanner_path(splits)
    assert path["compiled"], path
    assert path["one_automaton"], path
    assert path["vectorised"] or parts[0][1] == "gaps"


def test_a_pattern_that_matches_nothing_is_left_to_the_stages() -> None:
    path = native.scanner_path([(as_tuples(parse("a*", "oniguruma")), "all")])
    assert not path["compiled"]
    assert "empty" in path["reason"]
