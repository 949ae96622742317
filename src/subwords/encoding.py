"""`Encoding`: one text or a pair with everything known about each of its tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from subwords.columns import Columns

Span = tuple[int, int]


class Offsets(Sequence[Span]):
    """Where each token stands: a sequence of (start, end), kept as two arrays.

    Args:
        begins: First character of each token.
        ends: One past the last.
        listed: What gives both as a list of pairs, where there is a faster way than through them.
    """

    __slots__ = ("_listed", "begins", "ends")

    def __init__(
        self,
        begins: npt.NDArray[np.uint32],
        ends: npt.NDArray[np.uint32],
        listed: Callable[[], list[Span]] | None = None,
    ) -> None:
        self.begins, self.ends, self._listed = begins, ends, listed

    def __reduce__(self) -> tuple[type[Offsets], tuple[object, object]]:
        return type(self), (self.begins, self.ends)

    def __len__(self) -> int:
        return len(self.begins)

    @overload
    def __getitem__(self, index: int) -> Span: ...
    @overload
    def __getitem__(self, index: slice) -> Offsets: ...
    def __getitem__(self, index: int | slice) -> Span | Offsets:
        if isinstance(index, slice):
            return Offsets(self.begins[index], self.ends[index])
        return int(self.begins[index]), int(self.ends[index])

    def __iter__(self) -> Iterator[Span]:
        return zip(self.begins.tolist(), self.ends.tolist(), strict=True)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Offsets):
            import numpy as np

            return np.array_equal(self.begins, other.begins) and np.array_equal(
                self.ends, other.ends
            )
        if isinstance(other, (list, tuple)):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]  # equal to lists, which have no hash

    def __repr__(self) -> str:
        return repr(list(self))

    def to_list(self) -> list[Span]:
        """A new list of (start, end)."""
        return list(self) if self._listed is None else self._listed()


class Encoding:
    """What `Tokenizer.annotate` returns: parallel lists, a row per token.

    The numbers are kept as numpy arrays (`columns`); every list is made when it is asked for.

    Args:
        columns: What is known of each token.
        token_of: The token of an id that the model gave.
        n_sequences: How many texts were encoded.
        template_tokens: The names that the template gives its tokens, one for each that it put in.
    """

    __slots__ = ("_n_sequences", "_template_tokens", "_token_of", "columns")

    def __init__(
        self,
        columns: Columns,
        token_of: Callable[[int], str | None],
        n_sequences: int = 1,
        template_tokens: Sequence[str] = (),
    ) -> None:
        self.columns, self._token_of, self._n_sequences = columns, token_of, n_sequences
        self._template_tokens = template_tokens

    def __len__(self) -> int:
        return len(self.columns.ids)

    def __reduce__(self) -> tuple[object, ...]:
        import numpy as np

        from subwords.columns import Columns

        # The arrays themselves, and of the vocabulary the tokens that occur.
        fields: dict[str, Any] = {n: np.array(getattr(self.columns, n)) for n in Columns.ARRAYS}
        columns = Columns(**fields, matches=list(self.columns.matches))
        tokens = {id: self._token_of(id) for id in columns.ids.tolist()}
        return Encoding, (columns, tokens.get, self._n_sequences, tuple(self._template_tokens))

    def __repr__(self) -> str:
        return f"<Encoding of {len(self)} tokens: {self.tokens[:8]}{'…' if len(self) > 8 else ''}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Encoding):
            return NotImplemented
        import numpy as np

        from subwords.columns import Columns

        return (
            self._n_sequences == other._n_sequences
            and all(
                np.array_equal(getattr(self.columns, name), getattr(other.columns, name))
                for name in Columns.ARRAYS
            )
            and self.tokens == other.tokens
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def ids(self) -> list[int]:
        """Token ids."""
        return self.columns.id_list()

    @property
    def tokens(self) -> list[str]:
        """The tokens as stored in the vocabulary.

        An added token found in the text shows what it covers there: white space that it took in,
        and the normalized text where the token is `normalized`.
        """
        tokens = [self._token_of(id) or "" for id in self.ids]
        for row, text in self.columns.matches:
            tokens[row] = text
        if self._template_tokens:
            rows = self.columns.special.nonzero()[0].tolist()
            for row, token in zip(rows, self._template_tokens, strict=False):
                tokens[row] = token
        return tokens

    @property
    def offsets(self) -> Offsets:
        """(start, end) of each token in the text it came from; (0, 0) for the template's."""
        columns = self.columns
        return Offsets(columns.begins, columns.ends, columns.offset_list)

    @property
    def word_ids(self) -> list[int | None]:
        """Index of each token's word in its text; None for the template's tokens."""
        return _none_below_zero(self.columns.word_ids.tolist())

    @property
    def sequence_ids(self) -> list[int | None]:
        """0 or 1, the text each token came from; None for the template's tokens."""
        return _none_below_zero(self.columns.sequence_ids.tolist())

    @property
    def type_ids(self) -> list[int]:
        """Token type (segment) ids."""
        type_ids: list[int] = self.columns.type_ids.tolist()
        return type_ids

    @property
    def attention_mask(self) -> list[int]:
        """1 for every token: nothing is padded here."""
        return [1] * len(self)

    @property
    def special_tokens_mask(self) -> list[int]:
        """1 for the tokens that the template put in, else 0."""
        mask: list[int] = self.columns.special.astype("uint8").tolist()
        return mask

    @property
    def overflowing(self) -> list[Encoding]:
        """Always empty: nothing is truncated here."""
        return []

    @property
    def n_sequences(self) -> int:
        """How many texts were encoded: 1 or 2."""
        return self._n_sequences

    def char_to_token(self, char_pos: int, sequence_index: int = 0) -> int | None:
        """Index of the first token that holds a character of a text; None if none does."""
        begins, ends = self.columns.begins, self.columns.ends
        inside = (begins <= char_pos) & (char_pos < ends)
        return _first(inside & (self.columns.sequence_ids == sequence_index))

    def char_to_word(self, char_pos: int, sequence_index: int = 0) -> int | None:
        """Index of the word that holds a character of a text; None if none does."""
        token = self.char_to_token(char_pos, sequence_index)
        return None if token is None else self.word_ids[token]

    def token_to_chars(self, token_index: int) -> Span | None:
        """(start, end) of a token in its text; None for the template's tokens."""
        return None if self.token_to_sequence(token_index) is None else self.offsets[token_index]

    def token_to_word(self, token_index: int) -> int | None:
        """Index of a token's word in its text; None for the template's tokens."""
        return self._at(self.columns.word_ids, token_index)

    def token_to_sequence(self, token_index: int) -> int | None:
        """0 or 1, the text a token came from; None for the template's tokens."""
        return self._at(self.columns.sequence_ids, token_index)

    def word_to_tokens(self, word_index: int, sequence_index: int = 0) -> Span | None:
        """The range (first, last + 1) of the tokens of a word; None if it has none."""
        columns = self.columns
        of_word = (columns.word_ids == word_index) & (columns.sequence_ids == sequence_index)
        rows = of_word.nonzero()[0]
        return (int(rows[0]), int(rows[-1]) + 1) if len(rows) else None

    def word_to_chars(self, word_index: int, sequence_index: int = 0) -> Span | None:
        """(start, end) of a word in its text; None if it has no token."""
        rows = self.word_to_tokens(word_index, sequence_index)
        if rows is None:
            return None
        return int(self.columns.begins[rows[0]]), int(self.columns.ends[rows[1] - 1])

    def _at(self, column: npt.NDArray[np.signedinteger], index: int) -> int | None:
        if not 0 <= index < len(column):
            return None
        value = int(column[index])
        return None if value < 0 else value


def _none_below_zero(values: list[int]) -> list[int | None]:
    return [None if value < 0 else value for value in values]


def _first(rows: npt.NDArray[np.bool_]) -> int | None:
    found = rows.nonzero()[0]
    return int(found[0]) if len(found) else None
