"""Post-processor components of a ``tokenizer.json``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from subwords import post_processors as p
from subwords.formats.codec import BOOL, ID, STRING, Codec, Field, Kind, Registry
from subwords.formats.place import Place


def _read_token(value: object, place: Place) -> tuple[str, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise place.expected("a list of a token and its id", value)
    return STRING.read(value[0], place.item(0)), ID.read(value[1], place.item(1))


_TOKEN = Kind(_read_token, list)


def _read_slot(value: object, place: Place) -> p.Slot:
    if not isinstance(value, dict) or len(value) != 1:
        raise place.expected('{"Sequence": ...} or {"SpecialToken": ...}', value)
    ((kind, slot),) = value.items()
    place = place.key(kind)
    if kind not in ("Sequence", "SpecialToken"):
        raise place.error("unknown kind of slot; known are Sequence and SpecialToken")
    if not isinstance(slot, dict):
        raise place.expected("an object", slot)
    for key in ("id", "type_id"):
        if key not in slot:
            raise place.error(f'"{key}" is missing')
    for key in slot:
        if key not in ("id", "type_id"):
            place.unknown[place.key(key).path] = slot[key]
    type_id = ID.read(slot["type_id"], place.key("type_id"))
    name = STRING.read(slot["id"], place.key("id"))
    if kind == "SpecialToken":
        return p.SpecialSlot(name, type_id)
    if name == "A":
        return p.SequenceSlot("A", type_id)
    if name == "B":
        return p.SequenceSlot("B", type_id)
    raise place.key("id").expected('"A" or "B"', name)


def _write_slot(slot: p.Slot) -> dict[str, Any]:
    kind = "Sequence" if isinstance(slot, p.SequenceSlot) else "SpecialToken"
    return {kind: {"id": slot.id, "type_id": slot.type_id}}


def _read_slots(value: object, place: Place) -> tuple[p.Slot, ...]:
    if not isinstance(value, list):
        raise place.expected("a list of slots", value)
    return tuple(_read_slot(item, place.item(i)) for i, item in enumerate(value))


def _read_special(key: str, value: object, place: Place) -> p.TemplateSpecial:
    if not isinstance(value, dict):
        raise place.expected("an object", value)
    for name in ("id", "ids", "tokens"):
        if name not in value:
            raise place.error(f'"{name}" is missing')
    STRING.read(value["id"], place.key("id"))
    ids, tokens = value["ids"], value["tokens"]
    if not isinstance(ids, list):
        raise place.key("ids").expected("a list of ids", ids)
    if not isinstance(tokens, list):
        raise place.key("tokens").expected("a list of tokens", tokens)
    if len(ids) != len(tokens):
        raise place.error(
            f"{len(ids)} ids but {len(tokens)} tokens", "State one token for each id."
        )
    for name in value:
        if name not in ("id", "ids", "tokens"):
            place.unknown[place.key(name).path] = value[name]
    return p.TemplateSpecial(
        key,
        tuple(ID.read(item, place.key("ids").item(i)) for i, item in enumerate(ids)),
        tuple(STRING.read(item, place.key("tokens").item(i)) for i, item in enumerate(tokens)),
    )


def _read_specials(value: object, place: Place) -> tuple[p.TemplateSpecial, ...]:
    """By name: the order in the file is arbitrary and means nothing."""
    if not isinstance(value, dict):
        raise place.expected("an object of special tokens", value)
    return tuple(_read_special(key, value[key], place.key(key)) for key in sorted(value))


def _write_specials(specials: tuple[p.TemplateSpecial, ...]) -> dict[str, Any]:
    return {
        special.id: {"id": special.id, "ids": list(special.ids), "tokens": list(special.tokens)}
        for special in specials
    }


_SLOTS = Kind(_read_slots, lambda slots: [_write_slot(slot) for slot in slots])
_SPECIALS = Kind(_read_specials, _write_specials)


def _check_template(value: dict[str, Any], place: Place) -> dict[str, Any]:
    """Every special slot must be defined; the published library stops at encoding instead."""
    specials = value.get("special_tokens")
    for part in ("single", "pair"):
        slots = value.get(part)
        for i, slot in enumerate(slots if isinstance(slots, list) else ()):
            named = slot.get("SpecialToken") if isinstance(slot, dict) else None
            name = named.get("id") if isinstance(named, dict) else None
            if isinstance(specials, dict) and isinstance(name, str) and name not in specials:
                raise (
                    place.key(part)
                    .item(i)
                    .error(
                        f'the template names "{name}", which "special_tokens" does not define',
                        'Add it to "special_tokens" with its ids.',
                    )
                )
    return value


def _choose(value: dict[str, Any], place: Place) -> str | None:
    """Bert or Roberta: the published library goes by the fields, whatever type is stated."""
    if "sep" not in value or "cls" not in value:
        return None
    kind = value.get("type")
    if kind not in (None, "BertProcessing", "RobertaProcessing"):
        raise place.error(
            f'"sep" and "cls" do not belong to the type {kind}',
            'Correct "type", or take the two out.',
        )
    full = "trim_offsets" in value and "add_prefix_space" in value
    return "RobertaProcessing" if full else "BertProcessing"


def _read_list(value: object, place: Place) -> tuple[Any, ...]:
    return REGISTRY.list_kind().read(value, place)  # type: ignore[no-any-return]


REGISTRY: Registry = Registry(
    "post-processor",
    [
        Codec(
            "RobertaProcessing",
            p.Roberta,
            (
                Field("sep", "sep", _TOKEN),
                Field("cls", "cls", _TOKEN),
                Field("trim_offsets", "trim_offsets", BOOL),
                Field("add_prefix_space", "add_prefix_space", BOOL),
            ),
        ),
        Codec(
            "BertProcessing",
            p.Bert,
            (Field("sep", "sep", _TOKEN), Field("cls", "cls", _TOKEN)),
        ),
        Codec(
            "ByteLevel",
            p.ByteLevel,
            (
                Field("add_prefix_space", "add_prefix_space", BOOL),
                Field("trim_offsets", "trim_offsets", BOOL),
                Field("use_regex", "use_regex", BOOL, default=True),
            ),
        ),
        Codec(
            "TemplateProcessing",
            p.Template,
            (
                Field("single", "single", _SLOTS),
                Field("pair", "pair", _SLOTS),
                Field("special_tokens", "special_tokens", _SPECIALS),
            ),
            untyped=True,
            prepare=_check_template,
        ),
        Codec(
            "Sequence",
            p.Sequence,
            (
                Field(
                    "processors",
                    "processors",
                    Kind(_read_list, lambda nodes: REGISTRY.list_kind().write(nodes)),
                ),
            ),
        ),
    ],
    _choose,
)


def check_ids(processor: p.PostProcessor, place: Place, known: Callable[[int], bool]) -> None:
    """Every id that is put around texts must be in the vocabulary, or it could not be decoded.

    The published library leaves such an id out when it decodes, and a model has no row for it.

    Raises:
        FormatError: One is not; names its place.
    """
    for id, where in _ids(processor, place):
        if not known(id):
            raise where.error(
                f"id {id} is not in the vocabulary",
                "Name the id of the token, or add the token.",
            )


def _ids(processor: p.PostProcessor, place: Place) -> Iterator[tuple[int, Place]]:
    if isinstance(processor, p.Sequence):
        for i, part in enumerate(processor.processors):
            yield from _ids(part, place.key("processors").item(i))
    elif isinstance(processor, (p.Bert, p.Roberta)):
        yield processor.sep[1], place.key("sep").item(1)
        yield processor.cls[1], place.key("cls").item(1)
    elif isinstance(processor, p.Template):
        slots = (*processor.single, *processor.pair)
        used = {slot.id for slot in slots if isinstance(slot, p.SpecialSlot)}
        for special in processor.special_tokens:
            ids = place.key("special_tokens").key(special.id).key("ids")
            for i, id in enumerate(special.ids if special.id in used else ()):
                yield id, ids.item(i)
