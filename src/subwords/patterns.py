"""What a component searches for: a literal string or a regular expression, never confused."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Regex:
    """A regular expression, where a component also takes a literal `str`.

    Its dialect is that of the spec's semantics (Oniguruma for "huggingface").
    """

    expression: str


Pattern = str | Regex
"""A `str` is searched for literally; a `Regex` is a regular expression."""
