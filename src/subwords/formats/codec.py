"""Codecs between JSON components and spec nodes: one row per field, read and written alike.

A component family (normalizers, decoders, ...) is a `Registry` of `Codec`s. A codec lists its
fields; which are required and what the others default to was found by feeding minimal files to
the published library.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from subwords.errors import UnsupportedError
from subwords.formats.place import Place
from subwords.nodes import node
from subwords.patterns import Pattern, Regex

REQUIRED: Any = object()
"""Marks a field that has no default."""


@node(frozen=True, slots=True)
class Kind:
    """How one kind of value is read (checked, with a place for errors) and written."""

    read: Callable[[object, Place], Any]
    write: Callable[[Any], object] = lambda value: value


@node(frozen=True, slots=True)
class Field:
    """One field of a component.

    Args:
        key: Its key in the file.
        name: Its name in the spec class.
        kind: How it is read and written.
        default: Its value where the file has none, or `REQUIRED`.
        null: Whether null stands for the default.
    """

    key: str
    name: str
    kind: Kind
    default: Any = REQUIRED
    null: bool = False


@node(frozen=True, slots=True)
class Codec:
    """One component type.

    Args:
        tag: Its name in files, under "type".
        node: The spec class.
        fields: Its fields in the order in which they are written.
        aliases: Other names that files use for it.
        untyped: Whether it is recognised by its fields where the file states no type.
        prepare: Rewrites older spellings into the present one before the fields are read.
        constants: Further keys to write; they carry nothing and any value of them is read.
    """

    tag: str
    node: type[Any]
    fields: tuple[Field, ...] = ()
    aliases: tuple[str, ...] = ()
    untyped: bool = False
    prepare: Callable[[dict[str, Any], Place], dict[str, Any]] | None = None
    constants: tuple[tuple[str, Any], ...] = ()

    def decode(self, value: dict[str, Any], place: Place) -> Any:
        """The spec node that `value` stands for."""
        if self.prepare is not None:
            value = self.prepare(value, place)
        arguments = {field.name: self._decode_field(field, value, place) for field in self.fields}
        known = {"type", *(field.key for field in self.fields), *(key for key, _ in self.constants)}
        for key in value:
            if key not in known:
                place.unknown[place.key(key).path] = value[key]
        return self.node(**arguments)

    def _decode_field(self, field: Field, value: dict[str, Any], place: Place) -> Any:
        if field.key not in value:
            if field.default is REQUIRED:
                raise place.error(
                    f'"{field.key}" is missing', f"A {self.tag} component must state it."
                )
            return field.default
        raw = value[field.key]
        if raw is None and field.null:
            return field.default
        return field.kind.read(raw, place.key(field.key))

    def encode(self, node: Any) -> dict[str, Any]:
        """The JSON object that stands for `node`."""
        fields = {field.key: field.kind.write(getattr(node, field.name)) for field in self.fields}
        return {"type": self.tag, **fields, **dict(self.constants)}


class Registry:
    """The component types of one family.

    Args:
        family: What the family is called in messages ("normalizer").
        codecs: Its types; untyped components are tried in this order.
        choose: Overrides the choice of codec for an object, or returns None.
    """

    def __init__(
        self,
        family: str,
        codecs: Sequence[Codec],
        choose: Callable[[dict[str, Any], Place], str | None] = lambda value, place: None,
    ) -> None:
        self.family, self._choose = family, choose
        self._codecs = list(codecs)
        self._by_name = {name: codec for codec in codecs for name in (codec.tag, *codec.aliases)}
        self._by_node = {codec.node: codec for codec in codecs}

    def decode(self, value: object, place: Place) -> Any:
        """The spec node for a component; raises for unknown types, naming the known ones."""
        if not isinstance(value, dict):
            raise place.expected(f"a {self.family} component (an object)", value)
        return self._codec_of(value, place).decode(value, place)

    def decode_optional(self, value: object, place: Place) -> Any:
        """As `decode`; null is None."""
        return None if value is None else self.decode(value, place)

    def _codec_of(self, value: dict[str, Any], place: Place) -> Codec:
        name = value.get("type")
        if name is not None and (not isinstance(name, str) or name not in self._by_name):
            raise place.key("type").error(
                f"unknown {self.family} {name!r}; known are " + ", ".join(self.types()),
                "Check the spelling, or update this package if the file is newer.",
            )
        chosen = self._choose(value, place)
        if chosen is not None:
            return self._by_name[chosen]
        if name is not None:
            return self._by_name[name]
        for codec in self._codecs:
            required = [field.key for field in codec.fields if field.default is REQUIRED]
            if codec.untyped and all(key in value for key in required):
                return codec
        raise place.error(
            f'a {self.family} without "type" that its fields do not identify either',
            'State its "type": ' + ", ".join(self.types()) + ".",
        )

    def types(self) -> list[str]:
        """The type names that files use, sorted."""
        return sorted(codec.tag for codec in self._codecs)

    def encode(self, node: Any) -> dict[str, Any] | None:
        """The JSON object for a node; None for None.

        Raises:
            UnsupportedError: The node has no counterpart in the file format.
        """
        if node is None:
            return None
        codec = self._by_node.get(type(node))
        if codec is None:
            function = getattr(node, "function", None)
            which = f" ({getattr(function, '__qualname__', function)!s})" if function else ""
            raise UnsupportedError(
                f"a tokenizer.json cannot hold the {self.family} "
                f"{type(node).__name__}{which}; replace it by one of {', '.join(self.types())}"
            )
        return codec.encode(node)

    def list_kind(self) -> Kind:
        """A field that is a list of this family's components."""

        def read(value: object, place: Place) -> tuple[Any, ...]:
            if not isinstance(value, list):
                raise place.expected(f"a list of {self.family} components", value)
            return tuple(self.decode(item, place.item(i)) for i, item in enumerate(value))

        return Kind(read, lambda nodes: [self.encode(node) for node in nodes])


