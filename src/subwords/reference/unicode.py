"""Character properties and mappings, pinned to what the published library answers.

Python's own tables differ from version to version and from that library's, so none is used: the
tables of `_unicode_tables` are made by ``tools/make_unicode_tables.py``, which asks the library
about every character. They are decoded on first use. Surrogates have no property and map to
themselves. The native twin is ``core/text/unicode.hpp``.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache

from subwords.reference import _unicode_tables as tables


def is_white_space(c: str) -> bool:
    r"""WhitespaceSplit, BERT's cut, Whitespace's \s, Strip, lstrip and rstrip of added tokens."""
    return _within("WHITE_SPACE", c)


def is_bert_dropped(c: str) -> bool:
    """What BERT's clean-up removes: control, format and private use characters, and U+FFFD."""
    return _within("BERT_DROPPED", c)


def is_bert_space(c: str) -> bool:
    """What BERT's clean-up turns into a space."""
    return _within("BERT_SPACE", c)


def is_cjk(c: str) -> bool:
    """What BERT puts spaces around: the ideographs it knows."""
    return _within("CJK", c)


def is_punctuation(c: str) -> bool:
    """Where Punctuation and BERT cut; every ASCII symbol is one."""
    return _within("PUNCTUATION", c)


def is_numeric(c: str) -> bool:
    """What Digits cuts out: decimal digits, letters that are numbers, fractions and the like."""
    return _within("NUMERIC", c)


def is_word(c: str) -> bool:
    r"""Whether \w of Whitespace, and `single_word` of added tokens, take it for part of a word."""
    return _within("WORD", c)


def is_nonspacing_mark(c: str) -> bool:
    """What BERT's accent stripping drops after NFD; False for what NFD takes apart."""
    return _within("NONSPACING_MARK", c)


def is_stripped_accent(c: str) -> bool:
    """What StripAccents drops."""
    return _within("STRIPPED_ACCENT", c)


def lowercase(c: str) -> str:
    """Lower case of one character, whatever stands beside it: one or two characters."""
    return _mapping("LOWERCASE").get(c, c)


def decompose(c: str, compatibility: bool) -> str:
    """Full decomposition of one character, canonical or compatibility."""
    if "가" <= c <= "힣":
        lead, rest = divmod(ord(c) - ord("가"), 21 * 28)
        vowel, tail = divmod(rest, 28)
        jamo = chr(0x1100 + lead) + chr(0x1161 + vowel)
        return jamo + chr(0x11A7 + tail) if tail else jamo
    if compatibility:
        answer = _mapping("COMPATIBILITY").get(c)
        if answer is not None:
            return answer
    return _mapping("CANONICAL").get(c, c)


def combining_class(c: str) -> int:
    """Canonical combining class; 0 for a character that decomposes, whose parts have one each."""
    return _classes().get(c, 0)


def compose(first: str, second: str) -> str | None:
    """The primary composite of two characters, if there is one."""
    if "\u1100" <= first <= "\u1112" and "\u1161" <= second <= "\u1175":
        lead, vowel = ord(first) - 0x1100, ord(second) - 0x1161
        return chr(ord("가") + (lead * 21 + vowel) * 28)
    if "가" <= first <= "힣" and "\u11a8" <= second <= "\u11c2":
        without_tail = (ord(first) - ord("가")) % 28 == 0
        return chr(ord(first) + ord(second) - 0x11A7) if without_tail else None
    return _composites().get((first, second))


@cache
def _ranges(text: str) -> tuple[list[int], list[int]]:
    """Decode ``41+19 5f`` (a start, and how many more follow): the first and the last members."""
    pairs = [item.partition("+") for item in text.split()]
    starts = [int(first, 16) for first, _, _ in pairs]
    more = [int(rest or "0", 16) for _, _, rest in pairs]
    return starts, [start + n for start, n in zip(starts, more, strict=True)]


@lru_cache(maxsize=1 << 14)
def _within(name: str, c: str) -> bool:
    starts, ends = _ranges(getattr(tables, name))
    at = bisect_right(starts, ord(c)) - 1
    return at >= 0 and ord(c) <= ends[at]


@cache
def _mapping(name: str) -> dict[str, str]:
    """Decode ``c0 61.300 61.301; ...``: a character, then what it and the next ones become."""
    table = {}
    for run in getattr(tables, name).split(";"):
        first, *answers = run.split()
        for c, answer in enumerate(answers, int(first, 16)):
            table[chr(c)] = _characters(answer)
    return table


@cache
def _classes() -> dict[str, int]:
    """Decode ``1 334+4; ...``: a class, then its members."""
    table = {}
    for group in tables.COMBINING_CLASSES.split(";"):
        value, members = group.strip().split(" ", 1)
        for first, last in zip(*_ranges(members), strict=True):
            table.update(dict.fromkeys(map(chr, range(first, last + 1)), int(value, 16)))
    return table


@cache
def _composites() -> dict[tuple[str, str], str]:
    triples = map(_characters, tables.COMPOSITES.split())
    return {(triple[0], triple[1]): triple[2] for triple in triples}


def _characters(text: str) -> str:
    return "".join(chr(int(c, 16)) for c in text.split("."))
