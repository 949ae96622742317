"""``special_tokens_map.json``: which token plays which part, as `transformers` writes it."""

from __future__ import annotations

from typing import Any

from subwords.formats.json_reader import read_json
from subwords.formats.place import Place
from subwords.spec import AddedToken
from subwords.special_tokens import ROLES, SpecialTokens

_EXTRA = "additional_special_tokens"


def read_special_tokens_map(
    data: bytes, file: object
) -> tuple[SpecialTokens, dict[str, AddedToken]]:
    """The parts, and the flags of tokens that are given as objects (their ids are 0).

    Raises:
        FormatError: Not an object of tokens.
    """
    document = read_json(data, file)
    place = Place(file)
    if not isinstance(document, dict):
        raise place.expected("an object", document)
    return read_parts(document, place)


def read_parts(
    document: dict[str, Any], place: Place
) -> tuple[SpecialTokens, dict[str, AddedToken]]:
    """The ``pad_token``, ``unk_token`` ... of an object; other keys are not looked at."""
    flags: dict[str, AddedToken] = {}
    roles: dict[str, str] = {}
    for role in ROLES:
        value = document.get(f"{role}_token")
        if value is not None:
            roles[role] = _read_token(value, place.key(f"{role}_token"), flags)
    extra = document.get(_EXTRA)
    if extra is None:
        extra = []
    if not isinstance(extra, list):
        raise place.key(_EXTRA).expected("a list of tokens", extra)
    names = [_read_token(item, place.key(_EXTRA).item(i), flags) for i, item in enumerate(extra)]
    return SpecialTokens(**roles, extra=tuple(names)), flags


def _read_token(value: object, place: Place, flags: dict[str, AddedToken]) -> str:
    """A token given as a string, or as an object with flags."""
    if isinstance(value, str):
        return value
    if not isinstance(value, dict) or not isinstance(value.get("content"), str):
        raise place.expected('a token: a string, or an object with "content"', value)
    content: str = value["content"]
    switches = {}
    for key in ("single_word", "lstrip", "rstrip", "normalized"):
        stated = value.get(key, False)
        if not isinstance(stated, bool):
            raise place.key(key).expected("true or false", stated)
        switches[key] = stated
    flags[content] = AddedToken(content, 0, special=True, **switches)
    return content


def special_tokens_document(special: SpecialTokens, flags: dict[str, AddedToken]) -> dict[str, Any]:
    """The object to write; a token with flags other than the plain ones becomes an object."""
    document: dict[str, Any] = {}
    for role, token in special.to_dict().items():
        document[f"{role}_token"] = _write_token(token, flags)
    if special.extra:
        # As plain strings: transformers 5 cannot read objects in this list, and finds the flags in
        # the tokenizer.json anyway.
        document[_EXTRA] = list(special.extra)
    return document


def _write_token(token: str, flags: dict[str, AddedToken]) -> object:
    stated = flags.get(token)
    if stated is None:
        return token
    switches = {
        "lstrip": stated.lstrip,
        "normalized": stated.normalized,
        "rstrip": stated.rstrip,
        "single_word": stated.single_word,
    }
    return {"content": token, **switches} if any(switches.values()) else token
