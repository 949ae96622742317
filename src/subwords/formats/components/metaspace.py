"""The Metaspace component, which is both a pre-tokenizer and a decoder, and its older spellings."""

from __future__ import annotations

from typing import Any

from subwords.formats.codec import BOOL, CHAR, Codec, Field, choice
from subwords.formats.place import Place

_SCHEMES = choice({"always": "always", "first": "first", "never": "never"})


def _modernise(value: dict[str, Any], place: Place) -> dict[str, Any]:
    """Drop ``add_prefix_space`` (once the only switch) and ``str_rep`` (a copy of replacement).

    The published library refuses a false ``add_prefix_space`` beside any scheme but "never", the
    default included.
    """
    value = {key: item for key, item in value.items() if key != "str_rep"}
    stated = value.pop("add_prefix_space", None)
    if stated is not None and not BOOL.read(stated, place.key("add_prefix_space")):
        scheme = value.get("prepend_scheme", "always")
        if scheme != "never":
            raise place.key("add_prefix_space").error(
                f'false contradicts prepend_scheme "{scheme}"',
                'Set "prepend_scheme" to "never".',
            )
    return value


def metaspace(node: type) -> Codec:
    """The codec of Metaspace for the spec class `node`."""
    return Codec(
        "Metaspace",
        node,
        (
            Field("replacement", "replacement", CHAR),
            Field("prepend_scheme", "prepend_scheme", _SCHEMES, default="always"),
            Field("split", "split", BOOL, default=True, null=True),
        ),
        prepare=_modernise,
    )
