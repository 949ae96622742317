"""`node`: a frozen class with slots, as `dataclasses.dataclass` makes it, but quickly.

A spec has some sixty kinds of component. `dataclasses` compiles six methods for each of them, which
was half of the time that importing this package took. Here ``__init__`` alone is compiled, and what
the functions of `dataclasses` (`replace`, `fields`, `asdict`) look for is made when they look. To
type checkers it is `dataclasses.dataclass` itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as node
    from dataclasses import replace
else:

    def node(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        """Make the annotations of a class the fields of a frozen class with slots.

        Instances are equal where class and fields are; they can be hashed, pickled, matched by
        position, and used with the functions of `dataclasses`. Methods that the class defines stay
        as they are, and ``__post_init__`` is called where there is one. Bases must have no fields.
        """
        if not (frozen and slots):
            raise TypeError("a node is frozen and has slots")
        return _make

    def replace(instance: Any, /, **changes: Any) -> Any:
        """`dataclasses.replace` for nodes: a copy with some fields changed."""
        return instance.__replace__(**changes)


def _make(cls: type) -> type:
    body = {name: value for name, value in vars(cls).items() if name not in _OF_OLD_CLASS}
    kinds: dict[str, str] = cls.__annotations__  # of the class alone, not of its bases
    defaults = {name: body.pop(name) for name in kinds if name in body}
    methods = dict(_METHODS)
    if kinds and "__init__" not in body:
        methods["__init__"] = _make_init(cls, kinds, defaults)
    names = {"__slots__": tuple(kinds), "__match_args__": tuple(kinds)}
    made = type(cls)(cls.__name__, cls.__bases__, {**methods, **body, **names})
    for name in ("__dataclass_fields__", "__dataclass_params__"):
        setattr(made, name, _ForDataclasses(name, kinds, defaults))
    return made


_OF_OLD_CLASS = ("__dict__", "__weakref__")


def _make_init(cls: type, kinds: dict[str, str], defaults: dict[str, Any]) -> Any:
    parameters = (f"{name}=defaults[{name!r}]" if name in defaults else name for name in kinds)
    lines = [f"put(self, {name!r}, {name})" for name in kinds]
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    scope: dict[str, Any] = {"put": object.__setattr__, "defaults": defaults}
    exec(f"def __init__(self, {', '.join(parameters)}):\n " + "\n ".join(lines), scope)
    init = scope["__init__"]
    init.__qualname__, init.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    init.__annotations__ = {**kinds, "return": None}
    return init


class _ForDataclasses:
    """An attribute that `dataclasses` gives its classes, made when it is first looked at."""

    def __init__(self, name: str, kinds: dict[str, str], defaults: dict[str, Any]) -> None:
        self._name, self._kinds, self._defaults = name, kinds, defaults

    def __get__(self, instance: object, owner: type) -> Any:
        from dataclasses import dataclass

        twin = type(owner.__name__, (), {"__annotations__": self._kinds, **self._defaults})
        return getattr(dataclass(frozen=True)(twin), self._name)


def _values(self: Any) -> tuple[Any, ...]:
    return tuple([getattr(self, name) for name in self.__match_args__])


def _equal(self: Any, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return _values(self) == _values(other)


def _hash(self: Any) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    fields = ", ".join(
        f"{name}={_shown(value)}"
        for name, value in zip(self.__match_args__, _values(self), strict=True)
    )
    return f"{type(self).__qualname__}({fields})"


def _shown(value: object) -> str:
    # Bytes are compiled character maps, a few hundred thousand of them.
    return f"<{len(value)} bytes>" if isinstance(value, bytes) else repr(value)


def _refuse_set(self: Any, name: str, value: object) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: Any, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _restore(self: Any, values: tuple[Any, ...]) -> None:
    for name, value in zip(self.__match_args__, values, strict=True):
        object.__setattr__(self, name, value)


def _replace(self: Any, /, **changes: Any) -> Any:
    return type(self)(**dict(zip(self.__match_args__, _values(self), strict=True)) | changes)


_METHODS: dict[str, Any] = {
    "__eq__": _equal,
    "__hash__": _hash,
    "__repr__": _repr,
    "__setattr__": _refuse_set,
    "__delattr__": _refuse_delete,
    "__getstate__": _values,
    "__setstate__": _restore,
    "__replace__": _replace,
}

__all__ = ["node", "replace"]
