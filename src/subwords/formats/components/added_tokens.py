"""The ``added_tokens`` of a ``tokenizer.json``."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from itertools import pairwise
from operator import itemgetter
from typing import Any

from subwords.formats.codec import BOOL, ID, STRING
from subwords.formats.place import Place
from subwords.spec import AddedToken

_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")
_KEYS = ("id", "content", *_FLAGS)
# An entry in the order of AddedToken's fields.
_ROW = itemgetter("content", "id", "special", "single_word", "lstrip", "rstrip", "normalized")
_ROW_TYPES = (str, int, bool, bool, bool, bool, bool)


def read_added_tokens(
    value: object, place: Place, size: int, find: Callable[[str], int | None]
) -> tuple[AddedToken, ...]:
    """The added tokens by ascending id.

    The published library does not heed the stated ids: a token that the model knows has the
    model's id, any other the next number after `size`. The same is done here, with a warning
    where that is not what the file says. An empty token is left out, and of two entries with one
    content the later wins, both as published.

    Args:
        value: The list as read.
        place: Its place.
        size: The number of entries of the model's vocabulary.
        find: The model's id of a token, or None.
    """
    if not isinstance(value, list):
        raise place.expected("a list", value)
    tokens: dict[str, tuple[int, AddedToken]] = {}
    new, last, ascending = size, -1, True
    for index, entry in enumerate(value):
        # The common, faultless case in few steps: there may be thousands of entries.
        try:
            row = _ROW(entry)
        except (KeyError, TypeError):
            row = None
        if row is None or tuple(map(type, row)) != _ROW_TYPES or not 0 <= row[1] < 2**32:
            row = _read_unusual_entry(entry, place.item(index))
        content, stated = row[0], row[1]
        if not content:
            continue
        known = tokens.get(content)
        id = find(content) if known is None else known[1].id
        if id is None:
            id, new = new, new + 1
        if id != stated:
            _warn(place, index, content, stated, id)
        ascending, last = ascending and id > last, id
        tokens[content] = (index, AddedToken(content, id, *row[2:]))
    found = list(tokens.values())
    if not ascending or len(found) != len(value):
        found = _in_order(found, place)
    _note_unknown_keys(found, place, value)
    return tuple([token for _, token in found])


def _read_unusual_entry(entry: object, place: Place) -> tuple[Any, ...]:
    """An entry with something wrong, which is named, in the order of `_ROW`."""
    if not isinstance(entry, dict):
        raise place.expected("an added token (an object)", entry)
    for key in _KEYS:
        if key not in entry:
            raise place.error(f'"{key}" is missing', "An added token must state it.")
    for key in _FLAGS:
        BOOL.read(entry[key], place.key(key))
    ID.read(entry["id"], place.key("id"))
    STRING.read(entry["content"], place.key("content"))
    row: tuple[Any, ...] = _ROW(entry)
    return row


def _in_order(found: list[tuple[int, AddedToken]], place: Place) -> list[tuple[int, AddedToken]]:
    """Sorted by id; no two may have one id."""
    ordered = sorted(found, key=lambda pair: pair[1].id)
    for (_, before), (index, token) in pairwise(ordered):
        if before.id == token.id:
            raise place.item(index).error(
                f"{token.content!r} and {before.content!r} would both have id {token.id}",
                "Close the holes in the vocabulary's ids, or list the token in the vocabulary.",
            )
    return ordered


def _note_unknown_keys(found: list[tuple[int, AddedToken]], place: Place, value: list[Any]) -> None:
    """Note unknown keys under the position that the entry has among the sorted ones."""
    if all(len(entry) == len(_KEYS) for entry in value):
        return
    for position, (index, _) in enumerate(found):
        for key in value[index]:
            if key not in _KEYS:
                target = place.item(position).key(key).path
                place.unknown[target] = value[index][key]


def _warn(place: Place, index: int, content: str, stated: int, id: int) -> None:
    path = place.item(index).key("id").path
    where = f"{place.file}: {path}" if place.file else path
    warnings.warn(
        f"{where}: the file says {content!r} has id {stated}, but the published library gives it "
        f"{id}, and so does this one; save the tokenizer again to correct the file",
        stacklevel=5,
    )


def write_added_token(token: AddedToken) -> dict[str, Any]:
    """The entry for `token`, keys in the published order."""
    return {
        "id": token.id,
        "content": token.content,
        "single_word": token.single_word,
        "lstrip": token.lstrip,
        "rstrip": token.rstrip,
        "normalized": token.normalized,
        "special": token.special,
    }
