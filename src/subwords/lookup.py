"""From token to id and back over the whole of a spec: the model's table and the added tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from subwords.errors import UnknownIdError
from subwords.spec import AddedToken, Spec
from subwords.tables import MAX_ID, PiecesTable, VocabTable


class _Kept(dict[int, "str | None"]):
    """What a function says of each id, asked once."""

    __slots__ = ("_look",)

    def __init__(self, look: Callable[[int], str | None]) -> None:
        self._look = look

    def __missing__(self, id: int) -> str | None:
        token = self[id] = self._look(id)
        return token


class Lookup:
    """Every token of a spec by id, and every id by token. Added tokens come before the model's.

    Args:
        spec: The spec to look into.
    """

    __slots__ = ("_added_by_content", "_added_by_id", "_pieces", "_vocab", "piece")

    piece: Callable[[int], str | None]
    """The token of an id where the model gave it: its own, should an added one share the id.

    Annotated texts ask for many; each is made once.
    """

    def __init__(self, spec: Spec) -> None:
        self._vocab: VocabTable | None = getattr(spec.model, "vocab", None)
        self._pieces: PiecesTable | None = getattr(spec.model, "pieces", None)
        self._added_by_id: dict[int, AddedToken] = {t.id: t for t in spec.added_tokens}
        self._added_by_content = {t.content: t for t in spec.added_tokens}
        self.piece = _Kept(self._piece).__getitem__

    def token(self, id: int) -> str | None:
        """The token of `id`, as stored; None if there is none."""
        added = self._added_by_id.get(id)
        return added.content if added is not None else self._model_token(id)

    def _piece(self, id: int) -> str | None:
        token = self._model_token(id)
        return self.token(id) if token is None else token

    def added(self, id: int) -> AddedToken | None:
        """The added token of `id`, if it is one."""
        return self._added_by_id.get(id)

    def known(self, id: int) -> str:
        """The token of `id`.

        Raises:
            UnknownIdError: No token has this id.
        """
        token = self.token(id)
        if token is None:
            raise UnknownIdError(
                f"id {id} is not in the vocabulary, whose ids go from 0 to {self.max_id}"
            )
        return token

    def id(self, token: str) -> int | None:
        """The id of `token`; None if there is none."""
        added = self._added_by_content.get(token)
        return added.id if added is not None else self.model_id(token)

    def model_id(self, token: str) -> int | None:
        """The id of `token` in the model's own table; None if it is not there."""
        if self._vocab is not None:
            return self._vocab.get(token)
        return None if self._pieces is None else self._pieces.find(token)

    def _model_token(self, id: int) -> str | None:
        if not 0 <= id <= MAX_ID:
            return None
        if self._vocab is not None:
            return self._vocab.token(id)
        if self._pieces is not None and id < len(self._pieces):
            return self._pieces[id][0]
        return None

    def model_bytes(self, id: int) -> bytes | None:
        """The token of `id` in the model's own table, as stored; None if it is not there."""
        if self._vocab is not None:
            return self._vocab.token_bytes(id)
        if self._pieces is not None and 0 <= id < len(self._pieces):
            return self._pieces.piece_bytes(id)
        return None

    def model_items(self) -> Iterator[tuple[str, int]]:
        """The model's own tokens and their ids, in the order of the file."""
        if self._vocab is not None:
            yield from self._vocab.to_dict().items()
        elif self._pieces is not None:
            yield from ((self._pieces[id][0], id) for id in range(len(self._pieces)))

    @property
    def size(self) -> int:
        """How many different tokens there are."""
        table = self._vocab if self._vocab is not None else self._pieces
        outside = sum(1 for token in self._added_by_content if self.model_id(token) is None)
        return (0 if table is None else len(table)) + outside

    @property
    def max_id(self) -> int:
        """The greatest id; -1 where there is no token."""
        if self._vocab is not None:
            own = int(self._vocab.max_id)
        else:
            own = -1 if self._pieces is None else len(self._pieces) - 1
        return max(own, max(self._added_by_id, default=-1))
