"""Text that is not trusted must not be able to spell a special token.

Not looking for a token in it is not always enough: one that is a piece of the model's vocabulary
too, and that the pre-tokenizer leaves whole, comes out of the model itself. `Guard` finds these and
keeps engines whose vocabulary lacks them.
"""

from __future__ import annotations

from subwords.engine import Engine, EngineName, choose_engine
from subwords.errors import UnsupportedError
from subwords.models import BPE, RankBPE, WordLevel, WordPiece
from subwords.nodes import replace
from subwords.spec import Spec
from subwords.tables import Merges, Vocab, VocabTable

NOTHING_ALLOWED: frozenset[str] = frozenset()
MAX_ENGINES = 8
"""Engines that one guard keeps; a program allows few different sets of tokens."""


class Guard:
    """Chooses the engine that cannot give a special token that is not allowed.

    Args:
        spec: The spec.
        engine: The engine that runs it.
        request: The engine's name as asked for.
    """

    __slots__ = ("_engine", "_engines", "_request", "_spec", "_spellable")

    def __init__(self, spec: Spec, engine: Engine, request: EngineName | None) -> None:
        self._spec, self._engine, self._request = spec, engine, request
        self._spellable: frozenset[str] | None = None
        self._engines: dict[frozenset[str], Engine] = {}

    def engine(self, allowed: frozenset[str] | None) -> Engine:
        """The engine to use where only these special tokens are allowed; None for all."""
        if allowed is None:
            return self._engine
        if self._spellable is None:
            self._spellable = self._find_spellable()
        hidden = self._spellable - allowed
        if not hidden:
            return self._engine
        engine = self._engines.get(hidden)
        if engine is None:
            if len(self._engines) >= MAX_ENGINES:
                self._engines = {}
            engine = choose_engine(_without(self._spec, hidden), self._request)
            self._engines[hidden] = engine
        return engine

    def _find_spellable(self) -> frozenset[str]:
        """Special tokens that come out of the model where they are not looked for."""
        unk = getattr(self._spec.model, "unk_token", None)
        return frozenset(
            token.content
            for token in self._spec.added_tokens
            if token.special
            and token.content != unk
            and token.id in self._engine.encode(token.content, False, NOTHING_ALLOWED, "replace")
        )


def _without(spec: Spec, hidden: frozenset[str]) -> Spec:
    """The spec with a model that does not know some tokens."""
    model = spec.model
    if isinstance(model, (WordPiece, WordLevel)):
        return replace(spec, model=replace(model, vocab=_vocab_without(model.vocab, hidden)))
    if isinstance(model, RankBPE):
        return replace(spec, model=RankBPE(_vocab_without(model.vocab, hidden)))
    if isinstance(model, BPE):
        vocab = _vocab_without(model.vocab, hidden)
        cut = len(model.continuing_prefix)
        merges = Merges(
            (left, right)
            for left, right in model.merges
            if hidden.isdisjoint((left, right, left + right[cut:]))
        )
        return replace(spec, model=replace(model, vocab=vocab, merges=merges))
    raise UnsupportedError(
        f"untrusted text spells {sorted(hidden)}, pieces of a {type(model).__name__} model"
    )


def _vocab_without(vocab: VocabTable, hidden: frozenset[str]) -> Vocab:
    secret = {token.encode() for token in hidden}
    stored = ((vocab.token_bytes(id) or b"", id) for _, id in vocab.items())
    return Vocab((token, id) for token, id in stored if token not in secret)
