"""What a tokenizer is made of: one immutable object, swapped whole where a door is trained anew.

Every method of `Tokenizer` that needs two of the parts takes this object once, so that a call never
sees one part of before a training and one of after.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from subwords.engine import Engine, EngineName, Errors, choose_engine
from subwords.lookup import Lookup
from subwords.nodes import node
from subwords.options import (
    Allowed,
    Ids,
    Spans,
    allowed_set,
    as_ids,
    require_errors,
    require_flag,
    require_text,
)
from subwords.reference.template import Plan, flatten
from subwords.sampling import Draw, dropout_draw, own_dropout
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.trust import Guard

if TYPE_CHECKING:
    from subwords.columns import Columns


@node(frozen=True, slots=True)
class Parts:
    """A spec with all that is derived from it; see `make_parts`."""

    spec: Spec
    engine: Engine
    lookup: Lookup
    guard: Guard
    plan: Plan
    metadata: dict[str, Any]
    special_tokens: SpecialTokens
    dropout: float
    """Stated by the file; 0: none."""
    default_allowed: frozenset[str] | None
    """Special tokens recognised in text where the caller leaves it to the file; None: all."""

    def allowed(self, allowed: Allowed, untrusted: bool, errors: str) -> frozenset[str] | None:
        """The special tokens that may be recognised, None for all; checks `errors` too."""
        require_errors(errors)
        if allowed is None and untrusted is False:
            return self.default_allowed
        return allowed_set(self.spec, allowed, untrusted)

    def encode(
        self,
        text: str,
        add_special_tokens: bool,
        allowed_special: Allowed,
        untrusted: bool | Spans,
        errors: Errors,
        dropout: float | None = None,
        seed: int | None = None,
    ) -> list[int]:
        """The ids of a text; see `Tokenizer.encode`."""
        require_flag("add_special_tokens", add_special_tokens)
        if self.dropout or dropout is not None or seed is not None:
            draw = dropout_draw(self.spec, dropout, seed)
            if draw is not None:
                return self.sample(
                    text, add_special_tokens, allowed_special, untrusted, errors, draw
                )
        engine, allowed = self.engine, self.default_allowed
        if untrusted is not False or allowed_special is not None or errors != "strict":
            if not isinstance(untrusted, bool):
                columns = self.annotate_mixed(
                    text, untrusted, add_special_tokens, allowed_special, errors
                )
                return columns.id_list()
            allowed = self.allowed(allowed_special, untrusted, errors)
            engine = self.guard.engine(allowed)
        try:
            return engine.encode(text, add_special_tokens, allowed, errors)
        except TypeError:
            require_text(text)
            raise

    def sample(
        self,
        text: str,
        add_special_tokens: bool,
        allowed_special: Allowed,
        untrusted: bool | Spans,
        errors: Errors,
        draw: Draw,
    ) -> list[int]:
        """Ids of a text, drawn at random; see `Tokenizer.sample`."""
        require_flag("add_special_tokens", add_special_tokens)
        if not isinstance(untrusted, bool):
            raise ValueError("a random draw takes untrusted=True or False, no spans")
        allowed = self.allowed(allowed_special, untrusted, errors)
        engine = self.guard.engine(allowed)
        try:
            return engine.sample(text, add_special_tokens, allowed, errors, draw.amount, draw.seed)
        except TypeError:
            require_text(text)
            raise

    def annotate_mixed(
        self, text: str, untrusted: Spans, add_special_tokens: bool, allowed: Allowed, errors: str
    ) -> Columns:
        """The columns of a text of which some spans are untrusted."""
        if not isinstance(untrusted, (list, tuple)):
            raise TypeError(f"untrusted must be a bool or a list of spans, not {untrusted!r}")
        from subwords.trusted_spans import annotate_mixed

        return annotate_mixed(
            self.guard,
            self.spec.post_processor,
            text,
            untrusted,
            add_special_tokens=add_special_tokens,
            allowed=self.allowed(allowed, False, errors),
            errors=errors,
        )

    def check_ids(self, ids: Ids) -> list[int]:
        """Ids as a list of `int`; what can be none raises."""
        return as_ids(ids, self.lookup)


def make_parts(
    spec: Spec,
    engine: EngineName | None,
    metadata: Mapping[str, Any] | None = None,
    special_tokens: SpecialTokens | None = None,
) -> Parts:
    """The parts of a tokenizer; special tokens are derived from the spec where none are given."""
    chosen = choose_engine(spec, engine)
    return Parts(
        spec,
        chosen,
        Lookup(spec),
        Guard(spec, chosen, engine),
        flatten(spec.post_processor),
        dict(metadata or {}),
        special_tokens or _derive_special_tokens(spec),
        own_dropout(spec),
        frozenset() if spec.semantics == "tiktoken" else None,
    )


def _derive_special_tokens(spec: Spec) -> SpecialTokens:
    unk = getattr(spec.model, "unk_token", None)
    extra = (t.content for t in spec.added_tokens if t.special and t.content != unk)
    return SpecialTokens(unk=unk, extra=tuple(extra))
