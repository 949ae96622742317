"""`read_json` without the extension, on top of the standard library."""

from __future__ import annotations

import json
from typing import Any

from subwords.errors import FormatError
from subwords.formats.json_numbers import read_float
from subwords.formats.json_reader import MAX_DEPTH, Layout
from subwords.formats.json_tables import build_tables
from subwords.formats.place import Place
from subwords.formats.source import decode_utf8


def read_json_pure(data: bytes, file: object, layout: Layout = "plain") -> Any:
    """`read_json` without the extension."""
    text = decode_utf8(data, file)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_int=_integer,
            parse_float=read_float,
        )
    except json.JSONDecodeError as error:
        raise _syntax_error(error.msg, error.lineno, error.colno, file) from None
    except RecursionError:
        raise _too_deep(file) from None
    except ValueError as error:
        raise FormatError(str(error), file=file) from None
    _check(value, file, text)
    return build_tables(value, Place(file), layout)


class RepeatedKeys(dict[str, Any]):
    """An object in which keys were repeated: the last value counts, `repeated` names them."""

    repeated: list[str]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    seen: set[str] = set()
    marked = RepeatedKeys(value)
    marked.repeated = [key for key, _ in pairs if key in seen or seen.add(key)]  # type: ignore[func-returns-value]
    return marked


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _integer(text: str) -> int | float:
    """As published: an integer that 64 bits cannot hold is a float, and so is -0."""
    if len(text) > 18:
        if len(text) > 400:
            raise ValueError(f"number out of range: {text[:20]}...")
        value = int(text)
        return value if -(2**63) <= value < 2**64 else read_float(text)
    return -0.0 if text == "-0" else int(text)


def _check(value: Any, file: object, text: str) -> None:
    """Refuse what the standard library lets through: lone surrogates, deep nesting."""
    stack: list[tuple[Any, int]] = [(value, 1)]
    while stack:
        item, depth = stack.pop()
        if isinstance(item, str):
            _check_surrogates(item, file, text)
        elif isinstance(item, (dict, list)):
            if depth >= MAX_DEPTH:
                raise _too_deep(file)
            if isinstance(item, dict):
                for key in item:
                    _check_surrogates(key, file, text)
                stack.extend((child, depth + 1) for child in item.values())
            else:
                stack.extend((child, depth + 1) for child in item)


def _check_surrogates(value: str, file: object, text: str) -> None:
    if value.isascii():
        return
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        escape = f"\\u{ord(value[error.start]):04x}"
        offset = max(text.lower().find(escape), 0)
        line = text.count("\n", 0, offset) + 1
        column = offset - (text.rfind("\n", 0, offset) + 1) + 1
        raise _syntax_error(f"lone surrogate {escape}", line, column, file) from None


def _too_deep(file: object) -> FormatError:
    return FormatError(
        f"nested {MAX_DEPTH} levels deep or more",
        file=file,
        remedy="No tokenizer file is nested like that.",
    )


def _syntax_error(what: str, line: int, column: int, file: object) -> FormatError:
    return FormatError(
        what[:1].lower() + what[1:],
        file=file,
        where=f"line {line} column {column}",
        remedy="The file is not valid JSON: cut short in transfer, or edited by hand?",
    )
