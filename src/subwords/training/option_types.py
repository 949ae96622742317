"""The types of training options, checked by their annotations, the same for all trainers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from subwords.surrogates import refuse_surrogates


def check_types(options: Any) -> None:
    """Refuse what is no bool, no text or no number where the options' dataclass says so.

    Raises:
        TypeError: An option is of the wrong type.
        ValueError: A text holds a lone surrogate.
    """
    for field in fields(options):
        check = _CHECKS.get(str(field.type))
        if check is not None:
            check(field.name, getattr(options, field.name))


def texts(name: str, values: Iterable[str]) -> tuple[str, ...]:
    """Several texts as a tuple, none of them twice.

    Raises:
        TypeError: `values` holds something else than `str`.
    """
    if isinstance(values, (bytes, bytearray)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of str, not {values!r}")
    found = tuple(values)
    for value in found:
        _text(f"an entry of {name}", value)
    return tuple(dict.fromkeys(found))


def _flag(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {value!r}")


def _text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {value!r}")
    refuse_surrogates(name, value)


def _number(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
        raise TypeError(f"{name} must be a number, not {value!r}")


def _number_or_none(name: str, value: object) -> None:
    if value is not None:
        _number(name, value)


_CHECKS = {
    "bool": _flag,
    "str": _text,
    "float": _number,
    "float | None": _number_or_none,
    "tuple[str, ...]": texts,
}
