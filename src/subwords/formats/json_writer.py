"""The text of a ``tokenizer.json``: keys, order and indentation as the published library writes.

Tables are written entry by entry, everything else by the standard library.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from json.encoder import encode_basestring
from typing import Any

from subwords import models as m
from subwords.errors import UnsupportedError
from subwords.formats.components import (
    decoders,
    models,
    normalizers,
    post_processors,
    pre_tokenizers,
)
from subwords.formats.components.added_tokens import write_added_token
from subwords.formats.json_numbers import write_float
from subwords.formats.place import split_path
from subwords.spec import AddedToken, Spec
from subwords.tables import MergesTable, PiecesTable, VocabTable


def tokenizer_json(spec: Spec, metadata: dict[str, Any]) -> str:
    """The content of a ``tokenizer.json``.

    Args:
        spec: The tokenizer.
        metadata: As in `Loaded`; truncation, padding and unknown keys go into the file.

    Raises:
        UnsupportedError: The file format cannot hold the spec exactly; says what in it.
    """
    if spec.semantics != "huggingface":
        raise UnsupportedError(
            f'a tokenizer.json means "huggingface" semantics; this spec has "{spec.semantics}"'
        )
    _check_added_ids(spec)
    document: dict[str, Any] = {
        "version": "1.0",
        "truncation": metadata.get("truncation"),
        "padding": metadata.get("padding"),
        "added_tokens": [write_added_token(token) for token in spec.added_tokens],
        "normalizer": normalizers.REGISTRY.encode(spec.normalizer),
        "pre_tokenizer": pre_tokenizers.REGISTRY.encode(spec.pre_tokenizer),
        "post_processor": post_processors.REGISTRY.encode(spec.post_processor),
        "decoder": decoders.REGISTRY.encode(spec.decoder),
        "model": models.REGISTRY.encode(spec.model),
    }
    for path, value in metadata.get("unknown_keys", {}).items():
        _put_back(document, path, value)
    return _write_object(document, "") + "\n"


def _put_back(document: dict[str, Any], path: str, value: object) -> None:
    """Set an unknown key where it stood; where its component is gone, so is the key."""
    *steps, last = split_path(path)
    target: Any = document
    for step in steps:
        try:
            target = target[step]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(target, dict) and isinstance(last, str):
        target.setdefault(last, value)


def _check_added_ids(spec: Spec) -> None:
    """The published library numbers added tokens itself; a file cannot ask for other ids."""
    known = spec.model.pieces.find if isinstance(spec.model, m.Unigram) else spec.model.vocab.get  # type: ignore[attr-defined]
    table = spec.model.pieces if isinstance(spec.model, m.Unigram) else spec.model.vocab  # type: ignore[attr-defined]
    new = len(table)
    for token in spec.added_tokens:
        id = known(token.content)
        if id is None:
            id, new = new, new + 1
        if id != token.id:
            raise UnsupportedError(
                f"the added token {token.content!r} has id {token.id}, but a tokenizer.json would "
                f"give it {id}; number added tokens on from the vocabulary's {len(table)} entries"
            )


def _write_object(value: dict[str, Any], indent: str) -> str:
    inner = indent + "  "
    members = [f"{inner}{_string(key)}: {_write(item, inner)}" for key, item in value.items()]
    return "{\n" + ",\n".join(members) + "\n" + indent + "}" if members else "{}"


def _write(value: Any, indent: str) -> str:
    if isinstance(value, VocabTable):
        return _block("{", _vocab_lines(value), "}", indent)
    if isinstance(value, MergesTable):
        return _block("[", _merge_lines(value, indent + "  "), "]", indent)
    if isinstance(value, PiecesTable):
        return _block("[", _piece_lines(value, indent + "  "), "]", indent)
    if isinstance(value, dict):
        return _write_object(value, indent)
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return text.replace("\n", "\n" + indent)


def _block(opening: str, lines: Iterable[str], closing: str, indent: str) -> str:
    separator = ",\n" + indent + "  "
    body = separator.join(lines)
    return f"{opening}\n{indent}  {body}\n{indent}{closing}" if body else opening + closing


def _vocab_lines(vocab: VocabTable) -> Iterable[str]:
    for id in sorted(id for _, id in vocab.items()):
        yield f"{json_token(vocab.token_bytes(id))}: {id}"


def _merge_lines(merges: MergesTable, indent: str) -> Iterable[str]:
    for rank in range(len(merges)):
        left, right = merges.pair_bytes(rank)
        yield f"[\n{indent}  {json_token(left)},\n{indent}  {json_token(right)}\n{indent}]"


def _piece_lines(pieces: PiecesTable, indent: str) -> Iterable[str]:
    for id in range(len(pieces)):
        kind = pieces.type(id)
        if kind not in ("normal", "unknown"):
            raise UnsupportedError(
                f"a tokenizer.json cannot say that piece {id} ({pieces[id][0]!r}) is {kind}"
            )
        piece, score = json_token(pieces.piece_bytes(id)), write_float(pieces.score(id))
        yield f"[\n{indent}  {piece},\n{indent}  {score}\n{indent}]"


def json_token(token: bytes | None) -> str:
    """A token as a JSON string.

    Raises:
        UnsupportedError: It is not UTF-8.
    """
    try:
        return _string((token or b"").decode("utf-8"))
    except UnicodeDecodeError:
        raise UnsupportedError(
            f"the token {token!r} is not UTF-8, so a tokenizer.json cannot hold it"
        ) from None


def _string(text: str) -> str:
    return encode_basestring(text)


def added_flags(tokens: Iterable[AddedToken]) -> dict[str, AddedToken]:
    """Added tokens by content, for the flags of a special_tokens_map.json."""
    return {token.content: token for token in tokens}
