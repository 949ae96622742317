"""Make the tables of the pattern dialects by asking both libraries about every code point.

    python tools/make_pattern_tables.py            # takes some minutes

Needs `tokenizers` (Oniguruma) and `tiktoken` (fancy-regex) in the releases of pyproject.toml.
Nothing is taken from Python's own tables but the candidates for characters that stand for several,
each of which Oniguruma must confirm. Surrogates cannot be asked; they are of the category Cs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import tiktoken
from pattern_emit import fold_pairs, module, properties, runs
from pattern_names import BINARY, CATEGORIES, POSIX, SCRIPTS
from tokenizers import Regex, normalizers

TABLES = Path(__file__).resolve().parent.parent / "src/subwords/patterns/_tables.py"
SURROGATES = frozenset(range(0xD800, 0xE000))
EVERY = "".join(chr(c) for c in range(0x110000) if c not in SURROGATES)
PLANES = [c for c in range(0x20000) if c not in SURROGATES]
APART = "\x01"  # stands between characters that must not be read together
APART_TEXT = APART.join(map(chr, PLANES))
BYTES = {bytes([byte]): byte for byte in range(256)}
ESCAPES = {"digit": r"\d", "space": r"\s", "word": r"\w", "xdigit": r"\h"}
WITH_SURROGATES = {"cs", "c", "other", "surrogate", "any", "unknown", "zzzz"}
Found = frozenset[int]


def need(condition: bool, claim: str) -> None:
    """Stop where an assumption about the libraries does not hold; the tables would be wrong."""
    if not condition:
        raise SystemExit(f"the libraries disagree: {claim}")


def oniguruma(expression: str, text: str = EVERY) -> Found:
    """The characters of the text that the expression takes out, asked of `tokenizers`."""
    left = normalizers.Replace(Regex(expression), "").normalize_str(text)
    return frozenset(map(ord, text)) - frozenset(map(ord, left))


def fancy(expression: str, text: str = EVERY) -> Found:
    """The characters of the text that the expression matches, asked of `tiktoken`."""
    encoding = tiktoken.Encoding(
        "asked", pat_str=expression, mergeable_ranks=BYTES, special_tokens={}
    )
    kept = encoding.decode_bytes(encoding.encode_ordinary(text)).decode()
    return frozenset(map(ord, kept))


DIALECTS: dict[str, Callable[..., Found]] = {"o": oniguruma, "f": fancy}


def asked(dialect: str, expression: str) -> Found | None:
    """The answer, or None where the library does not know the expression."""
    try:
        return DIALECTS[dialect](expression)
    except BaseException as error:  # tiktoken's panics are no Exception
        if isinstance(error, KeyboardInterrupt):
            raise
        return None


# ---------------------------------------------------------------- properties


def answers() -> dict[tuple[str, str], Found]:
    """Every name that a dialect knows, as properties.py looks it up, with its members."""
    found = {}
    names = [name for text in (CATEGORIES, SCRIPTS, BINARY) for name in re.split(r"[\s=]+", text)]
    questions = {re.sub(r"[-_ ]", "", n).lower(): rf"\p{{{n}}}" for n in names if n}
    questions |= {f"[{name}]": f"[[:{name}:]]" for name in POSIX.split()}
    questions |= {f"/{name}": escape for name, escape in ESCAPES.items()}
    for key, expression in questions.items():
        for dialect in DIALECTS:
            members = asked(dialect, expression)
            if members is not None:
                found[dialect, key] = members | (SURROGATES if key in WITH_SURROGATES else set())
    return found


def partition(found: dict[tuple[str, str], Found], names: str, length: int) -> dict[str, Found]:
    """The sets of one partition by their short names; both dialects must agree on all of them."""
    sets: dict[str, Found] = {}
    for item in names.split():
        short = item.split("=")[0]
        first, second = (found.get((dialect, short.lower())) for dialect in DIALECTS)
        need(first is None or second is None or first == second, f"both know {short}")
        members = first if first is not None else second
        if len(short) == length and members and members not in sets.values():
            sets[short] = members
    return sets


# ---------------------------------------------------------------- case


def subsets() -> Iterator[tuple[set[int], str]]:
    """Sets of code points, as classes that ignore case, such that any two are told apart by one.

    Two different code points differ in some bit; Oniguruma takes no more than 10,000 ranges.
    """
    for bit in range(17):
        size = max(1 << bit + 13, 1 << 17) if bit >= 4 else 1 << bit + 13
        for start in range(0, 0x20000, size):
            for value in (0, 1):
                part = range(start, min(start + size, 0x20000))
                members = {c for c in part if c >> bit & 1 == value} - SURROGATES
                if members:
                    yield members, "(?i)[" + "".join(_ranges(members)) + "]"


def _ranges(members: set[int]) -> Iterator[str]:
    for first in sorted(c for c in members if c - 1 not in members):
        last = first
        while last + 1 in members:
            last += 1
        yield f"\\x{{{first:x}}}-\\x{{{last:x}}}"


def fold_groups() -> set[Found]:
    """The sets of characters that are equal but for case; both dialects must agree on them."""
    cased: set[int] = set()
    for members, expression in subsets():
        for ask in DIALECTS.values():
            cased |= ask(expression, APART_TEXT) - members - {ord(APART)}
    text = APART.join(map(chr, sorted(cased)))
    partners = {}
    for ask in DIALECTS.values():
        groups = {c: ask(f"(?i:\\x{{{c:x}}})", text) for c in cased}
        need(not partners or groups == partners, "both fold case alike")
        partners = groups
    return set(partners.values())


def several_folds() -> str:
    """``df=73.73``: the characters for which Oniguruma takes several."""
    items = []
    for c in map(chr, (c for c in range(0x110000) if c not in SURROGATES)):
        apart = c.casefold()
        if len(apart) > 1:
            whole = normalizers.Replace(Regex(rf"\A(?i:{c})\z"), "").normalize_str(apart)
            back = normalizers.Replace(Regex(rf"\A(?i:{apart})\z"), "").normalize_str(c)
            need(whole == back == "", f"U+{ord(c):04X} stands for {apart!r}")
            items.append(f"{ord(c):x}=" + ".".join(f"{ord(d):x}" for d in apart))
    return " ".join(items)


def main() -> None:
    """Ask, and write the file."""
    found = answers()
    categories = partition(found, CATEGORIES, 2) | {"Cs": SURROGATES}
    del categories["LC"]
    scripts = partition(found, SCRIPTS, 4)
    for sets in (categories, scripts):
        need(sum(map(len, sets.values())) == 0x110000, "each code point is in one set")
    pairs, groups = fold_pairs(fold_groups())
    entries = {
        "CATEGORIES": runs(categories),
        "SCRIPTS": runs(scripts),
        "PROPERTIES": properties(found, categories, scripts),
        "FOLD_PAIRS": pairs,
        "FOLD_GROUPS": groups,
        "SEVERAL_FOLDS": several_folds(),
    }
    TABLES.write_text(module(entries))


if __name__ == "__main__":
    main()
