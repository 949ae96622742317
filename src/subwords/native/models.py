"""From a spec's model to the native model that `_core.Pipeline` takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from subwords import models
from subwords.engine import unsupported_model
from subwords.errors import UnsupportedError
from subwords.native import _core
from subwords.native.tables import native_merges, native_pieces, native_vocab
from subwords.spec import Spec

_NO_LIMIT = 2**32 - 1


def compile_model(spec: Spec) -> _core.Model:
    """Compile the model of a spec.

    Raises:
        UnsupportedError: The native engine does not know the model.
    """
    compile = _MODELS.get(type(spec.model))
    if compile is None:
        raise unsupported_model(spec)
    return compile(spec)


def _wordpiece(spec: Spec) -> _core.Model:
    model: Any = spec.model
    limit = model.max_chars_per_word
    return _core.wordpiece_model(
        native_vocab(model.vocab),
        model.unk_token,
        model.continuing_prefix,
        _NO_LIMIT if limit is None else min(limit, _NO_LIMIT),
    )


def _unigram(spec: Spec) -> _core.Model:
    model: Any = spec.model
    try:
        return _core.unigram_model(
            native_pieces(model.pieces), model.unk_id, model.byte_fallback, spec.semantics
        )
    except ValueError as error:
        raise UnsupportedError(str(error)) from None


def _bpe(spec: Spec) -> _core.Model:
    model: Any = spec.model
    return _core.bpe_model(
        native_vocab(model.vocab),
        native_merges(model.merges),
        model.unk_token,
        model.continuing_prefix,
        model.end_of_word_suffix,
        model.fuse_unk,
        model.byte_fallback,
        model.ignore_merges,
    )


def _rank_bpe(spec: Spec) -> _core.Model:
    model: Any = spec.model
    return _core.rank_bpe_model(native_vocab(model.vocab))


def _sentencepiece_bpe(spec: Spec) -> _core.Model:
    model: Any = spec.model
    return _core.sentencepiece_bpe_model(
        native_pieces(model.pieces), model.unk_id, model.byte_fallback
    )


_MODELS: dict[type, Callable[[Spec], _core.Model]] = {
    models.WordPiece: _wordpiece,
    models.Unigram: _unigram,
    models.BPE: _bpe,
    models.RankBPE: _rank_bpe,
    models.SentencePieceBPE: _sentencepiece_bpe,
}
