"""Vocabularies, merges and pieces as opaque immutable tables, in pure Python.

A spec holds these instead of dictionaries, because native code fills its own twins of them
(`subwords.native.tables`) straight from a file. Both kinds satisfy the same protocols and compare
equal when they hold the same entries. Tokens are kept as bytes; ids are unsigned 32-bit integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, overload, runtime_checkable

from subwords.surrogates import refuse_surrogates

GREATEST_SCORE = 1e28
"""Of a Unigram: as many scores as a text can have positions still add up to a finite float32."""

MAX_ID = 2**32 - 2
"""The largest id; 2**32 - 1 is reserved for "none" in native tables."""


@runtime_checkable
class MergesTable(Protocol):
    """What every merges table offers beside being a sequence of (left, right)."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, rank: int) -> tuple[str, str]: ...
    @overload
    def __getitem__(self, rank: slice) -> MergesTable: ...
    def __iter__(self) -> Iterator[tuple[str, str]]: ...
    def pair_bytes(self, rank: int) -> tuple[bytes, bytes]:
        """The pair of `rank` as stored."""

    def first_unknown(self, vocab: VocabTable, prefix: int = 0) -> int | None:
        """The first rank whose parts, or what they become, are not in `vocab`; None if all are.

        Args:
            vocab: The vocabulary.
            prefix: How many bytes the right part loses when it is joined to the left.
        """


