"""The native engine: the same results as the reference, from C++."""

from __future__ import annotations


def available() -> bool:
    """Whether the extension is part of this installation."""
    try:
        from subwords.native import _core  # noqa: F401
    except ImportError:
        return False
    return True
