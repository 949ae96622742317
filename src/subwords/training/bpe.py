"""BPE training from a corpus to a spec: what is asked for, counted, learned, put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from subwords import decoders, models
from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.engine import EngineName
from subwords.errors import UnsupportedError
from subwords.families.parts import NormalizerOption, PreTokenizerOption, added_tokens, template
from subwords.spec import AddedToken, Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import Merges, Vocab
from subwords.tokenizer import Tokenizer
from subwords.training.bpe_options import BPEOptions
from subwords.training.counts import WordCounts
from subwords.training.engines import bpe_learner
from subwords.training.learned import Learned, Merge
from subwords.training.option_types import texts
from subwords.training.options import AlphabetRule, Ties
from subwords.training.progress import Progress

BYTE_LEVEL = pre.ByteLevel(add_prefix_space=False, trim_offsets=False)
"""GPT-2's split and byte alphabet, without a space at the start."""
BYTE_PIECES = tuple(f"<0x{byte:02X}>" for byte in range(256))


@dataclass(frozen=True)
class BPEPlan:
    """A BPE training that was asked for.

    Args:
        options: What the trainer is told.
        frame: The spec to come, without what is learned.
        special_tokens: Which token plays which part.
    """

    options: BPEOptions
    frame: Spec
    special_tokens: SpecialTokens

    @property
    def normalizer(self) -> norm.Normalizer:
        """What the corpus is normalized with."""
        return self.frame.normalizer or norm.Sequence()

    @property
    def pre_tokenizer(self) -> pre.PreTokenizer:
        """Where the corpus is cut."""
        return self.frame.pre_tokenizer or pre.Sequence()

    def learn(self, counts: WordCounts, engine: EngineName | None = None) -> Learned:
        """Train on counts; see `Learned`."""
        counts.require(self.normalizer, self.pre_tokenizer, "the tokenizer will")
        progress = Progress("training", "pieces", self.options.vocab_size)
        try:
            return bpe_learner(engine)(counts, self.options, progress.at)
        finally:
            progress.close()

    def spec(self, learned: Learned) -> Spec:
        """The finished spec."""
        if self.options.extend:
            return self._extended_spec(learned)
        model = self.frame.model
        assert isinstance(model, models.BPE)
        vocab, merges = learned.tables or (
            Vocab(learned.vocab),
            Merges(final_merges(learned.merges)),
        )
        special = {token: learned.vocab[token] for token in self.special_tokens}
        return replace(
            self.frame,
            model=replace(model, vocab=vocab, merges=merges),
            post_processor=template(Vocab(special), self.special_tokens),
            added_tokens=added_tokens(Vocab(special), self.special_tokens),
        )

    def _extended_spec(self, learned: Learned) -> Spec:
        """The spec of the tokenizer that was extended, with more tokens and merges.

        Tokens that were only added stay outside of the model, unless a merge spells one.
        """
        model = self.frame.model
        assert isinstance(model, models.BPE)
        merges = list(dict.fromkeys((*self.options.extend_merges, *final_merges(learned.merges))))
        merged = {left + right.removeprefix(model.continuing_prefix) for left, right in merges}
        added = {token.content: token for token in self.frame.added_tokens}
        outside = added.keys() - {*model.vocab} - merged
        for token in self.special_tokens:
            if token not in added:
                id = learned.vocab[token]
                added[token] = AddedToken(token, id, special=True, normalized=False)
        vocab = {token: id for token, id in learned.vocab.items() if token not in outside}
        return replace(
            self.frame,
            model=replace(model, vocab=Vocab(vocab), merges=Merges(merges)),
            added_tokens=tuple(sorted(added.values(), key=lambda token: token.id)),
        )


def final_merges(merges: Iterable[Merge]) -> list[tuple[str, str]]:
    """The pairs by rank; one that was merged more than once has the rank of its last merge."""
    last: dict[tuple[str, str], None] = {}
    for merge in merges:
        pair = (merge.left, merge.right)
        last.pop(pair, None)
        last[pair] = None
    return list(last)


