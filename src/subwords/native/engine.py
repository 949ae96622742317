"""The native engine: a spec compiled once into a C++ pipeline, when it is first used."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from subwords.engine import Engine, EngineName
from subwords.lookup import Lookup
from subwords.models import WordLevel
from subwords.native import _core
from subwords.native.compiling import (
    NativeWords,
    compile_decoder,
    compile_pipeline,
    compile_trimmer,
    has_python_stage,
    lacks_unk,
)
from subwords.native.patterns import BeyondNativeError
from subwords.reference.template import flatten
from subwords.spec import Spec

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from subwords.columns import Columns


class NativeEngine:
    """Carries out a spec in C++. Same ids, offsets and errors as the reference engine.

    Nothing is compiled until the first call that needs it; compiling twice in a race is harmless,
    and no lock is held that a fork could leave locked. Where a stage is a Python function, or a
    pattern is beyond the native compiler, the stages run in Python and only the model is native.

    Args:
        spec: What to carry out.
    """

    name: EngineName = "native"

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._lookup = Lookup(spec)
        self._plan = flatten(spec.post_processor)
        self._pipeline: _core.Pipeline | None = None
        self._decoder: _core.Decoder | Engine | None = None
        self._trimmer: _core.OffsetTrimmer | None = None
        self._staged: Engine | None = None
        self._annotates_draws: Engine | None = None
        self._watch_drops = lacks_unk(spec)
        if isinstance(spec.model, WordLevel):
            self._staged = _in_python(spec)
        elif has_python_stage(spec):
            self._staged = _in_python(spec, NativeWords(spec))

    def encode(
        self, text: str, add_special_tokens: bool, allowed: frozenset[str] | None, errors: str
    ) -> list[int]:
        """The ids of one text."""
        if (staged := self._in_stages()) is not None:
            return staged.encode(text, add_special_tokens, allowed, errors)
        pipeline = self._pipeline or self._compile()
        ids: list[int] = pipeline.encode(text, add_special_tokens, allowed, errors)
        if self._watch_drops:
            self._warn_of_dropped_words(pipeline)
        return ids

    def encode_batch(
        self,
        texts: Sequence[str],
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        threads: int | None,
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """The ids of many texts, flat, and where each row begins; `threads` None: as useful."""
        if (staged := self._in_stages()) is not None:
            return staged.encode_batch(texts, add_special_tokens, allowed, errors, threads)
        pipeline = self._pipeline or self._compile()
        flat, rows = pipeline.encode_batch(texts, add_special_tokens, allowed, errors, threads or 0)
        if self._watch_drops:
            self._warn_of_dropped_words(pipeline)
        return flat, rows

    def sample(
        self,
        text: str,
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        amount: float,
        seed: int,
        document: int = 0,
    ) -> list[int]:
        """The ids of one text, drawn from stream `document` of `seed`."""
        if (staged := self._in_stages()) is not None:
            return staged.sample(text, add_special_tokens, allowed, errors, amount, seed, document)
        pipeline = self._pipeline or self._compile()
        ids: list[int] = pipeline.sample(
            text, add_special_tokens, allowed, errors, amount, seed, document
        )
        return ids

    def sample_batch(
        self,
        texts: Sequence[str],
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        amount: float,
        seed: int,
        threads: int | None,
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """`sample` of many texts, each drawn from the stream of its index, flat."""
        if (staged := self._in_stages()) is not None:
            return staged.sample_batch(
                texts, add_special_tokens, allowed, errors, amount, seed, threads
            )
        pipeline = self._pipeline or self._compile()
        flat, rows = pipeline.sample_batch(
            texts, add_special_tokens, allowed, errors, amount, seed, threads or 0
        )
        return flat, rows

    @property
    def lists(self) -> Callable[[Any, Any], list[list[int]]] | None:
        """What turns a batch into lists of ids fast, where the pipeline is compiled."""
        return None if self._pipeline is None else self._pipeline.lists

    def annotate(
        self,
        text: str,
        pair: str | None,
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
    ) -> Columns:
        """The ids of one text or a pair, with offsets, word ids and masks."""
        if (staged := self._in_stages()) is not None:
            return staged.annotate(text, pair, add_special_tokens, allowed, errors)
        pipeline = self._pipeline or self._compile()
        # Not of the class, but with its attributes, each made into an array when it is asked for.
        columns: Any = pipeline.annotate(text, pair, add_special_tokens, allowed, errors)
        if self._watch_drops:
            self._warn_of_dropped_words(pipeline)
        if self._trimmer is not None:
            self._trimmer.apply(columns)
        return cast("Columns", columns)

    def annotate_drawn(
        self,
        text: str,
        pair: str | None,
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        amount: float,
        seed: int,
    ) -> Columns:
        """`annotate` of a draw; by the reference engine, which draws the same."""
        if self._annotates_draws is None:
            self._annotates_draws = _in_python(self._spec)
        return self._annotates_draws.annotate_drawn(
            text, pair, add_special_tokens, allowed, errors, amount, seed
        )

    def decode(self, ids: Sequence[int], skip_special_tokens: bool) -> str:
        """The text of some ids."""
        decoder = self._decoder or self._make_decoder()
        text: str | None = decoder.decode(list(ids), skip_special_tokens)
        if text is None:  # an id is unknown: say which
            for id in ids:
                self._lookup.known(id)
            raise AssertionError("an id is unknown to the decoder alone")
        return text

    def normalize(self, text: str, errors: str) -> str:
        """The text after the normalizer."""
        if (staged := self._in_stages()) is not None:
            return staged.normalize(text, errors)
        pipeline = self._pipeline or self._compile()
        normalized: str = pipeline.normalize(text, errors)
        return normalized

    def cache_info(self) -> dict[str, int]:
        """Bytes that the compiled model takes, and at most each worker's cache; and the workers."""
        pipeline = self._pipeline
        if pipeline is None:
            return {"model_bytes": 0, "cache_bytes_per_worker": 0, "workers": 0}
        return {
            "model_bytes": pipeline.model_bytes,
            "cache_bytes_per_worker": pipeline.cache_bytes,
            "workers": pipeline.workers,
        }

    def _in_stages(self) -> Engine | None:
        """The engine whose stages run in Python, where this spec needs it; else compile."""
        if self._pipeline is None and self._staged is None:
            try:
                self._compile()
            except BeyondNativeError:
                from subwords.patterns.rewrite import find_all

                self._staged = _in_python(self._spec, NativeWords(self._spec), find_all)
        return self._staged

    def _compile(self) -> _core.Pipeline:
        self._pipeline = compile_pipeline(self._spec, self._plan, self._lookup.max_id + 1)
        self._trimmer = compile_trimmer(self._spec, self._plan)
        if not self._watch_drops:
            # From now on the most frequent call goes straight into the extension.
            self.encode = self._pipeline.encode  # type: ignore[method-assign]
        return self._pipeline

    def _make_decoder(self) -> _core.Decoder | Engine:
        try:
            self._decoder = compile_decoder(self._spec, self._lookup)
        except BeyondNativeError:
            self._decoder = _in_python(self._spec, NativeWords(self._spec))
        return self._decoder

    def _warn_of_dropped_words(self, pipeline: _core.Pipeline) -> None:
        if self._watch_drops and pipeline.dropped_words:
            self._watch_drops = False
            unk = getattr(self._spec.model, "unk_token", None)
            warnings.warn(
                f"the vocabulary has no {unk!r}: unknown words give no token", stacklevel=4
            )


def _in_python(spec: Spec, *how: Any) -> Engine:
    """The stages in Python, imported where a spec needs them."""
    from subwords.reference.engine import ReferenceEngine

    return ReferenceEngine(spec, *how)
