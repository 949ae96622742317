"""Templates: the special tokens around one or two encoded texts, flattened to lists of slots.

Every post-processor comes down to two lists of slots (for one text and for two) and to rules about
the white space in spans. `flatten` states them as plain data, so that both engines carry out the
same lists.
"""

from __future__ import annotations

from typing import Literal

from subwords.errors import FormatError, UnsupportedError
from subwords.nodes import node
from subwords.post_processors import (
    Bert,
    ByteLevel,
    PostProcessor,
    Roberta,
    Sequence,
    SequenceSlot,
    Slot,
    SpecialSlot,
    Template,
)

FlatSlot = tuple[Literal["A", "B", "special"], int, int]
"""(kind, id, type id); the id counts only where the kind is "special"."""

_A: FlatSlot = ("A", 0, 0)
_PLAIN_PAIR: tuple[FlatSlot, ...] = (_A, ("B", 0, 1))


@node(frozen=True, slots=True)
class Plan:
    """A post-processor as plain lists.

    Args:
        single: The slots for one text.
        pair: The slots for two.
        trims: One entry per pass that takes white space out of spans, in order; True where a
            single leading space at the start of the text was put there and its span stays.
        single_tokens: What each special slot of `single` is called, which need not be what the
            vocabulary calls its id.
        pair_tokens: The same for `pair`.
    """

    single: tuple[FlatSlot, ...] = (_A,)
    pair: tuple[FlatSlot, ...] = _PLAIN_PAIR
    trims: tuple[bool, ...] = ()
    single_tokens: tuple[str, ...] = ()
    pair_tokens: tuple[str, ...] = ()

    @property
    def adds_tokens(self) -> bool:
        """Whether any slot is a special token."""
        return any(kind == "special" for kind, _, _ in (*self.single, *self.pair))


def flatten(post_processor: PostProcessor | None) -> Plan:
    """State a post-processor as plain lists of slots.

    Raises:
        UnsupportedError: A template leaves out or repeats a text, or something follows one.
        FormatError: A template names a special token that it does not define.
    """
    if post_processor is None:
        return Plan()
    if isinstance(post_processor, Template):
        return _from_template(post_processor)
    if isinstance(post_processor, Bert):
        return _from_bert(post_processor)
    if isinstance(post_processor, Roberta):
        return _from_roberta(post_processor)
    if isinstance(post_processor, ByteLevel):
        trims = (post_processor.add_prefix_space,) if post_processor.trim_offsets else ()
        return Plan(trims=trims)
    if isinstance(post_processor, Sequence):
        return _from_sequence(post_processor)
    raise UnsupportedError(f"unknown post-processor {type(post_processor).__name__}")


def _from_template(template: Template) -> Plan:
    specials = {special.id: special.ids for special in template.special_tokens}

    def flat(slots: tuple[Slot, ...]) -> tuple[FlatSlot, ...]:
        out: list[FlatSlot] = []
        for slot in slots:
            if isinstance(slot, SequenceSlot):
                out.append((slot.id, 0, slot.type_id))
            elif slot.id in specials:
                out.extend(("special", id, slot.type_id) for id in specials[slot.id])
            else:
                raise FormatError(
                    f"the template uses the special token {slot.id!r} without defining it",
                    where="post_processor",
                    remedy="List it under special_tokens.",
                )
        return tuple(out)

    single, pair = flat(template.single), flat(template.pair)
    for name, slots, needed in (("single", single, "A"), ("pair", pair, "")):
        kinds = [kind for kind, _, _ in slots if kind != "special"]
        if len(set(kinds)) < len(kinds) or needed not in "".join(kinds) or not kinds:
            raise UnsupportedError(
                f"post_processor.{name}: a template must hold each text once, not {kinds}"
            )
        if name == "single" and "B" in kinds:
            raise UnsupportedError("post_processor.single: a template for one text holds B")
    names = {special.id: special.tokens for special in template.special_tokens}

    def tokens(slots: tuple[Slot, ...]) -> tuple[str, ...]:
        return tuple(
            token for slot in slots if isinstance(slot, SpecialSlot) for token in names[slot.id]
        )

    return Plan(single, pair, (), tokens(template.single), tokens(template.pair))


def _from_bert(bert: Bert) -> Plan:
    cls, sep = bert.cls[1], bert.sep[1]
    single: tuple[FlatSlot, ...] = (("special", cls, 0), _A, ("special", sep, 0))
    tokens = bert.cls[0], bert.sep[0]
    pair = *single, ("B", 0, 1), ("special", sep, 1)
    return Plan(single, pair, (), tokens, (*tokens, bert.sep[0]))


def _from_roberta(roberta: Roberta) -> Plan:
    cls: FlatSlot = ("special", roberta.cls[1], 0)
    sep: FlatSlot = ("special", roberta.sep[1], 0)
    trims = (roberta.add_prefix_space,) if roberta.trim_offsets else ()
    tokens = roberta.cls[0], roberta.sep[0]
    pair: tuple[FlatSlot, ...] = (cls, _A, sep, sep, ("B", 0, 0), sep)
    return Plan((cls, _A, sep), pair, trims, tokens, (*tokens, *tokens[1:] * 2))


def _from_sequence(sequence: Sequence) -> Plan:
    plan = Plan()
    trims: list[bool] = []
    for processor in sequence.processors:
        part = flatten(processor)
        if plan.adds_tokens:
            # What a second one makes of the first one's tokens is defined, but no published file
            # does it, and it would give those tokens to a text.
            raise UnsupportedError(
                f"post_processor: {type(processor).__name__} after one that adds special tokens"
            )
        trims.extend(part.trims)
        if part.single != Plan().single or part.pair != Plan().pair:
            plan = part
    return Plan(plan.single, plan.pair, tuple(trims), plan.single_tokens, plan.pair_tokens)
