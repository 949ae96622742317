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


_BYTE_LEVEL = (
    "subwords", "fastokens", "gigatoken", "snaptokens", "tiktoken", "tokenizers_1", "tokenizers_0",
)  # fmt: skip
_STREAM = ("subwords", "gigatoken", "fastokens", "sentencepiece", "tokenizers_1", "tokenizers_0")

MODELS = {
    model.name: model
    for model in [
        Model(
            "bert-base-uncased",
            "bert-base-uncased/tokenizer.json",
            ("subwords", "nanotoken", "splintr", "tokie", "tokenizers_1", "tokenizers_0"),
            oracle="tokenizers_0",
        ),
        Model("gpt2", "gpt2/tokenizer.json", _BYTE_LEVEL, oracle="tokenizers_0"),
        Model("llama-3", "llama-3/tokenizer.json", _BYTE_LEVEL, oracle="tokenizers_0"),
        Model("qwen3", "qwen3/tokenizer.json", _BYTE_LEVEL, oracle="tokenizers_0"),
        Model("llama-2", "llama-2/tokenizer.json", _STREAM, oracle="tokenizers_0"),
        Model("mistral-7b-v0.1", "mistral-7b-v0.1/tokenizer.json", _STREAM, oracle="tokenizers_0"),
        Model(
            "t5-small",
            "t5-small/tokenizer.json",
            ("subwords", "splintr", "tokie", "sentencepiece", "tokenizers_1", "tokenizers_0"),
            oracle="tokenizers_0",
        ),
        Model(
            "t5-small.model",
            "t5-small/spiece.model",
            ("subwords", "sentencepiece"),
            oracle="sentencepiece",
        ),
    ]
}


def data_root() -> Path:
    """The directory of published vocabularies and corpora: SUBWORDS_TEST_DATA or ../shared/data."""
    named = os.environ.get("SUBWORDS_TEST_DATA")
    return Path(named) if named else _ROOT.parent / "shared" / "data"