def _read_bool(value: object, place: Place) -> bool:
    if not isinstance(value, bool):
        raise place.expected("true or false", value)
    return value


def _read_string(value: object, place: Place) -> str:
    if not isinstance(value, str):
        raise place.expected("a string", value)
    return value


def _read_char(value: object, place: Place) -> str:
    if not isinstance(value, str) or len(value) != 1:
        raise place.expected("a string of one character", value)
    return value


def unsigned(bits: int) -> Kind:
    """An integer from 0 to 2**bits - 1."""

    def read(value: object, place: Place) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**bits:
            raise place.expected(f"an integer from 0 to 2^{bits} - 1", value)
        return value

    return Kind(read)


def choice(values: dict[str, str]) -> Kind:
    """One of a fixed set of strings: from the file's spelling to the spec's."""
    back = {ours: theirs for theirs, ours in values.items()}

    def read(value: object, place: Place) -> str:
        if not isinstance(value, str) or value not in values:
            raise place.expected("one of " + ", ".join(f'"{v}"' for v in values), value)
        return values[value]

    return Kind(read, lambda value: back[value])


def _read_pattern(value: object, place: Place) -> Pattern:
    if not isinstance(value, dict) or len(value) != 1 or next(iter(value)) not in _PATTERNS:
        raise place.expected('{"String": ...} or {"Regex": ...}', value)
    ((key, text),) = value.items()
    return _PATTERNS[key](_read_string(text, place.key(key)))


def _write_pattern(pattern: Pattern) -> dict[str, str]:
    return {"Regex": pattern.expression} if isinstance(pattern, Regex) else {"String": str(pattern)}


_PATTERNS: dict[str, Callable[[str], Pattern]] = {"String": str, "Regex": Regex}

BOOL = Kind(_read_bool)
STRING = Kind(_read_string)
CHAR = Kind(_read_char)
SIZE = unsigned(64)
ID = unsigned(32)
PATTERN = Kind(_read_pattern, _write_pattern)