@runtime_checkable
class PiecesTable(Protocol):
    """What every table of scored pieces offers beside being a sequence of (piece, score)."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, id: int) -> tuple[str, float]: ...
    @overload
    def __getitem__(self, id: slice) -> PiecesTable: ...
    def __iter__(self) -> Iterator[tuple[str, float]]: ...
    def piece_bytes(self, id: int) -> bytes:
        """The piece of `id` as stored."""

    def score(self, id: int) -> float:
        """The score (natural log-probability) of `id`."""

    def type(self, id: int) -> str:
        """The kind of `id`: "normal", "unknown", "control", "user_defined", "byte", "unused"."""

    def find(self, piece: str) -> int | None:
        """The id of `piece` (the last where it is repeated), or None."""

    def first_beyond(self, limit: float) -> int | None:
        """The first normal piece whose score is not within ±`limit`; None if all are."""


@runtime_checkable
class VocabTable(Protocol):
    """What every vocabulary table offers: a mapping from token to id, and the way back.

    Iteration is in the order of the file (insertion order).
    """

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, token: object) -> bool: ...
    def __getitem__(self, token: str) -> int: ...
    def get(self, token: str) -> int | None:
        """The id of `token`, or None."""

    def token(self, id: int) -> str | None:
        """The token of `id` as text (invalid UTF-8 as U+FFFD), or None."""

    def token_bytes(self, id: int) -> bytes | None:
        """The token of `id` as stored, or None."""

    def items(self) -> Iterable[tuple[str, int]]:
        """Pairs (token, id) in file order."""

    def to_dict(self) -> dict[str, int]:
        """A new dictionary from token to id, in file order."""

    @property
    def max_id(self) -> int:
        """The greatest id, -1 when empty."""


class Vocab(Mapping[str, int]):
    """The pure-Python vocabulary table.

    Args:
        entries: A mapping, or pairs (token, id). Tokens are `str` or `bytes`.

    Raises:
        ValueError: Two entries share a token or an id, or an id is out of range.
    """

    __slots__ = ("_by_id", "_ids")

    def __init__(self, entries: Mapping[str, int] | Iterable[tuple[str | bytes, int]] = ()) -> None:
        pairs = entries.items() if isinstance(entries, Mapping) else entries
        ids: dict[bytes, int] = {}
        by_id: dict[int, bytes] = {}
        for token, id in pairs:
            key = token if isinstance(token, bytes) else refuse_surrogates("a token", token)
            if isinstance(id, bool) or not isinstance(id, int) or not 0 <= id <= MAX_ID:
                raise ValueError(
                    f"the id of {token!r} must be an integer from 0 to {MAX_ID}, got {id!r}"
                )
            if key in ids:
                raise ValueError(f"token {token!r} is listed twice, with ids {ids[key]} and {id}")
            if id in by_id:
                raise ValueError(f"id {id} belongs to two tokens, {by_id[id]!r} and {key!r}")
            ids[key] = id
            by_id[id] = key
        self._ids = ids
        self._by_id = by_id

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[str]:
        return (token.decode("utf-8", "replace") for token in self._ids)

    def __contains__(self, token: object) -> bool:
        return isinstance(token, str) and self.get(token) is not None

    def __getitem__(self, token: str) -> int:
        return self._ids[token.encode("utf-8", "surrogatepass")]

    def get(self, token: str, default: int | None = None) -> int | None:  # type: ignore[override]
        """The id of `token`, or `default`."""
        return self._ids.get(token.encode("utf-8", "surrogatepass"), default)

    def token(self, id: int) -> str | None:
        """The token of `id` as text (invalid UTF-8 as U+FFFD), or None."""
        token = self._by_id.get(id)
        return None if token is None else token.decode("utf-8", "replace")

    def token_bytes(self, id: int) -> bytes | None:
        """The token of `id` as stored, or None."""
        return self._by_id.get(id)

    def items(self) -> list[tuple[str, int]]:  # type: ignore[override]
        """Pairs (token, id) in file order."""
        return [(token.decode("utf-8", "replace"), id) for token, id in self._ids.items()]

    def to_dict(self) -> dict[str, int]:
        """A new dictionary from token to id, in file order."""
        return {token.decode("utf-8", "replace"): id for token, id in self._ids.items()}

    @property
    def max_id(self) -> int:
        """The greatest id, -1 when empty."""
        return max(self._by_id, default=-1)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Vocab):
            return self._by_id == other._by_id
        if isinstance(other, VocabTable):
            return len(self) == len(other) and all(
                other.token_bytes(id) == token for id, token in self._by_id.items()
            )
        return NotImplemented

    def __hash__(self) -> int:
        # Cheap on purpose, and the same as the native twin's: equal tables have equal hashes.
        return hash((len(self), self.max_id, self.token_bytes(self.max_id)))

    def __repr__(self) -> str:
        return f"<Vocab of {len(self)} tokens>"


class Merges(Sequence[tuple[str, str]]):
    """The pure-Python merges table: pairs (left, right), best first.

    Args:
        pairs: Pairs of `str` or `bytes`, in order of rank.
    """

    __slots__ = ("_pairs",)

    def __init__(self, pairs: Iterable[tuple[str | bytes, str | bytes]] = ()) -> None:
        self._pairs = tuple((_to_bytes(left), _to_bytes(right)) for left, right in pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    @overload
    def __getitem__(self, rank: int) -> tuple[str, str]: ...
    @overload
    def __getitem__(self, rank: slice) -> Merges: ...
    def __getitem__(self, rank: int | slice) -> tuple[str, str] | Merges:
        if isinstance(rank, slice):
            return Merges(self._pairs[rank])
        left, right = self._pairs[rank]
        return left.decode("utf-8", "replace"), right.decode("utf-8", "replace")

    def pair_bytes(self, rank: int) -> tuple[bytes, bytes]:
        """The pair of `rank` as stored."""
        return self._pairs[rank]

    def first_unknown(self, vocab: VocabTable, prefix: int = 0) -> int | None:
        """The first rank whose parts, or what they become, are not in `vocab`; None if all are.

        Args:
            vocab: The vocabulary.
            prefix: How many bytes the right part loses when it is joined to the left.
        """
        has = {token.encode("utf-8") for token in vocab}
        for rank, (left, right) in enumerate(self._pairs):
            if left not in has or right not in has or len(right) < prefix:
                return rank
            if left + right[prefix:] not in has:
                return rank
        return None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Merges):
            return self._pairs == other._pairs
        if isinstance(other, MergesTable):
            return len(self) == len(other) and all(
                pair == other.pair_bytes(rank) for rank, pair in enumerate(self._pairs)
            )
        return NotImplemented

    def __hash__(self) -> int:
        return hash((len(self), b"".join(self._pairs[-1]) if self._pairs else None))

    def __repr__(self) -> str:
        return f"<Merges of {len(self)} pairs>"


class Pieces(Sequence[tuple[str, float]]):
    """The pure-Python table of scored pieces: (piece, score), id = position.

    Args:
        pieces: Pairs (piece, score); a piece is `str` or `bytes`.
        types: One kind per piece ("normal", "unknown", "control", "user_defined", "byte",
            "unused"), or None where all are normal.
    """

    __slots__ = ("_ids", "_pieces", "_scores", "_types")

    def __init__(
        self,
        pieces: Iterable[tuple[str | bytes, float]] = (),
        types: Iterable[str] | None = None,
    ) -> None:
        rows = tuple(pieces)
        self._pieces = tuple(_to_bytes(piece) for piece, _ in rows)
        self._scores = tuple(float(score) for _, score in rows)
        self._types = None if types is None else tuple(types)
        self._ids: dict[bytes, int] | None = None
        if self._types is not None and len(self._types) != len(rows):
            raise ValueError(f"{len(rows)} pieces but {len(self._types)} types")

    def __len__(self) -> int:
        return len(self._pieces)

    @overload
    def __getitem__(self, id: int) -> tuple[str, float]: ...
    @overload
    def __getitem__(self, id: slice) -> Pieces: ...
    def __getitem__(self, id: int | slice) -> tuple[str, float] | Pieces:
        if isinstance(id, slice):
            types = None if self._types is None else self._types[id]
            return Pieces(zip(self._pieces[id], self._scores[id], strict=True), types)
        return self._pieces[id].decode("utf-8", "replace"), self._scores[id]

    def piece_bytes(self, id: int) -> bytes:
        """The piece of `id` as stored."""
        return self._pieces[id]

    def find(self, piece: str) -> int | None:
        """The id of `piece` (the last where it is repeated), or None."""
        if self._ids is None:
            self._ids = {key: id for id, key in enumerate(self._pieces)}
        return self._ids.get(piece.encode("utf-8", "surrogatepass"))

    def score(self, id: int) -> float:
        """The score (natural log-probability) of `id`."""
        return self._scores[id]

    def first_beyond(self, limit: float) -> int | None:
        """The first normal piece whose score is not within ±`limit`; None if all are."""
        scores = enumerate(self._scores)
        wild = (id for id, score in scores if not -limit <= score <= limit)
        return next((id for id in wild if self.type(id) == "normal"), None)

    def type(self, id: int) -> str:
        """The kind of `id`: "normal", "unknown", "control", "user_defined", "byte", "unused"."""
        return "normal" if self._types is None else self._types[id]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PiecesTable):
            return NotImplemented
        return len(self) == len(other) and all(
            self.piece_bytes(id) == other.piece_bytes(id)
            and self.score(id) == other.score(id)
            and self.type(id) == other.type(id)
            for id in range(len(self))
        )

    def __hash__(self) -> int:
        return hash((len(self), self._pieces[-1] if self._pieces else None))

    def __repr__(self) -> str:
        return f"<Pieces: {len(self)}>"


def _to_bytes(token: str | bytes) -> bytes:
    return token if isinstance(token, bytes) else refuse_surrogates("a token", token)
