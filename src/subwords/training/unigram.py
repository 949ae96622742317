"""Unigram training from a corpus to a spec: what is asked for, counted, found, put together."""

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
from subwords.training.engines import unigram_finder
from subwords.training.learned import Report
from subwords.training.progress import Progress
from subwords.training.sentencepiece_pieces import (
    check_size,
    from_special_tokens,
    learnable,
    piece_table,
    room_for_learned,
    sentencepiece_spec,
    single,
    special_tokens_of,
)
from subwords.training.unigram_learned import LearnedUnigram, UnigramFound
from subwords.training.unigram_options import UnigramOptions

STEP = 0.0001
"""How much further each required character is from the worst piece that was learned."""


@dataclass(frozen=True)
class UnigramPlan:
    """A Unigram training that was asked for.

    Args:
        options: What the trainer is told.
        special_tokens: Which piece plays which part.
    """

    options: UnigramOptions
    special_tokens: SpecialTokens

    @property
    def normalizer(self) -> norm.Normalizer:
        """What the corpus is normalized with."""
        return self.options.normalizer()

    @property
    def pre_tokenizer(self) -> pre.PreTokenizer:
        """Where the corpus is cut."""
        return self.options.pre_tokenizer()

    def learn(
        self, counts: WordCounts, engine: EngineName | None = None, threads: int | None = None
    ) -> LearnedUnigram:
        """Train on counts; see `LearnedUnigram`."""
        counts.require(self.normalizer, self.pre_tokenizer, "the tokenizer will")
        progress = Progress("training", "pieces left")
        try:
            found = unigram_finder(engine)(counts, self.options, progress.at, threads)
        finally:
            progress.close()
        return finish(found, self.options)

    def spec(self, learned: LearnedUnigram) -> Spec:
        """The finished spec."""
        options = self.options
        table = piece_table(learned.pieces, options)
        model = models.Unigram(
            pieces=table, unk_id=options.unk_id, byte_fallback=options.byte_fallback
        )
        return sentencepiece_spec(model, options)


def finish(found: UnigramFound, options: UnigramOptions) -> LearnedUnigram:
    """The pieces of the vocabulary: required characters in any case, the others by score.

    A required character that has no score gets that of the worst piece and a little more, the
    rarest most. Nothing is normalized again.

    Raises:
        ValueError: There are fewer pieces than asked for; it states the largest size possible.
    """
    scores = dict(found.pieces)
    worst = min(scores.values(), default=0.0)
    allowed = set(learnable([*found.required, *scores], options))
    letters = [c for c in found.required if c in allowed]
    missing = [c for c in letters if c not in scores]
    scores |= {c: worst + STEP * n for n, c in enumerate(missing)}
    room = room_for_learned(options)
    required = set(letters)
    others = [p for p, _ in found.pieces if p in allowed and p not in required]
    if options.hard_vocab_limit:
        check_size(options, len(letters) + len(others))
    chosen = [*letters, *others[: room - len(letters)]]
    pieces = [(piece, single(scores[piece])) for piece in chosen]
    pieces.sort(key=lambda entry: (-entry[1], entry[0]))
    size = options.vocab_size - room + len(pieces)
    report = Report(
        words=found.words,
        occurrences=found.occurrences,
        alphabet_size=len(letters),
        dropped_characters=found.dropped,
        vocab_size=size,
        complete=size >= options.vocab_size,
    )
    return LearnedUnigram(pieces, found.rounds, report)


def unigram_rules(**options: Any) -> dict[str, Any]:
    """The normalizer and pre-tokenizer of a Unigram training, for `count_words` and `WordCounts`.

    Example:
        >>> from subwords.training import count_words
        >>> dict(count_words(["a ｂ a"], **unigram_rules()))
        {'▁a': 2, '▁b': 1}
    """
    plan = plan_unigram(**options)
    return {"normalizer": plan.normalizer, "pre_tokenizer": plan.pre_tokenizer}


def plan_unigram(*, special_tokens: SpecialTokens | None = None, **options: Any) -> UnigramPlan:
    """Check what is asked for and fill in the defaults; the arguments are those of `train`."""
    unknown = options.keys() - {field.name for field in fields(UnigramOptions)}
    if unknown:
        raise TypeError(f"training a unigram has no option {min(unknown)!r}")
    if special_tokens is not None:
        options = from_special_tokens(special_tokens) | options
    checked = UnigramOptions(**options)
    return UnigramPlan(checked, special_tokens_of(checked))
