"""Post-processors: the special tokens put around one or two encoded texts.

Each class is a frozen description; `subwords.reference.template` carries it out for both engines.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from subwords.nodes import node


class PostProcessor:
    """Base of every post-processor."""

    __slots__ = ()


@node(frozen=True, slots=True)
class SequenceSlot:
    """The place of the first ("A") or second ("B") text in a template."""

    id: Literal["A", "B"]
    type_id: int = 0


@node(frozen=True, slots=True)
class SpecialSlot:
    """The place of a special token in a template; `id` names an entry of `special_tokens`."""

    id: str
    type_id: int = 0


Slot = SequenceSlot | SpecialSlot


@node(frozen=True, slots=True)
class TemplateSpecial:
    """What a special slot puts in: its ids, and the tokens they stand for."""

    id: str
    ids: tuple[int, ...]
    tokens: tuple[str, ...]


@node(frozen=True, slots=True)
class Template(PostProcessor):
    """A template for one text and one for two."""

    single: tuple[Slot, ...]
    pair: tuple[Slot, ...]
    special_tokens: tuple[TemplateSpecial, ...] = ()


@node(frozen=True, slots=True)
class Bert(PostProcessor):
    """``[CLS] A [SEP]`` and ``[CLS] A [SEP] B [SEP]``; type id 1 from B on.

    Args:
        sep: The token behind a text, and its id.
        cls: The token before all, and its id.
    """

    sep: tuple[str, int]
    cls: tuple[str, int]


@node(frozen=True, slots=True)
class Roberta(PostProcessor):
    """``<s> A </s>`` and ``<s> A </s></s> B </s>``; every type id is 0.

    Args:
        sep: The token behind a text, and its id.
        cls: The token before all, and its id.
        trim_offsets: Spans leave out the white space of their token.
        add_prefix_space: Whether the space at the start of a text may be one that was put in; where
            trimming applies.
    """

    sep: tuple[str, int]
    cls: tuple[str, int]
    trim_offsets: bool = True
    add_prefix_space: bool = True


@node(frozen=True, slots=True)
class ByteLevel(PostProcessor):
    """Adds nothing, and may trim spans.

    Args:
        add_prefix_space: As of `Roberta`.
        trim_offsets: Spans leave out the white space of their token.
        use_regex: Kept as the file states it; it decides nothing here.
    """

    add_prefix_space: bool = True
    trim_offsets: bool = True
    use_regex: bool = True


@node(frozen=True, slots=True)
class Sequence(PostProcessor):
    """Post-processors one after the other.

    Args:
        processors: These.
    """

    processors: tuple[PostProcessor, ...] = ()

    def __init__(self, processors: Iterable[PostProcessor] = ()) -> None:
        object.__setattr__(self, "processors", tuple(processors))


__all__ = [
    "Bert",
    "ByteLevel",
    "PostProcessor",
    "Roberta",
    "Sequence",
    "SequenceSlot",
    "Slot",
    "SpecialSlot",
    "Template",
    "TemplateSpecial",
]
