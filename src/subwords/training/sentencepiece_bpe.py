"""SentencePiece BPE from a corpus to a spec: ``train(corpus, "bpe", sentencepiece=True)``."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from subwords import models
from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.engine import EngineName
from subwords.errors import UnsupportedError
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.training.counts import WordCounts
from subwords.training.engines import native_trainer
from subwords.training.learned import Learned, Report
from subwords.training.progress import Progress
from subwords.training.reference.sentencepiece_bpe import learn
from subwords.training.sentencepiece_options import SentencePieceOptions
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
        """Train on counts, in Python; see `Learned`. The vocabulary is that of the whole table.

        Raises:
            UnsupportedError: The native trainer was asked for.
        """
        if engine == "native" and native_trainer(engine):
            raise UnsupportedError(
                "SentencePiece BPE is trained in Python only; leave engine out, or ask for "
                'engine="reference"'
            )
        counts.require(self.normalizer, self.pre_tokenizer, "the tokenizer will")
        words = sum(1 for word, count in counts.items() if word and count)
        progress = Progress("training", "merges", self.options.vocab_size)
        try:
            merges, prepared = learn(counts, self.options, progress.at)
        finally:
            progress.close()
        letters = learnable(prepared.required, self.options)
        pieces = [*(merge.merged for merge in merges), *letters]
        table = piece_table([(piece, 0.0) for piece in pieces], self.options)
        report = Report(
            words=words,
            occurrences=counts.total(),
            alphabet_size=len(letters),
            dropped_characters=prepared.dropped,
            vocab_size=len(table),
            complete=len(table) >= self.options.vocab_size,
        )
        return Learned({piece: id for id, (piece, _) in enumerate(table)}, merges, report)

    def spec(self, learned: Learned) -> Spec:
        """The finished spec: the n-th merge scores -n, and the characters come after them."""
        merged = [merge.merged for merge in learned.merges]
        names = set(merged)
        symbols = {*learned.vocab} - {*learnable(learned.vocab, self.options)}
        rest = [piece for piece in learned.vocab if piece not in names and piece not in symbols]
        pieces = [(piece, -float(n)) for n, piece in enumerate([*merged, *rest])]
        options = self.options
        model = models.SentencePieceBPE(
            pieces=piece_table(pieces, options),
            unk_id=options.unk_id,
            byte_fallback=options.byte_fallback,
        )
        return sentencepiece_spec(model, options)


def plan_sentencepiece_bpe(
    *, special_tokens: SpecialTokens | None = None, **options: Any
) -> SentencePieceBPEPlan:
    """Check what is asked for and fill in the defaults; see `SentencePieceOptions`."""
    unknown = options.keys() - {field.name for field in fields(SentencePieceOptions)}
    if unknown:
        raise TypeError(f"training a SentencePiece BPE has no option {min(unknown)!r}")
    if special_tokens is not None:
        options = from_special_tokens(special_tokens) | options
    checked = SentencePieceOptions(**options)
    return SentencePieceBPEPlan(checked, special_tokens_of(checked))
