"""Random segmentations: what each model draws with, and from which seed.

BPE skips merges (dropout), Unigram draws a path of its lattice, WordPiece has nothing to draw.
The engines do the drawing; here arguments are checked, and a seed is chosen where none is given.
"""

from __future__ import annotations

import math
import operator
from typing import NamedTuple

from subwords import models
from subwords.errors import UnsupportedError
from subwords.spec import Spec

_BPE = (models.BPE, models.RankBPE, models.SentencePieceBPE)
_SEED_BITS = (1 << 64) - 1


class Draw(NamedTuple):
    """What an engine draws with.

    Args:
        amount: Of BPE the probability that a merge is skipped, of Unigram the power alpha.
        seed: From 0 to 2**64 - 1.
    """

    amount: float
    seed: int


def own_dropout(spec: Spec) -> float:
    """The dropout that the file states; 0 where it states none."""
    return getattr(spec.model, "dropout", None) or 0.0


def dropout_draw(spec: Spec, dropout: float | None, seed: int | None) -> Draw | None:
    """What `encode` draws with; None: nothing, every merge is done.

    Args:
        spec: The spec.
        dropout: Probability of skipping a merge; None: as the file states, else 0.
        seed: Of the draw; None: a fresh one.

    Raises:
        UnsupportedError: The model has no merges.
        ValueError: `dropout` is no probability, or `seed` was given without anything to draw.
        TypeError: An argument is no number.
    """
    if not isinstance(spec.model, _BPE):
        if isinstance(spec.model, models.Unigram):
            raise UnsupportedError(
                "dropout: Unigram has no merges to skip; sample() draws from its distribution"
            )
        raise _no_distribution(spec, "dropout")
    chosen = own_dropout(spec) if dropout is None else _probability("dropout", dropout)
    if seed is not None and dropout is None and not chosen:
        raise ValueError("seed is of the draw that dropout makes: pass dropout= too")
    checked = _seed(seed)
    return Draw(chosen, checked) if chosen else None


def sample_draw(spec: Spec, alpha: float, seed: int | None) -> Draw:
    """What `sample` draws with.

    Args:
        spec: The spec.
        alpha: Of BPE the probability of skipping a merge; of Unigram the power of the
            probabilities, 0 or more.
        seed: Of the draw; None: a fresh one.

    Raises:
        UnsupportedError: The model has no distribution.
        ValueError: `alpha` is out of range.
        TypeError: An argument is no number.
    """
    if isinstance(spec.model, _BPE):
        return Draw(_probability("alpha", alpha), _seed(seed))
    if isinstance(spec.model, models.Unigram):
        return Draw(require_power(alpha), _seed(seed))
    raise _no_distribution(spec, "sample")


def require_power(alpha: float) -> float:
    """`alpha` as the power of probabilities.

    Raises:
        ValueError: It is negative or not finite.
        TypeError: It is no number.
    """
    power = _number("alpha", alpha)
    if not 0 <= power < math.inf:
        raise ValueError(f"alpha must be a finite number, 0 or more, not {alpha!r}")
    return power


def _no_distribution(spec: Spec, what: str) -> UnsupportedError:
    return UnsupportedError(
        f"{what}: {type(spec.model).__name__} has no distribution over segmentations; "
        "it takes the longest match, always. Unigram and BPE can sample"
    )


def _probability(name: str, value: object) -> float:
    number = _number(name, value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} must be a probability from 0 to 1, not {value!r}")
    return number


def _number(name: str, value: object) -> float:
    if not isinstance(value, (bool, type)) and hasattr(value, "__float__"):
        try:
            return float(value)
        except (TypeError, ValueError):  # an array of several, say
            pass
        except OverflowError:
            return math.inf
    raise TypeError(f"{name} must be a number, not {value!r}")


def _seed(seed: int | None) -> int:
    if seed is None:
        import secrets

        return secrets.randbits(64)
    if not isinstance(seed, (bool, type)):
        try:
            number = operator.index(seed)
        except TypeError:  # no integer, or an array of several
            pass
        else:
            if not 0 <= number <= _SEED_BITS:
                raise ValueError(f"seed must be from 0 to 2**64 - 1, not {number}")
            return number
    raise TypeError(f"seed must be an integer or None, not {seed!r}")
