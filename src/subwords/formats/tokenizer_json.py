"""Hugging Face ``tokenizer.json``: the whole tokenizer in one file.

Which keys exist, which are required and what the others mean by default was learned by feeding
minimal files to `tokenizers` 0.23.3. Keys it does not know are kept in the metadata where it
ignores them (inside components), and refused where it refuses them (at the top).
"""

from __future__ import annotations

from typing import Any

from subwords.formats.codec import ID, SIZE, STRING, Field, Kind, choice
from subwords.formats.components import decoders, normalizers, post_processors, pre_tokenizers
from subwords.formats.components.added_tokens import read_added_tokens
from subwords.formats.components.models import read_model
from subwords.formats.json_reader import read_json
from subwords.formats.loaded import Loaded
from subwords.formats.place import Place
from subwords.formats.roles import infer_roles
from subwords.lookup import Lookup
from subwords.models import Model, Unigram
from subwords.spec import Spec

_KEYS = (
    "version",
    "truncation",
    "padding",
    "added_tokens",
    "normalizer",
    "pre_tokenizer",
    "post_processor",
    "decoder",
    "model",
)


def load_tokenizer_json(data: bytes, file: object = None) -> Loaded:
    """Read the content of a ``tokenizer.json``.

    Args:
        data: The file's bytes.
        file: Its name for messages.

    Raises:
        FormatError: The file is damaged, or says something that would not be honoured.
    """
    document = read_json(data, file, "tokenizer")
    place = Place(file)
    if not isinstance(document, dict):
        raise place.expected("an object", document)
    return read_document(document, place)


def read_document(document: dict[str, Any], place: Place) -> Loaded:
    """Turn a parsed ``tokenizer.json`` into a spec and metadata."""
    _check_top(document, place)
    model = read_model(document["model"], place.key("model"))
    size, find = _vocabulary(model)
    added = read_added_tokens(
        document.get("added_tokens", []), place.key("added_tokens"), size, find
    )
    spec = Spec(
        model=model,
        normalizer=normalizers.REGISTRY.decode_optional(
            document.get("normalizer"), place.key("normalizer")
        ),
        pre_tokenizer=pre_tokenizers.REGISTRY.decode_optional(
            document.get("pre_tokenizer"), place.key("pre_tokenizer")
        ),
        post_processor=post_processors.REGISTRY.decode_optional(
            document.get("post_processor"), place.key("post_processor")
        ),
        decoder=decoders.REGISTRY.decode_optional(document.get("decoder"), place.key("decoder")),
        added_tokens=added,
    )
    if spec.post_processor is not None:
        lookup = Lookup(spec)
        post_processors.check_ids(
            spec.post_processor,
            place.key("post_processor"),
            lambda id: lookup.token(id) is not None,
        )
    metadata: dict[str, Any] = {}
    for key, fields in (("truncation", _TRUNCATION), ("padding", _PADDING)):
        value = document.get(key)
        if value is not None:
            _check_settings(value, fields, place.key(key))
            metadata[key] = value
    if place.unknown:
        metadata["unknown_keys"] = dict(place.unknown)
    return Loaded(spec, metadata, infer_roles(spec))


def _check_top(document: dict[str, Any], place: Place) -> None:
    if "model" not in document:
        raise place.error('"model" is missing', "Is this a tokenizer.json?")
    for key in document:
        if key not in _KEYS:
            raise place.key(key).error(
                "unknown key; the published library refuses it too",
                "Take it out; known are " + ", ".join(_KEYS) + ".",
            )
    if document.get("version", "1.0") != "1.0":
        raise place.key("version").expected('"1.0"', document["version"])


def _vocabulary(model: Model) -> tuple[int, Any]:
    """The model's number of entries, and a function from token to id."""
    if not isinstance(model, Unigram):
        vocab = model.vocab  # type: ignore[attr-defined]
        return len(vocab), vocab.get
    pieces = model.pieces
    return len(pieces), pieces.find


def _read_strategy(value: object, place: Place) -> object:
    """``"BatchLongest"`` or ``{"Fixed": n}``."""
    if isinstance(value, dict) and list(value) == ["Fixed"]:
        SIZE.read(value["Fixed"], place.key("Fixed"))
    elif value != "BatchLongest":
        raise place.expected('"BatchLongest" or {"Fixed": ...}', value)
    return value


def _read_optional_size(value: object, place: Place) -> object:
    return value if value is None else SIZE.read(value, place)


_DIRECTION = choice({"Left": "Left", "Right": "Right"})
_TRUNCATION = (
    Field("max_length", "", SIZE),
    Field("strategy", "", choice({s: s for s in ("LongestFirst", "OnlyFirst", "OnlySecond")})),
    Field("stride", "", SIZE),
    Field("direction", "", _DIRECTION, default="Right"),
)
_PADDING = (
    Field("strategy", "", Kind(_read_strategy)),
    Field("direction", "", _DIRECTION),
    Field("pad_to_multiple_of", "", Kind(_read_optional_size), default=None),
    Field("pad_id", "", ID),
    Field("pad_type_id", "", ID),
    Field("pad_token", "", STRING),
)


def _check_settings(value: object, fields: tuple[Field, ...], place: Place) -> None:
    """Truncation and padding decide no id, but what the published library refuses is refused."""
    if not isinstance(value, dict):
        raise place.expected("an object or null", value)
    for field in fields:
        if field.key in value:
            field.kind.read(value[field.key], place.key(field.key))
        elif field.default is not None and not isinstance(field.default, str):
            raise place.error(f'"{field.key}" is missing', f"{place.path} must state it.")
