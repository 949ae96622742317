"""Compile replacement rules into the normalizer map that sentencepiece's ``.model`` files hold.

The map is a double-array trie over UTF-8 (Yata's darts-clone layout) in which equal branches are
shared, and after it the replacements, each ended by a zero byte. At every place of a text the
longest key that matches is replaced.

A unit of the trie is 32 bits. Of a branch: bits 0-7 the byte that leads to it, bit 8 whether a key
ends there, bits 10-30 the distance to its children: child c of the unit at p stands at
p ^ distance ^ c. A key's replacement is the child of byte 0: bit 31 is set, the rest says where in
the replacements it starts.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

Node = tuple[int, tuple[tuple[int, int], ...]]
"""What a state of the automaton is: a key's value or -1, and (byte, state) of its children."""

BLOCK = 256
"""The trie is as long as a multiple of so many units."""
MAX_UNITS = 1 << 21


def compile_charsmap(rules: Mapping[str, str]) -> bytes:
    """The map of some rules; empty for none.

    Args:
        rules: What is replaced, and by what. A key is not empty; neither holds U+0000.

    Raises:
        ValueError: A rule has an empty key or a U+0000, or the rules are too many for the layout.
    """
    for key, value in rules.items():
        if not key or "\0" in key or "\0" in value:
            raise ValueError(f"{key!r} -> {value!r}: a rule has a key, and no U+0000")
    if not rules:
        return b""
    texts = bytearray()
    place: dict[str, int] = {}
    for value in sorted(set(rules.values())):
        place[value] = len(texts)
        texts += value.encode() + b"\0"
    keys = sorted((key.encode(), place[value]) for key, value in rules.items())
    states, root = _minimal_automaton(keys)
    units = _lay_out(states, root)
    trie = struct.pack(f"<{len(units)}I", *units)
    return struct.pack("<I", len(trie)) + trie + bytes(texts)


def _minimal_automaton(keys: list[tuple[bytes, int]]) -> tuple[list[Node], int]:
    """The states of the smallest automaton for sorted keys, children first, and which is the root.

    Daciuk and others (2000): a branch is finished when the next key leaves it, and is then looked
    up among the finished ones.
    """
    states: list[Node] = []
    known: dict[Node, int] = {}
    path: list[tuple[int, int, list[tuple[int, int]]]] = [(0, -1, [])]  # byte, value, children

    def finish(depth: int) -> None:
        while len(path) > depth + 1:
            byte, value, children = path.pop()
            node = (value, tuple(children))
            if node not in known:
                known[node] = len(states)
                states.append(node)
            path[-1][2].append((byte, known[node]))

    previous = b""
    for key, value in keys:
        common = 0
        while common < len(previous) and common < len(key) and previous[common] == key[common]:
            common += 1
        finish(common)
        for at in range(common, len(key)):
            path.append((key[at], value if at == len(key) - 1 else -1, []))
        previous = key
    finish(0)
    states.append((-1, tuple(path[0][2])))
    return states, len(states) - 1


def _lay_out(states: list[Node], root: int) -> list[int]:
    """Give every state a place for its children, and write the units."""
    space = _Space()
    bases: dict[int, int] = {}
    order = sorted(range(len(states)), key=lambda s: (s != root, -len(states[s][1]), s))
    for state in order:
        value, children = states[state]
        labels = [byte for byte, _ in children] + ([0] if value >= 0 else [])
        bases[state] = space.place(labels)
    size = (max(space.used) // BLOCK + 1) * BLOCK
    if size > MAX_UNITS:
        raise ValueError(f"the rules take {size:,} units of the trie; the layout has {MAX_UNITS:,}")
    units = [0] * size

    def link(at: int, byte: int, state: int) -> int:
        return byte | (256 if states[state][0] >= 0 else 0) | (at ^ bases[state]) << 10

    units[0] = link(0, 0, root)
    for state, base in bases.items():
        value, children = states[state]
        if value >= 0:
            units[base] = 1 << 31 | value
        for byte, child in children:
            units[base ^ byte] = link(base ^ byte, byte, child)
    return units


class _Space:
    """Which units are taken; the first stands for the root."""

    def __init__(self) -> None:
        self.used = {0}
        self.bases = {0}
        self.free = 1  # every unit before it is taken

    def place(self, labels: list[int]) -> int:
        """The first base at which all labels find a free unit, and which no other state has."""
        while self.free in self.used:
            self.free += 1
        at = self.free
        while True:
            base = at ^ labels[0]
            if (
                at not in self.used
                and base not in self.bases
                and all(base ^ label not in self.used for label in labels)
            ):
                self.bases.add(base)
                self.used.update(base ^ label for label in labels)
                return base
            at += 1
