"""WordPiece training from a corpus to a spec: what is asked for, counted, learned, put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from subwords import models
from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.engine import EngineName
from subwords.families.parts import NormalizerOption, PreTokenizerOption
from subwords.families.wordpiece import wordpiece_spec
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import Vocab, VocabTable
from subwords.tokenizer import Tokenizer
from subwords.training.counts import WordCounts
from subwords.training.engines import wordpiece_learner
from subwords.training.learned import Learned
from subwords.training.option_types import texts
from subwords.training.options import AlphabetRule, Score, Ties, WordPieceOptions
from subwords.training.progress import Progress


@dataclass(frozen=True)
class WordPiecePlan:
    """A WordPiece training that was asked for.

    Args:
        options: What the trainer is told.
        frame: The spec to come, with an empty vocabulary.
        special_tokens: Which token plays which part.
    """

    options: WordPieceOptions
    frame: Spec
    special_tokens: SpecialTokens

    @property
    def normalizer(self) -> norm.Normalizer:
        """What the corpus is normalized with."""
        assert self.frame.normalizer is not None
        return self.frame.normalizer

    @property
    def pre_tokenizer(self) -> pre.PreTokenizer:
        """Where the corpus is cut."""
        assert self.frame.pre_tokenizer is not None
        return self.frame.pre_tokenizer

    def learn(self, counts: WordCounts, engine: EngineName | None = None) -> Learned:
        """Train on counts; see `Learned`."""
        counts.require(self.normalizer, self.pre_tokenizer, "the tokenizer will")
        progress = Progress("training", "pieces", self.options.vocab_size)
        try:
            return wordpiece_learner(engine)(counts, self.options, progress.at)
        finally:
            progress.close()

    def spec(self, learned: Learned) -> Spec:
        """The finished spec."""
        model = self.frame.model
        assert isinstance(model, models.WordPiece)
        return wordpiece_spec(
            Vocab(learned.vocab),
            self.special_tokens,
            unk_token=model.unk_token,
            continuing_prefix=model.continuing_prefix,
            max_chars_per_word=model.max_chars_per_word,
            normalizer=self.frame.normalizer,
            pre_tokenizer=self.frame.pre_tokenizer,
        )


def plan_wordpiece(
    *,
    vocab_size: int = 30_000,
    min_frequency: int = 2,
    score: Score = "frequency",
    pmi_shift: bool = True,
    ties: Ties | None = None,
    alphabet: AlphabetRule = "seen",
    limit_alphabet: int | None = None,
    initial_alphabet: Iterable[str] = (),
    special_tokens: SpecialTokens | None = None,
    unk_token: str | None = None,
    continuing_prefix: str | None = None,
    max_chars_per_word: int | None = 100,
    normalizer: NormalizerOption = None,
    pre_tokenizer: PreTokenizerOption = None,
    extend: Tokenizer | Mapping[str, int] | VocabTable | None = None,
) -> WordPiecePlan:
    """Check what is asked for and fill in the defaults; the arguments are those of `train`."""
    old: Mapping[str, int] = {}
    if isinstance(extend, Tokenizer):
        model = extend.spec.model
        if not isinstance(model, models.WordPiece):
            raise ValueError(f"only a WordPiece tokenizer can be extended, not {extend!r}")
        old = extend.get_vocab()
        special_tokens = extend.special_tokens if special_tokens is None else special_tokens
        unk_token = model.unk_token if unk_token is None else unk_token
        if continuing_prefix is None:
            continuing_prefix = model.continuing_prefix
        normalizer = extend.spec.normalizer if normalizer is None else normalizer
        pre_tokenizer = extend.spec.pre_tokenizer if pre_tokenizer is None else pre_tokenizer
    elif extend is not None:
        if not isinstance(extend, (Mapping, VocabTable)):
            raise TypeError(f"extend must be a tokenizer or a vocabulary, not {extend!r}")
        old = dict(extend.items())
    special = _with_unk(special_tokens, unk_token)
    unk = special.unk
    assert unk is not None
    options = WordPieceOptions(
        vocab_size=vocab_size,
        score=score,
        pmi_shift=pmi_shift,
        ties="last" if ties is None else ties,
        alphabet=alphabet,
        limit_alphabet=limit_alphabet,
        initial_alphabet=texts("initial_alphabet", initial_alphabet),
        min_frequency=min_frequency,
        special_tokens=(unk, *special),
        continuing_prefix="##" if continuing_prefix is None else continuing_prefix,
        extend=old,
    )
    frame = wordpiece_spec(
        Vocab(),
        SpecialTokens(),
        unk_token=unk,
        continuing_prefix=options.continuing_prefix,
        max_chars_per_word=max_chars_per_word,
        normalizer=normalizer,
        pre_tokenizer=pre_tokenizer,
    )
    return WordPiecePlan(options, frame, special)


def _with_unk(special: SpecialTokens | None, unk_token: str | None) -> SpecialTokens:
    """The special tokens, of which one is always the unknown one: no character may vanish."""
    if special is None:
        return SpecialTokens(unk="[UNK]" if unk_token is None else unk_token)
    if not isinstance(special, SpecialTokens):
        raise TypeError(f"special_tokens must be SpecialTokens, not {special!r}")
    if special.unk is None:
        return replace(special, unk="[UNK]" if unk_token is None else unk_token)
    if unk_token is not None and unk_token != special.unk:
        raise ValueError(
            f"unk_token={unk_token!r} contradicts special_tokens, where unk is {special.unk!r}"
        )
    return special
