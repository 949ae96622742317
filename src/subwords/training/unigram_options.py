"""What the Unigram trainer can be told, checked once, the same for both engines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from subwords.training.sentencepiece_options import SentencePieceOptions, whole

Method = Literal["em", "viterbi"]
"""How pieces are counted: over all segmentations by their probability, or in the best ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnigramOptions(SentencePieceOptions):
    """The settings of one Unigram training.

    Args:
        method: ``"em"`` counts each piece in all segmentations, weighted by their probability, as
            sentencepiece does. ``"viterbi"`` counts it in the best segmentations only, the simple
            loop of Unigram lessons.
        seed_size: Pieces to start from.
        shrinking_factor: The share that is kept when pieces are dropped. None: 0.75, or 0.8 with
            ``"viterbi"``.
        sub_iterations: How often the probabilities are estimated before pieces are dropped. None:
            2, or 1 with ``"viterbi"``.
        hard_vocab_limit: False ends with fewer pieces, and a warning, where the data does not
            support `vocab_size`; True is an error.

    Raises:
        ValueError: A setting is out of range or contradicts another.
    """

    method: Method = "em"
    seed_size: int = 1_000_000
    shrinking_factor: float | None = None
    sub_iterations: int | None = None
    hard_vocab_limit: bool = True

    def __post_init__(self) -> None:
        SentencePieceOptions.__post_init__(self)
        if not isinstance(self.method, str) or self.method not in get_args(Method):
            raise ValueError(f'method must be "em" or "viterbi", got {self.method!r}')
        simple = self.method == "viterbi"
        if self.shrinking_factor is None:
            object.__setattr__(self, "shrinking_factor", 0.8 if simple else 0.75)
        if self.sub_iterations is None:
            object.__setattr__(self, "sub_iterations", 1 if simple else 2)
        if not 0.0 < self.shrink < 1.0:
            raise ValueError(
                f"shrinking_factor must be between 0 and 1, got {self.shrinking_factor!r}"
            )
        whole(self, "seed_size", 1, 2**31 - 1)
        whole(self, "sub_iterations", 1, 1000)

    @property
    def shrink(self) -> float:
        """`shrinking_factor` with None resolved."""
        assert self.shrinking_factor is not None
        return self.shrinking_factor

    @property
    def estimates(self) -> int:
        """`sub_iterations` with None resolved."""
        assert self.sub_iterations is not None
        return self.sub_iterations
