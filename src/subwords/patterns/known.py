"""Expressions that rank files are published with, by the names people know them under.

A rank file (``.tiktoken``) does not say how text is cut. These are the facts its publishers state:
the encodings of tiktoken's own registry, and what the models' repositories say of theirs. They are
in the dialect "fancy".
"""

from __future__ import annotations

import re

from subwords.patterns import GPT2

_R50K = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"

_CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)

_CASED_WORD = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
)

_SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"

_O200K = _CASED_WORD + r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|" + _SPACES


_NO_HAN = {
    kind: rf"[{members}&&[^\p{{Han}}]]"
    for kind, members in (
        ("upper", r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}"),
        ("lower", r"\p{Ll}\p{Lm}\p{Lo}\p{M}"),
    )
}

_KIMI = (
    r"[\p{Han}]+"
    rf"|[^\r\n\p{{L}}\p{{N}}]?{_NO_HAN['upper']}*{_NO_HAN['lower']}+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    rf"|[^\r\n\p{{L}}\p{{N}}]?{_NO_HAN['upper']}+{_NO_HAN['lower']}*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|" + _SPACES
)


def _with_contractions(numbers: str) -> str:
    return (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|"
        + numbers
        + r"| ?[^\s\p{L}\p{N}]+[\r\n]*|"
        + _SPACES
    )


_LLAMA3 = _with_contractions(r"\p{N}{1,3}")
_QWEN = _with_contractions(r"\p{N}")

KNOWN_PATTERNS: dict[str, str] = {
    "gpt2": _R50K,
    "r50k_base": _R50K,
    "p50k_base": _R50K,
    "p50k_edit": _R50K,
    "cl100k_base": _CL100K,
    "o200k_base": _O200K,
    "o200k_harmony": _O200K,
    "llama-3": _LLAMA3,
    "llama-4": _O200K,
    "qwen": _QWEN,
    "qwen2": _QWEN,
    "qwen3": _QWEN,
    "kimi-k2": _KIMI,
}
"""Name to expression."""


def known_pattern(name: str) -> str | None:
    """The expression that is known by a name, or None.

    Args:
        name: Such as ``"cl100k_base"`` or ``"llama-3"``; upper and lower case count alike.
    """
    return KNOWN_PATTERNS.get(name.lower())


def name_or_expression(expression: str) -> str:
    """A name that an expression is known by, as `named_or_expression` takes it, else itself.

    GPT-2's own expression cuts where the one cuts that rank files are published with.
    """
    if expression == GPT2:
        return "gpt2"
    names = (name for name, known in KNOWN_PATTERNS.items() if known == expression)
    return next(names, expression)


def named_or_expression(pattern: str) -> str:
    """The expression of a known name, or the expression that `pattern` is.

    Raises:
        ValueError: It is a bare word that is no known name: as an expression it would find that
            word and nothing else, which is never meant.
    """
    known = known_pattern(pattern)
    if known is None and re.fullmatch(r"[\w.-]*\w[\w.-]*", pattern):
        raise ValueError(
            f"no pattern is known by the name {pattern!r}; known are "
            f"{', '.join(sorted(KNOWN_PATTERNS))}. For an expression that finds this word, "
            f"put it in a group: (?:{pattern})"
        )
    return known or pattern
