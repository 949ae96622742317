"""From a spec to the compiled objects of the native engine."""

from __future__ import annotations

from subwords import normalizers, pre_tokenizers
from subwords.lookup import Lookup
from subwords.models import WordPiece
from subwords.native import _core
from subwords.native.lowering import normalizer_steps, pre_tokenizer_steps
from subwords.native.models import compile_model
from subwords.native.tables import native_pieces, native_vocab
from subwords.patterns.syntax import dialect_of
from subwords.reference.template import FlatSlot, Plan
from subwords.spec import Spec
from subwords.tables import Vocab


def compile_pipeline(spec: Spec, plan: Plan, rows: int) -> _core.Pipeline:
    """Compile the way from text to ids.

    Args:
        spec: What to compile.
        plan: Its post-processor, flattened.
        rows: One more than the greatest id.

    Raises:
        UnsupportedError: The native engine does not know the model or a stage.
    """
    return _core.Pipeline(
        normalizer_steps(spec.normalizer),
        pre_tokenizer_steps(spec.pre_tokenizer, dialect_of(spec.semantics)),
        compile_model(spec),
        list(spec.added_tokens),
        (plan.single, plan.pair, _plain(plan.single), _plain(plan.pair)),
        rows,
    )


def compile_decoder(spec: Spec, lookup: Lookup) -> _core.Decoder:
    """Compile the way from ids to text."""
    from subwords.decoded import DecodedTokens
    from subwords.native.decoding import decoder_steps

    added = list(DecodedTokens(spec, lookup).table())
    return _core.Decoder(decoder_steps(spec.decoder), _native_table(spec), added)


def _native_table(spec: Spec) -> _core.Vocab | _core.Pieces:
    pieces = getattr(spec.model, "pieces", None)
    if pieces is not None:
        return native_pieces(pieces)
    return native_vocab(getattr(spec.model, "vocab", Vocab()))


def _plain(slots: tuple[FlatSlot, ...]) -> tuple[FlatSlot, ...]:
    return tuple(slot for slot in slots if slot[0] != "special")


def lacks_unk(spec: Spec) -> bool:
    """Whether unknown words give no token."""
    model = spec.model
    return isinstance(model, WordPiece) and model.vocab.get(model.unk_token) is None


def has_python_stage(spec: Spec) -> bool:
    """Whether a stage is a Python function, which only the staged engine can call."""
    return _is_custom(spec.normalizer) or _is_custom(spec.pre_tokenizer)


def _is_custom(component: object) -> bool:
    if isinstance(component, normalizers.Sequence):
        return any(map(_is_custom, component.normalizers))
    if isinstance(component, pre_tokenizers.Sequence):
        return any(map(_is_custom, component.pre_tokenizers))
    return isinstance(component, (normalizers.Custom, pre_tokenizers.Custom))


def compile_trimmer(spec: Spec, plan: Plan) -> _core.OffsetTrimmer | None:
    """What takes the white space of tokens out of their spans; None where nothing does."""
    if not plan.trims:
        return None
    return _core.OffsetTrimmer(_native_table(spec), list(spec.added_tokens), list(plan.trims))


class NativeWords:
    """The native matcher as the word model of the staged engine.

    Args:
        spec: Whose model cuts the words; it is compiled when the first word comes.
    """

    def __init__(self, spec: Spec) -> None:
        self._spec = Spec(spec.model, semantics=spec.semantics)
        self._pipeline: _core.Pipeline | None = None

    def __call__(self, word: str) -> list[tuple[int, int, int]]:
        """The pieces of a word: (id, begin, end) in characters of the word."""
        if self._pipeline is None:
            self._pipeline = compile_pipeline(self._spec, Plan(), 0)
        columns = self._pipeline.annotate(word, None, False, None, "strict")
        return list(
            zip(columns.ids.tolist(), columns.begins.tolist(), columns.ends.tolist(), strict=True)
        )
