"""What kind of writing a piece is, told from its letters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


def script_of(text: str) -> str:
    """The script of a piece's letters, in lower case ("latin", "cjk").

    "mixed" where there are several; without letters "digits", "marks" or "symbols"; "none" for
    nothing. The script of a letter is the first word of its Unicode name.
    """
    kinds = {_kind(c) for c in text}
    scripts = {kind for kind in kinds if not kind.startswith("*")}
    if len(scripts) > 1:
        return "mixed"
    if scripts:
        return scripts.pop()
    for kind in ("*digits", "*marks", "*symbols"):
        if kind in kinds:
            return kind[1:]
    return "none"


@lru_cache(maxsize=1 << 14)
def _kind(c: str) -> str:
    category = unicodedata.category(c)
    if category[0] == "L":
        return unicodedata.name(c, "unnamed").split(" ")[0].split("-")[0].lower()
    return {"N": "*digits", "M": "*marks"}.get(category[0], "*symbols")
