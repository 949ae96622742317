"""Compiled patterns find what a backtracking matcher finds, on patterns and texts made at random.

The oracle is Python's `re`, which the tree is written out for; possessive repeats become atomic
groups, because `re` treats the two differently where the repeated item could match in several ways.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

native = pytest.importorskip("subwords.native._core")

ALPHABET = "abc \né'1"
Tree = tuple[Any, ...]
SIGNS = {"greedy": "", "lazy": "?", "possessive": ""}


def _ranges(chars: str) -> tuple[tuple[int, int], ...]:
    out: list[list[int]] = []
    for c in sorted(map(ord, chars)):
        if out and out[-1][1] + 1 == c:
            out[-1][1] = c
        else:
            out.append([c, c])
    return tuple((first, last) for first, last in out)


def _complement(ranges: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    starts = [0] + [last + 1 for _, last in ranges]
    ends = [first - 1 for first, _ in ranges] + [0x10FFFF]
    return tuple((a, b) for a, b in zip(starts, ends, strict=True) if a <= b)


class Patterns:
    """Random trees, each with the expression that `re` reads the same way."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def node(self, depth: int) -> tuple[Tree, str]:
        kinds = [self.chars, self.repeat, self.seq, self.alt, self.look, self.anchor, self.atomic]
        weights = [30, 20, 20, 20, 5, 2, 3]
        make = self.random.choices(kinds, weights)[0] if depth else self.chars
        return make(depth - 1)

    def chars(self, _: int) -> tuple[Tree, str]:
        chosen = "".join(self.random.sample(ALPHABET, self.random.randint(1, 3)))
        written = "".join(f"\\u{ord(c):04x}" for c in chosen)
        if self.random.random() < 0.25:
            return ("chars", _complement(_ranges(chosen))), f"[^{written}]"
        return ("chars", _ranges(chosen)), f"[{written}]"

    def seq(self, depth: int) -> tuple[Tree, str]:
        parts = [self.node(depth) for _ in range(self.random.randint(0, 3))]
        return (
            "seq",
            tuple(tree for tree, _ in parts),
        ), f"(?:{''.join(text for _, text in parts)})"

    def alt(self, depth: int) -> tuple[Tree, str]:
        parts = [self.node(depth) for _ in range(self.random.randint(1, 3))]
        written = "|".join(text for _, text in parts)
        return ("alt", tuple(tree for tree, _ in parts)), f"(?:{written})"

    def repeat(self, depth: int) -> tuple[Tree, str]:
        tree, text = self.node(depth)
        least = self.random.randint(0, 2)
        most = self.random.choice([None, least, least + 1, least + 2])
        mode = self.random.choice(["greedy", "greedy", "lazy", "possessive"])
        written = f"(?:{text}){{{least},{'' if most is None else most}}}{SIGNS[mode]}"
        if mode == "possessive":
            written = f"(?>{written})"
        return ("repeat", tree, least, most, mode), written

    def atomic(self, depth: int) -> tuple[Tree, str]:
        tree, text = self.node(depth)
        return ("atomic", tree), f"(?>{text})"

    def look(self, depth: int) -> tuple[Tree, str]:
        tree, text = self.node(min(depth, self.random.randint(0, 1)))
        behind, negate = self.random.random() < 0.3, self.random.random() < 0.5
        written = f"(?{'<' * behind}{'!' if negate else '='}{text})"
        return ("look", tree, behind, negate), written

    def anchor(self, _: int) -> tuple[Tree, str]:
        kind, text = self.random.choice([("text_start", r"\A"), ("text_end", r"\Z")])
        return ("anchor", kind), text


def find_all(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    """All matches; an empty one never stands where the one before it ended."""
    matches: list[tuple[int, int]] = []
    position = 0
    while position <= len(text) and (found := pattern.search(text, position)):
        begin, end = found.span()
        position = end + (begin == end)
        if begin == end and matches and matches[-1][1] == end:
            continue
        matches.append((begin, end))
    return matches


def _compile(expression: str) -> re.Pattern[str] | None:
    try:
        return re.compile(expression)
    except re.error:  # a look-behind of varying length, which `re` does not have
        return None


@pytest.mark.parametrize("seed", range(8))
def test_random_patterns_match_like_a_backtracking_matcher(seed: int) -> None:
    patterns = Patterns(seed)
    compiled = 0
    for _ in range(400):
        tree, expression = patterns.node(3)
        oracle = _compile(expression)
        if oracle is None or not native.pattern_path(tree)[0]:
            continue
        compiled += 1
        for _ in range(4):
            text = "".join(patterns.random.choices(ALPHABET, k=patterns.random.randint(0, 12)))
            assert native.pattern_matches(tree, text) == find_all(oracle, text), (expression, text)
    assert compiled > 300


def test_a_reason_is_given_for_what_does_not_compile() -> None:
    letter = ("chars", ((97, 122),))
    look = ("look", ("seq", (letter, letter)), False, False)
    compiled, reason, states = native.pattern_path(("seq", (letter, look)))
    assert (compiled, states) == (False, 0)
    assert "look" in reason
    with pytest.raises(ValueError, match="look"):
        native.pattern_matches(look, "ab")


def test_deep_and_malformed_trees_are_refused() -> None:
    tree: Tree = ("chars", ((97, 97),))
    for _ in range(5000):
        tree = ("repeat", tree, 1, None, "greedy")
    assert native.pattern_path(tree)[:2] == (False, "the pattern is nested too deeply")
    for malformed in [("chars",), ("no such kind",), (), "chars", ("seq", 3), ("chars", ((1,),))]:
        with pytest.raises(ValueError):
            native.pattern_path(malformed)
    assert not native.pattern_path(("chars", ((5, 3),)))[0]
    assert not native.pattern_path(("chars", ((0, 0x110000),)))[0]
