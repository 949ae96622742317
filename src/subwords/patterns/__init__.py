"""What a component searches for: a literal string or a regular expression, never confused.

`parser.parse` reads an expression of either dialect into the tree of `tree`.
"""

from __future__ import annotations

from subwords.nodes import node


@node(frozen=True, slots=True)
class Regex:
    """A regular expression, where a component also takes a literal `str`.

    Its dialect is that of the spec's semantics (Oniguruma for "huggingface").
    """

    expression: str


GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
"""How GPT-2 cuts, and ByteLevel with `use_regex`."""

Pattern = str | Regex
"""A `str` is searched for literally; a `Regex` is a regular expression."""
