"""`SpecialTokens`: which token plays which part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from subwords.nodes import node

ROLES = ("pad", "unk", "bos", "eos", "mask", "sep", "cls")
"""The named parts, in the order in which training gives them ids."""


@node(frozen=True, slots=True)
class SpecialTokens:
    """The special tokens of a tokenizer by the part they play; None where there is none.

    Args:
        pad: Fills a batch up.
        unk: Stands for what the vocabulary cannot spell.
        bos: Begins a text.
        eos: Ends a text.
        mask: Hides a token that the model must guess.
        sep: Stands between or after texts (BERT's [SEP]).
        cls: Begins a text whose vector stands for the whole (BERT's [CLS]).
        extra: Further special tokens.
    """

    pad: str | None = None
    unk: str | None = None
    bos: str | None = None
    eos: str | None = None
    mask: str | None = None
    sep: str | None = None
    cls: str | None = None
    extra: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.extra, str):
            raise TypeError("extra must be a sequence of tokens, not one str")
        object.__setattr__(self, "extra", tuple(self.extra))

    def __iter__(self) -> Iterator[str]:
        """Every special token once, in field order."""
        return iter(dict.fromkeys(self._all()))

    def _all(self) -> Iterable[str]:
        for role in ROLES:
            token = getattr(self, role)
            if token is not None:
                yield token
        yield from self.extra

    def to_dict(self) -> dict[str, str]:
        """The parts that are filled, as ``{"unk": "[UNK]", ...}`` (without `extra`)."""
        return {role: getattr(self, role) for role in ROLES if getattr(self, role) is not None}
