"""The published models that the encoding benchmark knows: which file, which peers, who is right.

To add a model, add one line; a peer that cannot load it is left out of its tuple.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Model:
    """One published tokenizer file, the peers that read it, and the one whose ids are right."""

    name: str
    file: str  # below models/ in the test data
    peers: tuple[str, ...]  # modules of the package `peers`
    oracle: str


MODELS = {
    model.name: model
    for model in [
        Model(
            "bert-base-uncased",
            "bert-base-uncased/tokenizer.json",
            ("subwords", "nanotoken", "splintr", "tokie", "tokenizers_1", "tokenizers_0"),
            oracle="tokenizers_0",
        ),
    ]
}


def data_root() -> Path:
    """The directory of published vocabularies and corpora: SUBWORDS_TEST_DATA or ../shared/data."""
    named = os.environ.get("SUBWORDS_TEST_DATA")
    return Path(named) if named else _ROOT.parent / "shared" / "data"
