"""Names of a package that are imported when they are first asked for (PEP 562)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from sys import modules


def lazily(
    package: str, homes: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """What a package takes as its ``__getattr__`` and ``__dir__``.

    Args:
        package: The name of the package.
        homes: By module, given relative to the package, the names that come from it. A module
            without names is itself an attribute of the package.
    """
    home_of = {name: home for home, names in homes.items() for name in names or (home,)}

    def get(name: str) -> object:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f"{package}.{home}")
        value = getattr(module, name) if homes[home] else module
        setattr(modules[package], name, value)  # asked for once
        return value

    def names() -> list[str]:
        return sorted({*vars(modules[package]), *home_of})

    return get, names
