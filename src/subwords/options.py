"""What callers pass, checked: texts, ids, special tokens they allow, threads."""

from __future__ import annotations

import operator
import sys
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from subwords.engine import wrong_text
from subwords.lookup import Lookup
from subwords.spec import Spec
from subwords.tables import MAX_ID

if TYPE_CHECKING:
    from typing import TypeGuard

    import numpy.typing as npt

Allowed: TypeAlias = Literal["all"] | Collection[str] | None
"""Special tokens recognised in text: None (the file decides), "all", or those named."""

Spans: TypeAlias = Sequence[tuple[int, int]]
"""(start, end) of stretches of a text, in characters."""

_MANY_THREADS = 1 << 16

Ids: TypeAlias = "Iterable[int] | npt.NDArray[Any]"


def require_text(text: object, document: int | None = None) -> None:
    """Raise a clear `TypeError` unless `text` is a `str`."""
    if not isinstance(text, str):
        raise TypeError(wrong_text(text, document)) from None


def require_flag(name: str, value: object) -> None:
    """Raise a clear `TypeError` unless `value` is True or False."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {value!r}")


def require_errors(errors: object) -> None:
    """Raise a clear `ValueError` unless `errors` is "strict" or "replace"."""
    if not isinstance(errors, str) or errors not in ("strict", "replace"):
        raise ValueError(f'errors must be "strict" or "replace", not {errors!r}')


def allowed_set(spec: Spec, allowed: Allowed, untrusted: bool) -> frozenset[str] | None:
    """The special tokens that an engine may recognise in the text; None for all.

    Raises:
        ValueError: `allowed` names what is no special token.
        TypeError: `allowed` is one `str`, or `untrusted` no bool.
    """
    if not isinstance(untrusted, bool):
        raise TypeError(f"untrusted must be True or False here, not {untrusted!r}")
    if isinstance(allowed, (str, bytes)) and allowed != "all":
        raise TypeError('allowed_special must be None, "all" or a collection of tokens')
    if untrusted:
        return frozenset()
    if allowed is None or isinstance(allowed, (str, bytes)):
        return None
    try:
        chosen = frozenset(allowed)
    except TypeError:
        raise TypeError(
            f'allowed_special must be None, "all" or a collection of tokens, not {allowed!r}'
        ) from None
    unknown = chosen - {token.content for token in spec.added_tokens if token.special}
    if unknown:
        raise ValueError(
            f"allowed_special names what is no special token: {sorted(unknown, key=repr)}"
        )
    return chosen


def as_ids(ids: Ids, lookup: Lookup) -> list[int]:
    """Ids as a list of `int`, none of them beyond what an id can be.

    Raises:
        TypeError: There is something else than integers in it, or it is no row of them.
        UnknownIdError: One is negative or too large.
    """
    if _is_array(ids):
        if ids.ndim != 1 or (ids.size and ids.dtype.kind not in "iu"):
            raise TypeError(f"ids must be one row of integers, not {ids.dtype} of {ids.shape}")
        checked: list[int] = ids.tolist()
    elif isinstance(ids, (str, bytes, bytearray)) or not isinstance(ids, Iterable):
        raise TypeError(f"ids must be an iterable of integers, not {type(ids).__name__}")
    else:
        checked = [id if type(id) is int else as_integer(id) for id in ids]
    if checked and not 0 <= min(checked) <= max(checked) <= MAX_ID:
        lookup.known(next(id for id in checked if not 0 <= id <= MAX_ID))
    return checked


def as_integer(value: object) -> int:
    """An id as `int`; a `bool` or anything that is no integer raises `TypeError`."""
    if not isinstance(value, bool) and not _is_of_numpy(value, "bool_"):
        try:
            return operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise TypeError(f"an id must be an integer, not {type(value).__name__} {value!r}")


def _is_array(value: object) -> TypeGuard[npt.NDArray[Any]]:
    return _is_of_numpy(value, "ndarray")


def _is_of_numpy(value: object, kind: str) -> bool:
    """Whether a value is of a type of numpy; none is where numpy was never imported."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, getattr(numpy, kind))


def as_threads(threads: int | None) -> int | None:
    """A number of threads, at least 1, or None; no more are ever started than there is work for."""
    if threads is None:
        return None
    try:
        number = operator.index(threads)
    except TypeError:
        number = None
    if number is None or isinstance(threads, bool):
        raise TypeError(f"threads must be an integer or None, not {threads!r}")
    if number < 1:
        raise ValueError(f"threads must be at least 1, not {threads}")
    return min(number, _MANY_THREADS)
