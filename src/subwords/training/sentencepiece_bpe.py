"""SentencePiece BPE training from a corpus to a spec: asked for, counted, found, put together."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from subwords import models
from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.engine import EngineName
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.training.counts import WordCounts
from subwords.training.engines import sentencepiece_merge_finder
from subwords.training.learned import Learned, Report
from subwords.training.progress import Progress
from subwords.training.sentencepiece_merges import MergesFound
from subwords.training.sentencepiece_options import SentencePieceOptions, meta_pieces
from subwords.training.sentencepiece_pieces import (
    from_special_tokens,
    learnable,
    piece_table,
    sentencepiece_spec,
    special_tokens_of,
)


@dataclass(frozen=True)
class SentencePieceBPEPlan:
    """A SentencePiece BPE training that was asked for.

    Args:
        options: What the trainer is told.
        special_tokens: Which piece plays which part.
    """

    options: SentencePieceOptions
    special_tokens: SpecialTokens

    @property
    def normalizer(self) -> norm.Normalizer:
        """What the corpus is normalized with."""
        return self.options.normalizer()

    @property
    def pre_tokenizer(self) -> pre.PreTokenizer:
        """Where the corpus is cut."""
        return self.options.pre_tokenizer()

    def learn(self, counts: WordCounts, engine: EngineName | None = None) -> Learned:
        """Train on counts; see `Learned`."""
        counts.require(self.normalizer, self.pre_tokenizer, "the tokenizer will")
        progress = Progress("training", "merges", self.options.vocab_size)
        try:
            found = sentencepiece_merge_finder(engine)(counts, self.options, progress.at)
        finally:
            progress.close()
        return finish(found, self.options)

    def spec(self, learned: Learned) -> Spec:
        """The finished spec."""
        options = self.options
        symbols = {name for name, _ in meta_pieces(options).values()}
        pieces = (piece for piece in learned.vocab if piece not in symbols)
        scored = [(piece, -float(place)) for place, piece in enumerate(pieces)]
        model = models.SentencePieceBPE(
            pieces=piece_table(scored, options),
            unk_id=options.unk_id,
            byte_fallback=options.byte_fallback,
        )
        return sentencepiece_spec(model, options)


def finish(found: MergesFound, options: SentencePieceOptions) -> Learned:
    """The vocabulary: symbols at their ids, merged pieces in order, characters by frequency."""
    letters = learnable(found.required, options)
    pieces = [*(merge.merged for merge in found.merges), *letters]
    table = piece_table(((piece, 0.0) for piece in pieces), options)
    vocab = {piece: id for id, (piece, _) in enumerate(table)}
    report = Report(
        words=found.words,
        occurrences=found.occurrences,
        alphabet_size=len(letters),
        dropped_characters=found.dropped,
        vocab_size=len(vocab),
        complete=len(vocab) >= options.vocab_size,
    )
    return Learned(vocab, found.merges, report)


def plan_sentencepiece_bpe(
    *, special_tokens: SpecialTokens | None = None, **options: Any
) -> SentencePieceBPEPlan:
    """Check what is asked for and fill in the defaults; the arguments are those of `train`."""
    unknown = options.keys() - {field.name for field in fields(SentencePieceOptions)}
    if unknown:
        raise TypeError(f"training a SentencePiece BPE has no option {min(unknown)!r}")
    if special_tokens is not None:
        options = from_special_tokens(special_tokens) | options
    checked = SentencePieceOptions(**options)
    return SentencePieceBPEPlan(checked, special_tokens_of(checked))
