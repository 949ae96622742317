"""``tokenizer_config.json``: what `transformers` keeps beside a vocabulary.

Read for casing (BERT), the special tokens' parts, and metadata. Keys that would change ids and
that are not honoured raise where the ids come from a bare vocabulary; a tokenizer.json states
them itself.
"""

from __future__ import annotations

from typing import Any

from subwords.formats.bert import Casing
from subwords.formats.codec import BOOL, ID, STRING
from subwords.formats.json_reader import read_json
from subwords.formats.place import Place
from subwords.formats.special_tokens_map import read_parts
from subwords.nodes import node
from subwords.spec import AddedToken
from subwords.special_tokens import ROLES, SpecialTokens

_CASING = ("do_lower_case", "strip_accents", "tokenize_chinese_chars")
_PARTS = (*(f"{role}_token" for role in ROLES), "additional_special_tokens")


@node(frozen=True, slots=True)
class RankSettings:
    """What a rank file leaves unsaid, as `save` keeps it under "tiktoken"; None: not stated."""

    pattern: str | None = None
    special_tokens: dict[str, int] | None = None


@node(frozen=True, slots=True)
class Config:
    """The content of a tokenizer_config.json, sorted by what it is for."""

    casing: Casing
    special_tokens: SpecialTokens
    flags: dict[str, AddedToken]
    chat_template: Any
    ranks: RankSettings
    rest: dict[str, Any]
    place: Place

    def require_plain_bert(self) -> None:
        """Raise where a key asks for other ids than a plain BERT vocabulary gives."""
        if self.rest.get("do_basic_tokenize", True) is not True:
            raise self.place.key("do_basic_tokenize").error(
                "only true can be honoured for a vocab.txt",
                "Convert the tokenizer to a tokenizer.json.",
            )
        if self.rest.get("never_split") not in (None, []):
            raise self.place.key("never_split").error(
                "cannot be honoured for a vocab.txt", "Convert the tokenizer to a tokenizer.json."
            )
        if self.rest.get("wordpieces_prefix", "##") != "##":
            raise self.place.key("wordpieces_prefix").error(
                "only ## can be honoured for a vocab.txt",
                "Convert the tokenizer to a tokenizer.json.",
            )


def read_tokenizer_config(data: bytes, file: object) -> Config:
    """The content of a ``tokenizer_config.json``.

    Raises:
        FormatError: Not an object, or a casing key is not true, false or null.
    """
    document = read_json(data, file)
    place = Place(file)
    if not isinstance(document, dict):
        raise place.expected("an object", document)
    return config_of(document, place)


def config_of(document: dict[str, Any], place: Place) -> Config:
    """The content of a parsed ``tokenizer_config.json``; of an empty one where there is none."""
    stated: dict[str, bool | None] = {}
    for key in _CASING:
        value = document.get(key)
        stated[key] = None if value is None else BOOL.read(value, place.key(key))
    special, flags = read_parts(document, place)
    used = {*_CASING, *_PARTS, "chat_template", "tiktoken"}
    return Config(
        casing=Casing(
            stated["do_lower_case"], stated["strip_accents"], stated["tokenize_chinese_chars"]
        ),
        special_tokens=special,
        flags=flags,
        chat_template=document.get("chat_template"),
        ranks=_read_ranks(document.get("tiktoken"), place.key("tiktoken")),
        rest={key: value for key, value in document.items() if key not in used},
        place=place,
    )


def _read_ranks(value: object, place: Place) -> RankSettings:
    if value is None:
        return RankSettings()
    if not isinstance(value, dict) or set(value) != {"pattern", "special_tokens"}:
        raise place.expected('an object of "pattern" and "special_tokens"', value)
    tokens = value["special_tokens"]
    if not isinstance(tokens, dict):
        raise place.key("special_tokens").expected("an object from token to id", tokens)
    return RankSettings(
        STRING.read(value["pattern"], place.key("pattern")),
        {t: ID.read(id, place.key("special_tokens").key(t)) for t, id in tokens.items()},
    )
