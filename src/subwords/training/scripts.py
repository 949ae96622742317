"""Which characters may stand in one piece: sentencepiece's reading of Unicode's scripts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache

from subwords.training._script_table import SCRIPTS
from subwords.training.sentencepiece_options import SPACE, SentencePieceOptions

UNASSIGNED = 0
ANY = -1
"""Of what goes with every script: digits where numbers may join."""
INHERITED = -2
"""Of marks and the space, which go with the character before them."""
ALONE = -3
"""Of what is always a piece of its own."""
DIGITS = frozenset("0123456789")


def kind_of(c: str, options: SentencePieceOptions) -> int:
    """The kind of a character: a script from 0, or one of the constants of this module.

    The two kana and the prolonged sound mark count as Han.
    """
    if c == SPACE:
        return INHERITED
    if c in DIGITS:
        if options.split_digits:
            return ALONE
        if not options.split_by_number:
            return ANY
    if not options.split_by_unicode_script:
        return ANY
    script = script_number(c)
    if c == "\u30fc" or script in (_number("hiragana"), _number("katakana")):
        return _number("hani")
    return INHERITED if script == _number("inherited") else script


def piece_limit(kinds: Iterable[int], most: int) -> int:
    """How many characters of a text can be one piece, from its start, by their kinds.

    Every shorter prefix then can be one, too. A mark or a space takes the kind of what stands
    before it.
    """
    length, last = 0, ANY
    for own in kinds:
        kind = last if own == INHERITED else own
        apart = ANY not in (kind, last) and kind != last
        if length == most or apart or (length and ALONE in (kind, last)):
            break
        length, last = length + 1, kind
    return length


def script_number(c: str) -> int:
    """The number of a character's script; 0 where it has none."""
    starts, ends, numbers = _ranges()
    at = bisect_right(starts, ord(c)) - 1
    return numbers[at] if at >= 0 and ord(c) <= ends[at] else UNASSIGNED


@cache
def _number(name: str) -> int:
    return 1 + [line.split(" ", 1)[0] for line in _lines()].index(name)


@cache
def _lines() -> list[str]:
    return SCRIPTS.splitlines()


@cache
def _ranges() -> tuple[list[int], list[int], list[int]]:
    found = []
    for number, line in enumerate(_lines(), 1):
        for item in line.split()[1:]:
            first, _, more = item.partition("+")
            start = int(first, 16)
            found.append((start, start + int(more or "0", 16), number))
    starts, ends, numbers = zip(*sorted(found), strict=True)
    return list(starts), list(ends), list(numbers)
