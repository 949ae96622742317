"""What the trainers of all families have in common for `train`: a plan, made from the options."""

from __future__ import annotations

from typing import Any, Protocol

from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.engine import EngineName
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.training.counts import WordCounts


class Limits(Protocol):
    """The options that warnings speak of."""

    @property
    def vocab_size(self) -> int:
        """The size that was asked for."""

    @property
    def min_frequency(self) -> int:
        """How often a pair must occur."""

    @property
    def limit_alphabet(self) -> int | None:
        """How many characters may stay."""


class Plan(Protocol):
    """A training that was asked for: options checked, defaults filled in."""

    @property
    def options(self) -> Any:
        """What the trainer is told."""

    @property
    def normalizer(self) -> norm.Normalizer:
        """What the corpus is normalized with before it is counted."""

    @property
    def pre_tokenizer(self) -> pre.PreTokenizer:
        """Where the corpus is cut before it is counted."""

    @property
    def special_tokens(self) -> SpecialTokens:
        """Which token plays which part."""

    def learn(self, counts: WordCounts, engine: EngineName | None = None) -> Any:
        """Train on counts."""

    def spec(self, learned: Any) -> Spec:
        """The finished spec."""
