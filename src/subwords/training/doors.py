"""Training a door anew: what it is built of stays, what is learned is replaced."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from subwords.models import BPE
from subwords.spec import Spec
from subwords.tokenizer import Tokenizer
from subwords.training.api import learn_plan, make_plan
from subwords.training.corpus import Corpus
from subwords.training.counts import WordCounts
from subwords.training.notices import warn_about


def retrain(
    door: Tokenizer,
    algorithm: str,
    corpus: Corpus | WordCounts,
    vocab_size: int,
    fixed: dict[str, Any],
    options: dict[str, Any],
) -> None:
    """Train a door anew; if that fails, nothing changes.

    Args:
        door: The door.
        algorithm: Of its family.
        corpus: As of `subwords.train`.
        vocab_size: As of `subwords.train`.
        fixed: Options of the trainer that the door decides, beside its special tokens, normalizer
            and pre-tokenizer.
        options: What the caller asked for.

    Raises:
        TypeError: An option is one that the door decides.
        ValueError: As of `subwords.train`.
    """
    how: dict[str, Any] = {"errors": "strict", "threads": None, "engine": None}
    how |= {name: options.pop(name) for name in how.keys() & options.keys()}
    fixed = {
        "special_tokens": door.special_tokens,
        "normalizer": door.spec.normalizer,
        "pre_tokenizer": door.spec.pre_tokenizer,
        **fixed,
    }
    if fixed.keys() & options.keys():
        names = ", ".join(sorted(fixed.keys() & options.keys()))
        raise TypeError(f"{names}: the tokenizer has its own; subwords.train takes these")
    plan = make_plan(algorithm, vocab_size, fixed | options)
    learned = learn_plan(plan, corpus, **how)
    door._become(_as_before(door.spec, plan.spec(learned)), plan.special_tokens)
    warn_about(learned.report, plan.options, stacklevel=4)


def _as_before(old: Spec, new: Spec) -> Spec:
    """The trained spec with those options of the door that no trainer knows."""
    if not isinstance(old.model, BPE) or not isinstance(new.model, BPE):
        return new
    model = replace(old.model, vocab=new.model.vocab, merges=new.model.merges)
    return replace(new, model=model, decoder=old.decoder)
