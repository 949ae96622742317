"""Where in a file a reader stands: the file, the JSON path, and the unknown keys met on the way."""

from __future__ import annotations

import re
from typing import Any

from subwords.errors import FormatError

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_STEP = re.compile(r"\.?([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]|\[(\"(?:[^\"\\]|\\.)*\")\]")


class Place:
    """A JSON path inside a file.

    Args:
        file: The file's name for messages, or None for data from memory.
        path: The JSON path of this place; empty for the whole document.
        unknown: Collects unknown keys as ``{path: value}``; shared by all places of one document.
    """

    __slots__ = ("file", "path", "unknown")

    def __init__(
        self, file: object = None, path: str = "", unknown: dict[str, Any] | None = None
    ) -> None:
        self.file, self.path = file, path
        self.unknown: dict[str, Any] = {} if unknown is None else unknown

    def key(self, name: str) -> Place:
        """The place of the value under `name`."""
        return Place(self.file, join_key(self.path, name), self.unknown)

    def item(self, index: int) -> Place:
        """The place of element `index`."""
        return Place(self.file, f"{self.path}[{index}]", self.unknown)

    def error(self, what: str, remedy: str = "") -> FormatError:
        """A `FormatError` that names this place."""
        return FormatError(what, file=self.file, where=self.path or None, remedy=remedy)

    def expected(self, what: str, value: object) -> FormatError:
        """A `FormatError` saying that `what` was expected and `value` was found."""
        return self.error(f"expected {what}, found {describe(value)}")


def join_key(path: str, name: str) -> str:
    """`path` extended by a key, quoted where it is not a plain name."""
    if _PLAIN_KEY.match(name):
        return f"{path}.{name}" if path else name
    if name.isprintable() and '"' not in name and "\\" not in name:
        return f'{path}["{name}"]'  # as JSON has it
    import json

    return f"{path}[{json.dumps(name, ensure_ascii=False)}]"


def split_path(path: str) -> list[str | int]:
    """The steps of a JSON path made by `Place`."""
    import json

    steps: list[str | int] = []
    for name, index, quoted in _STEP.findall(path):
        steps.append(name if name else int(index) if index else json.loads(quoted))
    return steps


def describe(value: object) -> str:
    """A short description of a JSON value for messages."""
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, (bool, int, float, str)):
        import json

        text = json.dumps(value, ensure_ascii=False)
        return text if len(text) <= 60 else text[:57] + "..."
    return "a list" if isinstance(value, list) else "a table"
