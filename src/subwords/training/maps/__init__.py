"""The normalizer maps of sentencepiece's rules, made by ``tools/make_normalization_maps.py``."""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import Literal, get_args

Normalization = Literal["nmt_nfkc", "nfkc", "nmt_nfkc_cf", "nfkc_cf", "identity"]
"""NFKC; with `nmt` also white space of all kinds to spaces and no control characters; with `cf`
also folded case. "identity" changes nothing."""


@cache
def charsmap(name: Normalization) -> bytes:
    """The compiled map of a rule, as in a ``.model``; empty for "identity".

    Raises:
        ValueError: There is no such rule.
    """
    if name not in get_args(Normalization):
        known = ", ".join(map(repr, get_args(Normalization)))
        raise ValueError(f"normalization must be one of {known}, got {name!r}")
    if name == "identity":
        return b""
    return zlib.decompress((Path(__file__).parent / f"{name}.z").read_bytes())


def rule_name(data: bytes) -> str:
    """The name of the rule that this is the map of, or "user_defined"."""
    for name in get_args(Normalization):
        if charsmap(name) == data:
            return str(name)
    return "user_defined"
