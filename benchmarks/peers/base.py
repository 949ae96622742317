"""The interface of a measured library. Every method takes the fastest documented way there is.

Texts are encoded without the special tokens of the template wherever the library allows it, on
one thread.
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

Offsets = list[list[tuple[int, int]]]


class Peer(Protocol):
    """A library with one tokenizer loaded; constructing it is what the load time measures."""

    requirement: ClassVar[str | None]  # name and version in requirements.txt; None: this project
    distribution: ClassVar[str]
    notes: ClassVar[dict[str, str]]  # column -> the call that is timed, or why there is none
    template: ClassVar[int]  # ids that `ids` adds at each end of a document and cannot leave out

    def __init__(self, path: str) -> None: ...

    def ids(self, texts: list[str]) -> Any:
        """Encode documents; the result is whatever the library makes most cheaply."""
        ...

    def count(self, native: Any) -> int:
        """Tokens in a result of `ids`."""
        ...

    def rows(self, native: Any) -> list[list[int]]:
        """A result of `ids` as lists, one for each document; not timed."""
        ...

    def lists(self, texts: list[str]) -> list[list[int]]:
        """Encode documents into Python lists."""
        ...

    def short(self, text: str) -> Any:
        """Encode one short string with the cheapest single call."""
        ...

    # A library without offsets sets both of these to None.

    def offsets(self, texts: list[str]) -> Any:
        """Encode documents with the offset of every token, in the library's own objects."""
        ...

    def offset_lists(self, texts: list[str]) -> tuple[list[list[int]], Offsets]:
        """The ids and offsets of every document as Python lists."""
        ...
