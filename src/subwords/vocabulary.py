"""The vocabulary of a tokenizer as users see it: sizes, and the way from token to id and back."""

from __future__ import annotations

from subwords.lookup import Lookup
from subwords.options import as_integer
from subwords.parts import Parts
from subwords.spec import Spec


class VocabularyView:
    """What a `Tokenizer` says about its tokens.

    Args:
        parts: The tokenizer's parts.
    """

    __slots__ = ("_parts",)

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @property
    def spec(self) -> Spec:
        """Everything that decides ids and offsets."""
        return self._parts.spec

    @property
    def _lookup(self) -> Lookup:
        return self._parts.lookup

    @property
    def vocab_size(self) -> int:
        """How many different tokens there are, added ones included."""
        return self._lookup.size

    @property
    def max_id(self) -> int:
        """The greatest id; -1 where there is no token. Ids may have holes below it."""
        return self._lookup.max_id

    @property
    def embedding_rows(self) -> int:
        """Rows an embedding matrix needs so that every id has one: ``max_id + 1``."""
        return self._lookup.max_id + 1

    def get_vocab(self) -> dict[str, int]:
        """A new dictionary from token to id, added tokens included."""
        parts = self._parts
        added = {token.content: token.id for token in parts.spec.added_tokens}
        return {**dict(parts.lookup.model_items()), **added}

    def id_to_token(self, id: int) -> str | None:
        """The token of `id` as stored; None if there is none."""
        return self._lookup.token(as_integer(id))

    def id_to_bytes(self, id: int) -> bytes:
        """The bytes that `id` stands for: of a byte-level token its raw bytes, else UTF-8.

        Raises:
            UnknownIdError: No token has this id.
        """
        from subwords.lossless import token_bytes

        parts = self._parts
        return token_bytes(parts.spec, parts.lookup, as_integer(id))

    def token_to_id(self, token: str) -> int | None:
        """The id of `token`; None if there is none."""
        if not isinstance(token, str):
            raise TypeError(f"token must be a str, not {type(token).__name__}")
        return self._lookup.id(token)
