"""JSON files as Python objects, with the big tables inside them read straight into tables.

Two readers give the same result: the native scanner, and `json_pure` where the extension is absent.
Both are strict (RFC 8259, UTF-8, no lone surrogates), cap the nesting, and name line and column of
an error.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import Any, Literal

from subwords.errors import FormatError

MAX_DEPTH = 128
"""Deepest nesting of lists and objects, as in the published library."""

Layout = Literal["plain", "tokenizer", "vocab"]
"""Which parts become tables: none; ``model.vocab`` and ``model.merges``; the whole document."""

native: Any = None
with suppress(ImportError):
    native = import_module("subwords.native.tables")


def read_json(data: bytes, file: object, layout: Layout = "plain") -> Any:
    """Parse `data`.

    Raises:
        FormatError: Not strict JSON, or a table in it is malformed; names the place.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        raise FormatError(
            "a byte order mark stands before the JSON",
            file=file,
            where="byte 0",
            remedy="Save the file as UTF-8 without BOM.",
        )
    if native is not None:
        return native.read_json(data, file, layout, MAX_DEPTH)
    from subwords.formats.json_pure import read_json_pure

    return read_json_pure(data, file, layout)
