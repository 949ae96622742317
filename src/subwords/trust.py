"""Trusted and untrusted spans in one text.

Text that a user wrote must not be able to spell a special token, while the text that a program put
around it may. So the text is cut where trust changes, no special token is looked for in the
untrusted parts, and none can arise across a cut. A word that a cut goes through becomes two words.

Not looking for a token is not always enough: one that is a piece of the model's vocabulary too, and
that the pre-tokenizer leaves whole, comes out of the model itself. `Guard` finds these and keeps
engines whose vocabulary lacks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from subwords.engine import Columns, Engine, EngineName, choose_engine, clean_text
from subwords.errors import UnsupportedError
from subwords.models import BPE, RankBPE, WordLevel, WordPiece
from subwords.options import as_integer, require_text
from subwords.post_processors import PostProcessor
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


class Part(NamedTuple):
    """A stretch of text that is trusted, or not, as a whole."""

    begin: int
    end: int
    trusted: bool


def parts_by_trust(length: int, untrusted: Sequence[tuple[int, int]]) -> Iterator[Part]:
    """Tile a text of `length` characters by trust.

    Args:
        length: Characters in the text.
        untrusted: (start, end) of the untrusted spans, in any order; they may overlap.

    Raises:
        ValueError: A span is no range of the text.
        TypeError: A span is no pair of integers.
    """
    spans = sorted(_span(span, length) for span in untrusted)
    done = 0
    for begin, end in _merged(span for span in spans if span[0] < span[1]):
        if done < begin:
            yield Part(done, begin, True)
        yield Part(begin, end, False)
        done = end
    if done < length:
        yield Part(done, length, True)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sorted spans with those that overlap or touch made one."""
    merged: list[tuple[int, int]] = []
    for begin, end in spans:
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((begin, end))
    return merged


def _span(span: object, length: int) -> tuple[int, int]:
    if not isinstance(span, (tuple, list)) or len(span) != 2:
        raise TypeError(f"an untrusted span must be (start, end), not {span!r}")
    begin, end = as_integer(span[0]), as_integer(span[1])
    if not 0 <= begin <= end <= length:
        raise ValueError(f"untrusted span ({begin}, {end}) is no range of {length} characters")
    return begin, end


def annotate_mixed(
    guard: Guard,
    post_processor: PostProcessor | None,
    text: str,
    untrusted: Sequence[tuple[int, int]],
    *,
    add_special_tokens: bool,
    allowed: frozenset[str] | None,
    errors: str,
) -> Columns:
    """`Engine.annotate` of one text that has untrusted spans."""
    from subwords.reference.template import flatten

    require_text(text)
    text = clean_text(text, errors)
    pieces: list[Columns] = []
    words = 0
    for begin, end, trusted in parts_by_trust(len(text), untrusted):
        which = allowed if trusted else NOTHING_ALLOWED
        part = guard.engine(which).annotate(text[begin:end], None, False, which, "strict")
        pieces.append(_shifted(part, begin, words))
        words += int(part.word_ids.max(initial=-1)) + 1
    engine = guard.engine(allowed)
    content = _joined(pieces) if pieces else engine.annotate("", None, False, allowed, "strict")
    if not add_special_tokens:
        return content
    around = engine.annotate("", None, True, allowed, "strict")
    kinds = [kind for kind, _, _ in flatten(post_processor).single]
    before = kinds.index("A")
    return _joined([_rows(around, slice(before)), content, _rows(around, slice(before, None))])


def _shifted(part: Columns, characters: int, words: int) -> Columns:
    return Columns(
        part.ids,
        part.begins + np.uint32(characters),
        part.ends + np.uint32(characters),
        part.word_ids + np.int32(words),
        part.sequence_ids,
        part.type_ids,
        part.special,
        part.matches,
    )


def _rows(columns: Columns, rows: slice) -> Columns:
    begin, end, _ = rows.indices(len(columns.ids))
    matches = [(row - begin, text) for row, text in columns.matches if begin <= row < end]
    arrays: list[Any] = [getattr(columns, name)[rows] for name in Columns.ARRAYS]
    return replace(Columns(*arrays), matches=matches)


def _joined(pieces: Sequence[Columns]) -> Columns:
    arrays: list[Any] = [
        np.concatenate([getattr(p, name) for p in pieces]) for name in Columns.ARRAYS
    ]
    firsts = accumulate((len(p.ids) for p in pieces), initial=0)
    matches = [
        (first + row, text)
        for first, piece in zip(firsts, pieces, strict=False)
        for row, text in piece.matches
    ]
    return replace(Columns(*arrays), matches=matches)
