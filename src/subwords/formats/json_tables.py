"""The tables inside a parsed JSON document, built and checked in pure Python.

The native scanner does the same while it reads; both name the entry that is wrong.
"""

from __future__ import annotations

from typing import Any

from subwords.formats.place import Place
from subwords.tables import MAX_ID, Merges, Pieces, Vocab

_MERGE_REMEDY = 'A merge is "left right" with one space, or a list of two tokens.'


def build_tables(value: Any, place: Place, layout: str) -> Any:
    """Replace the tables of a document by `Vocab`, `Pieces` and `Merges`, in place."""
    if layout == "vocab":
        return build_vocab(value, place) if isinstance(value, dict) else value
    model = value.get("model") if isinstance(value, dict) and layout == "tokenizer" else None
    if isinstance(model, dict):
        place = place.key("model")
        if isinstance(model.get("vocab"), dict):
            model["vocab"] = build_vocab(model["vocab"], place.key("vocab"))
        elif isinstance(model.get("vocab"), list):
            model["vocab"] = build_pieces(model["vocab"], place.key("vocab"))
        if isinstance(model.get("merges"), list):
            model["merges"] = build_merges(model["merges"], place.key("merges"))
    return value


def build_vocab(value: dict[str, Any], place: Place) -> Vocab:
    """A vocabulary from an object of token to id."""
    for token in getattr(value, "repeated", ()):
        raise place.key(token).error(
            "the token is listed twice", "Keep one entry: a token has one id."
        )
    owner: dict[int, str] = {}
    for token, id in value.items():
        if isinstance(id, bool) or not isinstance(id, int) or not 0 <= id <= MAX_ID:
            raise place.key(token).expected(f"an id from 0 to {MAX_ID}", id)
        if id in owner:
            raise place.key(token).error(
                f"id {id} belongs to {owner[id]!r} already", "Give every token its own id."
            )
        owner[id] = token
    return Vocab(value)


def build_pieces(value: list[Any], place: Place) -> Pieces:
    """Scored pieces from a list of [piece, score]."""
    for i, entry in enumerate(value):
        if not isinstance(entry, list) or len(entry) != 2:
            raise place.item(i).expected("a list of a piece and its score", entry)
        piece, score = entry
        if not isinstance(piece, str):
            raise place.item(i).item(0).expected("a piece (a string)", piece)
        if isinstance(score, bool) or not isinstance(score, (int, float)):
            raise place.item(i).item(1).expected("a score (a number)", score)
    return Pieces(value)


def build_merges(value: list[Any], place: Place) -> Merges:
    """Merges from a list of "left right" strings or of [left, right] lists, never both."""
    if value and isinstance(value[0], str):
        pairs = [
            _split_merge(entry, place.item(i))
            for i, entry in enumerate(value)
            if not (isinstance(entry, str) and entry.startswith("#version"))
        ]
        return Merges(pairs)
    for i, entry in enumerate(value):
        if (
            not isinstance(entry, list)
            or len(entry) != 2
            or not all(isinstance(part, str) for part in entry)
        ):
            raise place.item(i).error(
                "a list of two tokens was expected, as in the first merge" if i else "not a merge",
                _MERGE_REMEDY,
            )
    return Merges(value)


def _split_merge(entry: Any, place: Place) -> tuple[str, str]:
    if not isinstance(entry, str):
        raise place.error(
            'a "left right" string was expected, as in the first merge', _MERGE_REMEDY
        )
    parts = entry.split(" ")
    if len(parts) != 2:
        raise place.error(f"{entry!r} does not have exactly one space", _MERGE_REMEDY)
    return parts[0], parts[1]
