"""What a file says: the spec, what decides no id, and which token plays which part."""

from __future__ import annotations

from typing import Any

from subwords.nodes import node
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens


@node(frozen=True, slots=True)
class Loaded:
    """The content of a tokenizer file or directory.

    Args:
        spec: Everything that decides ids and offsets.
        metadata: What decides no id, JSON-like. Keys, where present: ``truncation`` and
            ``padding`` (as in a tokenizer.json), ``unknown_keys`` (keys that no reader knows, as
            ``{JSON path: value}``), ``config`` (the rest of a tokenizer_config.json),
            ``chat_template``.
        special_tokens: The special tokens by the part they play.
    """

    spec: Spec
    metadata: dict[str, Any]
    special_tokens: SpecialTokens
