"""`Columns`: one annotated text as arrays, a row per token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """One annotated text as numpy arrays of equal length, a row per token.

    Args:
        ids: Token ids.
        begins: First character of each token in the text that was passed in.
        ends: One past the last character.
        word_ids: Index of the word each token belongs to; -1 for tokens of the template.
        sequence_ids: 0 for the first text, 1 for the second; -1 for tokens of the template.
        type_ids: Token type (segment) ids.
        special: Whether the template put the token in.
        matches: (row, text) of every token that is called by what it covers, by row: added tokens
            found in the text, and tokenizers' unknowns of Unigram. The text is that covered, as it
            stands in the normalized text where the token is `normalized`.
    """

    ids: npt.NDArray[np.uint32]
    begins: npt.NDArray[np.uint32]
    ends: npt.NDArray[np.uint32]
    word_ids: npt.NDArray[np.int32]
    sequence_ids: npt.NDArray[np.int8]
    type_ids: npt.NDArray[np.uint32]
    special: npt.NDArray[np.bool_]
    matches: Sequence[tuple[int, str]] = ()

    ARRAYS: ClassVar = (
        "ids", "begins", "ends", "word_ids", "sequence_ids", "type_ids", "special"
    )  # fmt: skip

    def id_list(self) -> list[int]:
        """The ids as a list; the native columns make it without an array between."""
        ids: list[int] = self.ids.tolist()
        return ids

    def offset_list(self) -> list[tuple[int, int]]:
        """(begin, end) of every token as a list."""
        return list(zip(self.begins.tolist(), self.ends.tolist(), strict=True))
