"""Make ``src/subwords/training/maps/*.z``, the normalizer maps that training puts into a tokenizer.

    python tools/make_normalization_maps.py

sentencepiece is asked what each of its rules makes of every code point. What its rules do to
several code points at once follows from that and from Unicode's canonical compositions: wherever
the parts of a composed character stand, or characters that the rule makes into these parts, the
composed character comes out. Every such key is asked about, too. Our own compiler makes the maps.
"""

from __future__ import annotations

import sys
import zlib
from collections import defaultdict
from itertools import product
from pathlib import Path

import sentencepiece

from subwords.reference.unicode import compose, decompose
from subwords.training.charsmap import compile_charsmap

RULES = ("nmt_nfkc", "nfkc", "nmt_nfkc_cf", "nfkc_cf")
FOLDER = Path(__file__).parent.parent / "src/subwords/training/maps"

# Characters of Unicode versions after that of our tables, with their canonical decompositions.
NEWER = {
    "\U000105c9": "\U000105d2\u0307",
    "\U000105e4": "\U000105da\u0307",
    "\U00011383": "\U00011382\U000113c9",
    "\U00011385": "\U00011384\U000113bb",
    "\U0001138e": "\U0001138b\U000113c2",
    "\U00011391": "\U00011390\U000113c9",
    "\U000113c5": "\U000113c2\U000113c2",
    "\U000113c7": "\U000113c2\U000113b8",
    "\U000113c8": "\U000113c2\U000113c9",
    "\U00011938": "\U00011935\U00011930",
    "\U00016121": "\U0001611e\U0001611e",
    "\U00016122": "\U0001611e\U00016129",
    "\U00016123": "\U0001611e\U0001611f",
    "\U00016124": "\U00016129\U0001611f",
    "\U00016125": "\U0001611e\U00016120",
    "\U00016126": "\U0001611e\U0001611e\U0001611f",
    "\U00016127": "\U0001611e\U00016129\U0001611f",
    "\U00016128": "\U0001611e\U0001611e\U00016120",
    "\U00016d68": "\U00016d67\U00016d67",
    "\U00016d69": "\U00016d63\U00016d67",
    "\U00016d6a": "\U00016d63\U00016d67\U00016d67",
}


class Rule:
    """One of sentencepiece's rules, on text with its white space left alone."""

    def __init__(self, name: str) -> None:
        self.normalizer = sentencepiece.SentencePieceNormalizer(
            rule_name=name,
            add_dummy_prefix=False,
            escape_whitespaces=False,
            remove_extra_whitespaces=False,
        )

    def __call__(self, text: str) -> str:
        return str(self.normalizer.normalize(text))


def code_points() -> list[str]:
    """Every character but U+0000."""
    return [chr(c) for c in range(1, 0x110000) if not 0xD800 <= c < 0xE000]


def decompositions() -> dict[str, str]:
    """Composed characters that normalization keeps, and their parts."""
    found = {}
    for c in code_points():
        parts = decompose(c, False)
        whole = parts[:1]
        for part in parts[1:]:
            whole = compose(whole, part) or ""
            if not whole:
                break
        if len(parts) > 1 and whole == c:
            found[c] = parts
    return found | NEWER


def rules_of(name: str) -> dict[str, str]:
    """Everything the rule replaces."""
    rule, plain = Rule(name), Rule("nfkc")
    rules: dict[str, str] = {}
    variants: defaultdict[str, set[str]] = defaultdict(set)
    for c in code_points():
        answer = rule(c)
        if answer != c:
            rules[c] = answer
        part = plain(c)
        if len(part) == 1:
            variants[part].add(c)
    for composed, parts in decompositions().items():
        answer = rule(composed)
        for key in map("".join, product(*(sorted({p, *variants[p]}) for p in parts))):
            if rule(key) != answer:
                raise SystemExit(f"{name}: {key!r} becomes {rule(key)!r}, not {answer!r}")
            rules[key] = answer
    return rules


def main() -> None:
    """Write the maps."""
    FOLDER.mkdir(exist_ok=True)
    for name in RULES:
        rules = rules_of(name)
        data = compile_charsmap(rules)
        packed = zlib.compress(data, 9)
        (FOLDER / f"{name}.z").write_bytes(packed)
        print(f"{name}: {len(rules):,} rules, {len(data):,} bytes, {len(packed):,} packed")


if __name__ == "__main__":
    sys.exit(main())
