"""The ``added_tokens`` of a ``tokenizer.json``."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Any

from subwords.formats.codec import BOOL, ID, STRING
from subwords.formats.place import Place
from subwords.spec import AddedToken

_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")
_KEYS = ("id", "content", *_FLAGS)


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
    new = size
    for index, entry in enumerate(value):
        stated, content, flags = _read_entry(entry, place, index)
        if not content:
            continue
        known = tokens.get(content)
        id = find(content) if known is None else known[1].id
        if id is None:
            id, new = new, new + 1
        if id != stated:
            _warn(place, index, content, stated, id)
        special, single_word, lstrip, rstrip, normalized = flags
        tokens[content] = (
            index,
            AddedToken(content, id, special, single_word, lstrip, rstrip, normalized),
        )
    return _in_order(tokens.values(), place, value)


def _read_entry(
    entry: object, place: Place, index: int
) -> tuple[int, str, tuple[bool, bool, bool, bool, bool]]:
    """One entry, checked; the common, faultless case first, since there may be thousands."""
    if type(entry) is dict and len(entry) == 7:
        try:
            id, content = entry["id"], entry["content"]
            flags = (
                entry["special"],
                entry["single_word"],
                entry["lstrip"],
                entry["rstrip"],
                entry["normalized"],
            )
        except KeyError:
            pass
        else:
            if (
                type(id) is int
                and type(content) is str
                and 0 <= id < 2**32
                and set(map(type, flags)) == {bool}
            ):
                return id, content, flags
    return _read_unusual_entry(entry, place.item(index))


def _read_unusual_entry(
    entry: object, place: Place
) -> tuple[int, str, tuple[bool, bool, bool, bool, bool]]:
    if not isinstance(entry, dict):
        raise place.expected("an added token (an object)", entry)
    for key in _KEYS:
        if key not in entry:
            raise place.error(f'"{key}" is missing', "An added token must state it.")
    single_word, lstrip, rstrip, normalized, special = (
        BOOL.read(entry[key], place.key(key)) for key in _FLAGS
    )
    id = ID.read(entry["id"], place.key("id"))
    content = STRING.read(entry["content"], place.key("content"))
    return id, content, (special, single_word, lstrip, rstrip, normalized)


def _in_order(
    found: Iterable[tuple[int, AddedToken]], place: Place, value: list[Any]
) -> tuple[AddedToken, ...]:
    """Sorted by id, no two with one id; unknown keys are noted under the final position."""
    ordered = sorted(found, key=lambda pair: pair[1].id)
    for position, (index, token) in enumerate(ordered):
        if position and ordered[position - 1][1].id == token.id:
            other = ordered[position - 1][1]
            raise place.item(index).error(
                f"{token.content!r} and {other.content!r} would both have id {token.id}",
                "Close the holes in the vocabulary's ids, or list the token in the vocabulary.",
            )
        entry = value[index]
        if len(entry) != len(_KEYS):
            target = place.item(position)
            for key in entry:
                if key not in _KEYS:
                    place.unknown[target.key(key).path] = entry[key]
    return tuple(token for _, token in ordered)


def _warn(place: Place, index: int, content: str, stated: int, id: int) -> None:
    path = place.item(index).key("id").path
    where = f"{place.file}: {path}" if place.file else path
    warnings.warn(
        f"{where}: the file says {content!r} has id {stated}, but the published library gives it "
        f"{id}, and so does this one; save the tokenizer again to correct the file",
        stacklevel=6,
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
