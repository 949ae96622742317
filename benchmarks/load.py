"""Times of loading tokenizer files, as multiples of what else could read the same bytes.

    python benchmarks/load.py [--rounds N] [--api formats|subwords]

A ``tokenizer.json`` is compared with `json.loads` of its text (already in memory), a rank file with
tiktoken's own reading of it and making of an encoding, a ``.model`` with sentencepiece's own
loading. Interleaved: each round times the other and then the load (from the path, reading
included); medians and their ratios are printed, with the bar for each.
"""

from __future__ import annotations

import argparse
import gc
import json
import lzma
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

FILES = {
    "bert-base-uncased": 1.3,
    "gpt2": 1.5,
    "qwen3": 0.9,
    "gemma-3": 0.28,
}
"""By model with a ``tokenizer.json``: the bar."""

OWN = {
    "tiktoken/cl100k_base.tiktoken": 1.0,
    "tiktoken/o200k_base.tiktoken": 1.0,
    "llama-2/tokenizer.model": 1.0,
    "t5-small/spiece.model": 1.0,
    "xlm-roberta-base/sentencepiece.bpe.model": 1.0,
}
"""By file that has a library of its own: the bar."""


def data_directory() -> Path:
    default = Path(__file__).resolve().parents[1].parent / "shared" / "data"
    return Path(os.environ.get("SUBWORDS_TEST_DATA", default))


def unpacked(model: str, scratch: Path) -> Path | None:
    """The model's tokenizer.json, unpacked into `scratch` where it is compressed."""
    path = data_directory() / "models" / model / "tokenizer.json"
    if path.is_file():
        return path
    packed = path.with_name(path.name + ".xz")
    if not packed.is_file():
        return None
    target = scratch / f"{model}.json"
    target.write_bytes(lzma.decompress(packed.read_bytes()))
    return target


def timed(function: Callable[[], object]) -> float:
    gc.collect()
    start = time.perf_counter()
    result = function()
    elapsed = time.perf_counter() - start
    del result
    return elapsed


def measure(
    path: Path, load: Callable[[Path], object], other: Callable[[], object], rounds: int
) -> tuple[float, float]:
    theirs: list[float] = []
    ours: list[float] = []
    for _ in range(rounds):
        theirs.append(timed(other))
        ours.append(timed(lambda: load(path)))
    return statistics.median(theirs), statistics.median(ours)


def json_loads(path: Path) -> Callable[[], object]:
    text = path.read_text(encoding="utf-8")
    return lambda: json.loads(text)


def own_library(path: Path) -> Callable[[], object]:
    """What the library that the file is of does to load it."""
    if path.suffix == ".model":
        import sentencepiece

        return lambda: sentencepiece.SentencePieceProcessor(model_file=str(path))
    import tiktoken
    from tiktoken.load import load_tiktoken_bpe

    def load() -> object:
        ranks = load_tiktoken_bpe(str(path))
        return tiktoken.Encoding("x", pat_str=r"\s+|\S+", mergeable_ranks=ranks, special_tokens={})

    return load


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--api", choices=("formats", "subwords"), default="subwords")
    arguments = parser.parse_args()
    if arguments.api == "subwords":
        from subwords import load
    else:
        from subwords.formats import load
    failed = False
    print(f"{'file':42} {'other':>11} {'load':>11} {'ratio':>7} {'bar':>5}")
    with tempfile.TemporaryDirectory() as scratch:
        rows = [
            (name, bar, unpacked(name, Path(scratch)), json_loads) for name, bar in FILES.items()
        ]
        models = data_directory() / "models"
        rows += [(name, bar, models / name, own_library) for name, bar in OWN.items()]
        for name, bar, path, other in rows:
            if path is None or not path.is_file():
                print(f"{name:42} not in {data_directory()}", file=sys.stderr)
                continue
            theirs, ours = measure(path, load, other(path), arguments.rounds)
            ratio = ours / theirs
            failed |= ratio > bar
            print(f"{name:42} {theirs * 1e3:8.1f} ms {ours * 1e3:8.1f} ms {ratio:7.2f} {bar:5.2f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
