"""What the dialects' escapes, properties and POSIX brackets stand for, from the pinned tables.

`_tables` is made by ``tools/make_pattern_tables.py``, which asks both libraries about every code
point; nothing comes from Python's own tables. A set is written as the general categories and
scripts that it is made of, and the ranges in which it differs from their union. Both libraries give
every character the same category, script and case; what they call by one name may differ.
"""

from __future__ import annotations

import re
from functools import cache

from subwords.patterns import _tables as tables
from subwords.patterns.ranges import LAST, merged, symmetric_difference, union
from subwords.patterns.syntax import Dialect
from subwords.patterns.tree import Ranges


def named(name: str, dialect: Dialect) -> Ranges | None:
    r"""What ``\p{name}`` matches; None if the dialect has no such property, or it is unknown."""
    return _entry(_loose(name, dialect), dialect)


def posix(name: str, dialect: Dialect) -> Ranges | None:
    """What ``[[:name:]]`` matches; None for an unknown name."""
    return _entry(f"[{name}]", dialect)


def escape(name: str, dialect: Dialect) -> Ranges:
    r"""What ``\d`` ("digit"), ``\s`` ("space"), ``\w`` ("word"), ``\h`` ("xdigit") match."""
    ranges = _entry(f"/{name}", dialect)
    if ranges is None:
        raise KeyError(name)
    return ranges


def is_word(name: str) -> bool:
    r"""Whether a property is that of ``\w`` by its name in Oniguruma."""
    return _loose(name, "oniguruma") == "word"


def _loose(name: str, dialect: Dialect) -> str:
    """A name without what does not count in it."""
    if dialect == "fancy":
        value = re.fullmatch(r"(gc|general_category|sc|script)\s*[=:](.*)", name, re.I | re.A)
        if value:
            # Only values of that very property may follow; both kinds have names of their own.
            name = value[2]
    return re.sub(r"[ \-_]", "", name).lower() if name.isascii() else name


@cache
def _entry(name: str, dialect: Dialect) -> Ranges | None:
    formula = _formulas(dialect).get(name)
    if formula is None:
        return None
    atoms, _, ranges = formula.partition("^")
    sets = [_partition()[atom] for atom in atoms.split()]
    return symmetric_difference(union(*sets), _decoded(ranges))


@cache
def _formulas(dialect: Dialect) -> dict[str, str]:
    """Decode ``L Nl ^ 345 = alphabetic o:[alpha]``: a set, and what the dialects call it.

    The set is the union of categories or a script, but for the ranges behind ``^``.
    """
    table = {}
    for line in tables.PROPERTIES.split(";"):
        formula, names = line.split("=")
        for name in names.split():
            known, _, bare = name.rpartition(":") if name[1:2] == ":" else ("", "", name)
            if known in ("", dialect[0]):
                table[bare] = formula
    return table


@cache
def _partition() -> dict[str, Ranges]:
    """The general categories and the scripts, by their short names."""
    return _divided(tables.CATEGORIES) | _divided(tables.SCRIPTS)


def _divided(runs: str) -> dict[str, Ranges]:
    """Decode ``Cc:20 Zs Po:3``: how many code points in a row (hexadecimal) are of which kind."""
    pairs: dict[str, list[tuple[int, int]]] = {}
    at = 0
    for run in runs.split():
        name, _, count = run.partition(":")
        end = at + int(count or "1", 16)
        pairs.setdefault(name, []).append((at, end - 1))
        at = end
    if at != LAST + 1:
        raise ValueError("the table does not cover every code point")
    return {name: merged(found) for name, found in pairs.items()}


def _decoded(text: str) -> Ranges:
    """Decode ``41+19 5f``: a start, and how many more follow."""
    pairs = [item.partition("+") for item in text.split()]
    starts = [(int(first, 16), int(rest or "0", 16)) for first, _, rest in pairs]
    return merged((first, first + more) for first, more in starts)


# ---------------------------------------------------------------- case


@cache
def fold_partners() -> dict[int, tuple[int, ...]]:
    """For each character that has any, the others that differ from it in case only.

    Decodes ``41+19,20``: each character of the range and the one that far behind it, a third number
    being the step from one character of the range to the next; then groups of three and more.
    """
    groups: list[list[int]] = []
    for item in tables.FOLD_PAIRS.split():
        first, _, rest = item.partition("+")
        more, distance, *step = (int(n, 16) for n in rest.split(","))
        lower = range(int(first, 16), int(first, 16) + more + 1, step[0] if step else 1)
        groups += [[c, c + distance] for c in lower]
    groups += [[int(c, 16) for c in group.split()] for group in tables.FOLD_GROUPS.split(";")]
    return {c: tuple(d for d in group if d != c) for group in groups for c in group}


@cache
def several_folds() -> dict[int, tuple[int, ...]]:
    """The characters that Oniguruma takes for several, each with those, as `folded_code` has them.

    Decodes ``df=73.73``.
    """
    pairs = (item.split("=") for item in tables.SEVERAL_FOLDS.split())
    return {int(c, 16): tuple(int(d, 16) for d in text.split(".")) for c, text in pairs}


@cache
def standing_for() -> dict[tuple[int, ...], tuple[int, ...]]:
    """For each such sequence, the single characters that stand for it."""
    table: dict[tuple[int, ...], tuple[int, ...]] = {}
    for c, sequence in several_folds().items():
        table[sequence] = (*table.get(sequence, ()), c)
    return table


@cache
def _representatives() -> dict[int, int]:
    """For each character with partners, the one of them that sequences are spelled with."""
    spelled = {c for sequence in several_folds().values() for c in sequence}
    groups = {c: {c, *others} for c, others in fold_partners().items()}
    return {c: min(group & spelled or group) for c, group in groups.items()}


def folded_code(c: int) -> int:
    """One character for all that differ from it in case only."""
    return _representatives().get(c, c)
