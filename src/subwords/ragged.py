"""`RaggedIds`: the ids of many texts in one flat buffer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]

    ToLists = Callable[[npt.NDArray[np.uint32], npt.NDArray[np.int64]], list[list[int]]]


class RaggedIds:
    """Rows of ids of different lengths: 4 bytes an id, 8 bytes a row.

    Args:
        flat: All ids, row after row.
        row_offsets: Where each row begins in `flat`, and at the end the length of `flat`.
        to_lists: What turns both into lists, where an engine has a fast way.
    """

    __slots__ = ("_flat", "_row_offsets", "_to_lists")

    def __init__(
        self,
        flat: npt.NDArray[np.uint32],
        row_offsets: npt.NDArray[np.int64],
        to_lists: ToLists | None = None,
    ) -> None:
        self._flat, self._row_offsets, self._to_lists = flat, row_offsets, to_lists

    def __reduce__(self) -> tuple[type[RaggedIds], tuple[object, object]]:
        return type(self), (self._flat, self._row_offsets)

    def __len__(self) -> int:
        return len(self._row_offsets) - 1

    @overload
    def __getitem__(self, index: int) -> npt.NDArray[np.uint32]: ...
    @overload
    def __getitem__(self, index: slice) -> RaggedIds: ...
    def __getitem__(self, index: int | slice) -> npt.NDArray[np.uint32] | RaggedIds:
        """Row `index` as an array (a view), or the rows of a slice."""
        if isinstance(index, slice):
            import numpy as np

            rows = [self[row] for row in range(*index.indices(len(self)))]
            lengths = [0, *(len(row) for row in rows)]
            flat = np.concatenate(rows) if rows else self._flat[:0]
            return RaggedIds(flat, np.cumsum(lengths, dtype=np.int64))
        row = index + len(self) if index < 0 else index
        if not 0 <= row < len(self):
            raise IndexError(f"row {index} of {len(self)}")
        return self._flat[self._row_offsets[row] : self._row_offsets[row + 1]]

    def __iter__(self) -> Iterator[npt.NDArray[np.uint32]]:
        return (self[row] for row in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RaggedIds):
            return NotImplemented
        import numpy as np

        return np.array_equal(self._flat, other._flat) and np.array_equal(
            self._row_offsets, other._row_offsets
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<RaggedIds: {len(self)} rows, {len(self._flat)} ids>"

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of ids in each row."""
        import numpy as np

        return np.diff(self._row_offsets)

    def to_list(self) -> list[list[int]]:
        """A list of ids per row."""
        if self._to_lists is not None:
            return self._to_lists(self._flat, self._row_offsets)
        flat, bounds = self._flat.tolist(), self._row_offsets.tolist()
        return [flat[begin:end] for begin, end in pairwise(bounds)]

    def to_numpy(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """The flat ids and the row offsets, without a copy."""
        return self._flat, self._row_offsets

    def to_arrow(self) -> pyarrow.LargeListArray:
        """A `pyarrow.LargeListArray` of uint32 over the same buffers.

        Raises:
            ImportError: pyarrow is not installed.
        """
        try:
            import pyarrow
        except ImportError as error:
            raise ImportError(
                "to_arrow() needs pyarrow; install it with: pip install 'subwords[arrow]'"
            ) from error
        return pyarrow.LargeListArray.from_arrays(self._row_offsets, self._flat)
