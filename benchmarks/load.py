"""Times of loading tokenizer files, as multiples of `json.loads` of the same bytes.

    python benchmarks/load.py [--rounds N] [--api formats|subwords]

Interleaved: each round times json.loads (of the file's text, already in memory) and then the load
(from the path, reading included); medians and their ratios are printed, with the bar for each.
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


def measure(path: Path, load: Callable[[Path], object], rounds: int) -> tuple[float, float]:
    text = path.read_text(encoding="utf-8")
    plain: list[float] = []
    ours: list[float] = []
    for _ in range(rounds):
        plain.append(timed(lambda: json.loads(text)))
        ours.append(timed(lambda: load(path)))
    return statistics.median(plain), statistics.median(ours)


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
    print(f"{'file':20} {'json.loads':>11} {'load':>11} {'ratio':>7} {'bar':>5}")
    with tempfile.TemporaryDirectory() as scratch:
        for model, bar in FILES.items():
            path = unpacked(model, Path(scratch))
            if path is None:
                print(f"{model:20} not in {data_directory()}", file=sys.stderr)
                continue
            plain, ours = measure(path, load, arguments.rounds)
            ratio = ours / plain
            failed |= ratio > bar
            print(f"{model:20} {plain * 1e3:8.1f} ms {ours * 1e3:8.1f} ms {ratio:7.2f} {bar:5.2f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
