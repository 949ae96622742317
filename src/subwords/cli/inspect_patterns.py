"""Which regular expressions a tokenizer searches with, and which way each one goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from subwords.patterns import GPT2, Regex
from subwords.patterns.parser import parse
from subwords.patterns.syntax import Dialect, dialect_of
from subwords.pre_tokenizers import ByteLevel
from subwords.spec import Spec

_LINE_ENDS = {10: r"\n", 13: r"\r"}


def describe_patterns(spec: Spec, engine: str) -> list[dict[str, str]]:
    """Every pattern with its place, its dialect, the way it goes, and why it is not native."""
    dialect = dialect_of(spec.semantics)
    places = [
        (place, expression)
        for place in ("normalizer", "pre_tokenizer", "decoder")
        for expression in _expressions(getattr(spec, place))
    ]
    return [
        {"place": place, "expression": expression, "dialect": dialect}
        | _path(place, expression, dialect, engine)
        for place, expression in places
    ]


def render_patterns(described: list[dict[str, str]]) -> Iterator[str]:
    """The patterns as lines for people."""
    for pattern in described:
        why = f" ({pattern['reason']})" if pattern["reason"] else ""
        way = f"{pattern['path']}{why}"
        yield f"pattern         {pattern['place']}, dialect {pattern['dialect']}: {way}"
        yield f"  {pattern['expression'].translate(_LINE_ENDS)}"


def _expressions(part: Any) -> Iterator[str]:
    """The expressions inside a component."""
    if isinstance(part, Regex):
        yield part.expression
    elif isinstance(part, ByteLevel):
        if part.use_regex:
            yield GPT2
    elif isinstance(part, (tuple, list)):
        for item in part:
            yield from _expressions(item)
    elif is_dataclass(part):
        for field in fields(part):
            yield from _expressions(getattr(part, field.name))


def _path(place: str, expression: str, dialect: Dialect, engine: str) -> dict[str, str]:
    """The way a pattern goes: "native", "regex", or "reference", the matcher in Python."""
    if engine != "native":
        return {"path": "reference", "reason": ""}
    from subwords.native.patterns import path_of

    name, reason = path_of(parse(expression, dialect))
    if name == "regex" and place != "pre_tokenizer":
        return {"path": "reference", "reason": reason}
    return {"path": name, "reason": reason}