def plan_bpe(
    *,
    vocab_size: int = 30_000,
    min_frequency: int = 2,
    ties: Ties | None = None,
    alphabet: AlphabetRule = "seen",
    limit_alphabet: int | None = None,
    initial_alphabet: Iterable[str] = (),
    max_token_length: int | None = None,
    special_tokens: SpecialTokens | None = None,
    unk_token: str | None = None,
    byte_fallback: bool = False,
    continuing_prefix: str = "",
    end_of_word_suffix: str = "",
    normalizer: NormalizerOption = None,
    pre_tokenizer: PreTokenizerOption = None,
    extend: Tokenizer | None = None,
) -> BPEPlan:
    """Check what is asked for and fill in the defaults; the arguments are those of `train`."""
    if extend is not None:
        if not isinstance(extend, Tokenizer):
            raise TypeError(f"extend must be a tokenizer, not {extend!r}")
        frame, special = _extended(extend, special_tokens)
        given = (unk_token, byte_fallback, continuing_prefix, end_of_word_suffix, normalizer)
        if any(given) or pre_tokenizer is not None:
            raise ValueError(
                "a tokenizer that is extended keeps its unk_token, byte_fallback, "
                "continuing_prefix, end_of_word_suffix, normalizer and pre_tokenizer"
            )
    else:
        frame, special = _new_frame(
            special_tokens,
            unk_token,
            byte_fallback=byte_fallback,
            continuing_prefix=continuing_prefix,
            end_of_word_suffix=end_of_word_suffix,
            normalizer=_component(normalizer, norm.Normalizer, norm.Custom),
            pre_tokenizer=_component(pre_tokenizer, pre.PreTokenizer, pre.Custom) or BYTE_LEVEL,
        )
    model = frame.model
    assert isinstance(model, models.BPE)
    bytes_first = BYTE_PIECES if byte_fallback and extend is None else ()
    options = BPEOptions(
        vocab_size=vocab_size,
        min_frequency=min_frequency,
        ties="huggingface" if ties is None else ties,
        byte_level=is_byte_level(frame),
        alphabet=alphabet,
        limit_alphabet=limit_alphabet,
        initial_alphabet=texts("initial_alphabet", initial_alphabet),
        max_token_length=max_token_length,
        special_tokens=(*filter(None, [special.unk]), *special, *bytes_first),
        continuing_prefix=model.continuing_prefix,
        end_of_word_suffix=model.end_of_word_suffix,
        extend={} if extend is None else extend.get_vocab(),
        extend_merges=tuple(model.merges),
    )
    return BPEPlan(options, frame, special)


def _new_frame(
    special_tokens: SpecialTokens | None,
    unk_token: str | None,
    *,
    byte_fallback: bool,
    continuing_prefix: str,
    end_of_word_suffix: str,
    normalizer: norm.Normalizer | None,
    pre_tokenizer: pre.PreTokenizer,
) -> tuple[Spec, SpecialTokens]:
    """The spec of a tokenizer that starts from nothing, and its special tokens."""
    special = SpecialTokens() if special_tokens is None else special_tokens
    if not isinstance(special, SpecialTokens):
        raise TypeError(f"special_tokens must be SpecialTokens, not {special!r}")
    if unk_token is not None and special.unk not in {None, unk_token}:
        raise ValueError(
            f"unk_token={unk_token!r} contradicts special_tokens, where unk is {special.unk!r}"
        )
    frame = Spec(models.BPE(), normalizer=normalizer, pre_tokenizer=pre_tokenizer)
    bytes_spelled = is_byte_level(frame)
    if special.unk is None:
        nothing_unknown = bytes_spelled or byte_fallback
        default = None if nothing_unknown else "[UNK]"  # else a character could vanish
        special = replace(special, unk=default if unk_token is None else unk_token)
    model = models.BPE(
        unk_token=special.unk,
        continuing_prefix=continuing_prefix,
        end_of_word_suffix=end_of_word_suffix,
        byte_fallback=byte_fallback,
    )
    return replace(frame, model=model, decoder=_decoder(frame, model)), special


def _decoder(frame: Spec, model: models.BPE) -> decoders.Decoder | None:
    """What undoes the way the words were spelled."""
    if is_byte_level(frame):
        return decoders.ByteLevel()
    for part in _parts(frame.pre_tokenizer):
        if isinstance(part, pre.Metaspace):
            return decoders.Metaspace(part.replacement, part.prepend_scheme, part.split)
    if model.end_of_word_suffix:
        return decoders.BPE(model.end_of_word_suffix)
    if model.continuing_prefix:
        return decoders.WordPiece(model.continuing_prefix)
    if model.byte_fallback:
        return decoders.Sequence((decoders.ByteFallback(), decoders.Fuse()))
    return None


def _extended(extend: Tokenizer, special: SpecialTokens | None) -> tuple[Spec, SpecialTokens]:
    if not isinstance(extend, Tokenizer):
        raise TypeError(f"extend must be a BPE tokenizer, not {type(extend).__name__}")
    if not isinstance(extend.spec.model, models.BPE):
        raise UnsupportedError(
            f"only BPE with a list of merges can be extended, not {extend!r}; a rank file can be "
            "converted to one"
        )
    return extend.spec, extend.special_tokens if special is None else special


_Component = TypeVar("_Component")


def _component(
    value: object, kind: type[_Component], custom: Callable[[Any], _Component]
) -> _Component | None:
    """A component as it is, a function as a custom one."""
    if value is None or isinstance(value, kind):
        return value
    if not callable(value) or isinstance(value, type):
        raise TypeError(f"expected a {kind.__name__} or a function, not {value!r}")
    return custom(value)


def is_byte_level(frame: Spec) -> bool:
    """Whether words are spelled in GPT-2's byte alphabet."""
    parts = [*_parts(frame.pre_tokenizer), *_parts(frame.normalizer)]
    return any(isinstance(part, (pre.ByteLevel, norm.ByteLevel)) for part in parts)


def _parts(component: norm.Normalizer | pre.PreTokenizer | None) -> Iterator[object]:
    if isinstance(component, norm.Sequence):
        for part in component.normalizers:
            yield from _parts(part)
    elif isinstance(component, pre.Sequence):
        for cut in component.pre_tokenizers:
            yield from _parts(cut)
    else:
        yield component
