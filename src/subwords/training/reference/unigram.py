"""Unigram training (Kudo, 2018), as sentencepiece does it: start with many pieces, and prune.

1. Seeds (`unigram_seeds.py`), each with a probability in proportion to frequency times length.
2. Estimate (EM): count each piece over all segmentations of the corpus, weighted by probability
   (`unigram_lattice.py`); pieces that occur less than half a time are dropped, and digamma in the
   place of the logarithm takes from the rare ones. The simple method counts in best segmentations.
3. Prune: drop the pieces whose loss costs the corpus the least likelihood. Again from 2.
4. Finish: drop what the best segmentation never takes; the vocabulary is filled by score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from subwords.reference.arithmetic import digamma, ln
from subwords.training.limits import check_counts, check_weights
from subwords.training.reference.sentencepiece_words import Prepared, prepare
from subwords.training.reference.unigram_lattice import (
    UNKNOWN,
    Fragments,
    Model,
    best_counts,
    best_path,
    expected_counts,
    fraction_bits,
)
from subwords.training.reference.unigram_seeds import seeds
from subwords.training.sentencepiece_pieces import check_room, learnable, room_for_learned
from subwords.training.unigram_learned import EXAMPLES, Round, UnigramFound
from subwords.training.unigram_options import UnigramOptions

Progress = Callable[[int], None]


def find(
    counts: Mapping[str, int],
    options: UnigramOptions,
    progress: Progress | None = None,
    threads: int | None = None,
) -> UnigramFound:
    """Train on word counts.

    Args:
        counts: Normalized words and how often each occurs.
        options: The settings.
        progress: Called with the number of pieces after every round.
        threads: Without effect: there is one.

    Returns:
        All pieces that are left, best first; at least `vocab_size` if the data has so many.

    Raises:
        ValueError: `vocab_size` has no room for what is required, or the counts are out of range.
    """
    words = [(word, count) for word, count in sorted(counts.items()) if word and count]
    check_counts(words)
    check_weights(sum(len(word) * count for word, count in words), options.max_piece_length)
    prepared = prepare(words, options)
    check_room(options, prepared.required)
    first = seed_model(prepared, options)
    desired = options.vocab_size * 11 // 10
    while True:
        model, rounds = train(prepared.fragments, first, desired, options, progress)
        pieces = reachable(model)
        enough = len(learnable({*pieces, *prepared.required}, options)) >= room_for_learned(options)
        if enough or not any(done.pruned for done in rounds):
            break
        desired = desired * 3 // 2  # pruned too far
    return UnigramFound(
        sorted(pieces.items(), key=lambda entry: (-entry[1], entry[0])),
        rounds,
        prepared.required,
        prepared.dropped,
        len(words),
        sum(count for _, count in words),
    )


def seed_model(prepared: Prepared, options: UnigramOptions) -> dict[str, float]:
    """The scores of the seeds."""
    found = seeds(prepared.fragments, prepared.required, options)
    total = ln(float(sum(weight for _, weight in found) or 1))
    return {piece: ln(float(weight)) - total for piece, weight in found}


def train(
    fragments: Fragments,
    scores: dict[str, float],
    desired: int,
    options: UnigramOptions,
    progress: Progress | None,
) -> tuple[Model, list[Round]]:
    """Estimate and prune until so few pieces are left."""
    model = Model(dict(scores))
    rounds = []
    while True:
        size, likelihoods = len(model), []
        for _ in range(options.estimates):
            model, likelihood = estimate(fragments, model, options)
            likelihoods.append(likelihood)
        unused = size - len(model)
        pruned: list[str] = []
        if len(model) > desired:
            model, pruned = prune(fragments, model, desired, options)
        rounds.append(
            Round(size, tuple(likelihoods), unused, len(pruned), tuple(pruned[:EXAMPLES]))
        )
        if progress is not None:
            progress(len(model))
        if not pruned:
            return model, rounds


def estimate(fragments: Fragments, model: Model, options: UnigramOptions) -> tuple[Model, float]:
    """The next model, and ln P(corpus) by the one before (of the best segmentations, if simple)."""
    bits = fraction_bits(fragments)
    if options.method == "viterbi":
        counts, likelihood = _best(fragments, model, bits)
    else:
        counts, likelihood = expected_counts(fragments, model, bits)
    half = _half(bits)
    kept = {piece: counts[piece] for piece in model.pieces() if counts[piece] >= half}
    unit = 2.0**-bits
    total = digamma_or_ln(float(sum(kept.values())) * unit, options) if kept else 0.0
    scores = {
        piece: digamma_or_ln(float(count) * unit, options) - total for piece, count in kept.items()
    }
    return Model(scores), float(likelihood) * 2.0 ** (8 - bits)


def _half(bits: int) -> int:
    """Half an occurrence; where counts have no such bit, one."""
    return 1 << max(bits - 1, 0)


def _best(fragments: Fragments, model: Model, bits: int) -> tuple[Counter[str], int]:
    counts: Counter[str] = Counter()
    likelihood = 0
    for text, count in fragments:
        score, path = best_path(text, model)
        likelihood += int(score * count * 2.0 ** (bits - 8))
        for piece in path:
            counts[piece] += int(float(count) * 2.0**bits)
    return counts, likelihood


def digamma_or_ln(count: float, options: UnigramOptions) -> float:
    """What stands for the logarithm of a count."""
    return ln(count) if options.method == "viterbi" else digamma(count)


def prune(
    fragments: Fragments, model: Model, desired: int, options: UnigramOptions
) -> tuple[Model, list[str]]:
    """The model without the pieces that are missed least, and these, those most missed first."""
    counts = best_counts(fragments, model)
    del counts[UNKNOWN]
    total = float(sum(counts.values()))
    kept, useless = [], []
    losses: dict[str, float] = {}
    for piece in model.pieces():
        if len(piece) == 1:
            kept.append(piece)
            continue
        score, others = best_path(piece, model, without=piece)
        if score > model.scores[piece] or not counts[piece]:
            useless.append(piece)
        else:
            losses[piece] = loss(piece, others, counts, total)
    room = max(desired, int(options.shrink * len(model)))
    ranked = sorted(losses, key=lambda piece: -losses[piece])  # stable: else as the seeds
    split = max(0, room - len(kept))
    stay = {*kept, *ranked[:split]}
    scores = {piece: model.scores[piece] for piece in model.pieces() if piece in stay}
    return Model(scores), ranked[split:] + useless


def loss(piece: str, others: list[str], counts: Mapping[str, int], total: float) -> float:
    """How much of ln P(corpus), for each piece in it, goes with a piece that others replace."""
    own = float(counts[piece])
    more = total + own * float(len(others) - 1)
    ln_others = 0.0
    for other in others:
        ln_others = ln_others + (ln(float(counts[other]) + own) - ln(more))
    frequency = own / total
    return frequency * (ln(frequency) - ln_others)


def reachable(model: Model) -> dict[str, float]:
    """The scores of the pieces that are the best segmentation of themselves."""
    return {
        piece: model.scores[piece]
        for piece in model.pieces()
        if len(piece) == 1 or best_path(piece, model, without=piece)[0] <= model.scores[piece]
    }
