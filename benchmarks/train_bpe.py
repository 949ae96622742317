"""BPE training measured against other libraries on English and multilingual text.

    python benchmarks/train_bpe.py [--rounds 3] [--sizes 8000 32000 100000] [--megabytes 10]
                                   [--only subwords gigabpe]

Every run is a process of its own; the jobs take turns, so that a machine that slows down slows all
of them. CPU seconds are of all threads of the process, from after the imports to the trained
tokenizer; peak memory is that of the whole process. Each line says whether the merges are those of
`tokenizers`; where a library trains by other rules that cannot be.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import environments
from train import corpus_file

LIBRARIES = {
    "subwords": None,
    "subwords-sentencepiece": None,  # with the rules of sentencepiece
    "gigabpe": "gigabpe==0.1.0",
    "tokenizers": "tokenizers==0.23.3",
    "rustbpe": "rustbpe==0.1.0",
    "sentencepiece": "sentencepiece==0.2.3",
}
Rounds = dict[tuple[str, int], list[dict[str, float]]]


def main() -> int:
    """Run the jobs in turn and print a table; 2 where the data is missing."""
    options = _options()
    try:
        corpus = corpus_file(options.megabytes)
        for library in options.only:
            environments.interpreter(LIBRARIES[library])
    except (environments.EnvironmentFailure, FileNotFoundError) as failure:
        print(f"benchmarks/train_bpe.py: {failure}", file=sys.stderr)
        return 2
    jobs = [(library, size) for size in options.sizes for library in options.only]
    rounds: Rounds = {job: [] for job in jobs}
    for turn in range(options.rounds):
        start = turn % len(jobs)
        for job in jobs[start:] + jobs[:start]:
            rounds[job].append(_run(*job, corpus))
            print(f"round {turn + 1}: {job}: {rounds[job][-1]}", file=sys.stderr)
    print(_table(rounds, corpus.stat().st_size / 1e6))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sizes", type=int, nargs="+", default=[8_000, 32_000, 100_000])
    parser.add_argument("--megabytes", type=int, help="of each text; all of it by default")
    parser.add_argument("--only", nargs="+", choices=list(LIBRARIES), default=list(LIBRARIES))
    return parser.parse_args()


def _merges_file(library: str, size: int) -> Path:
    return environments.BUILD / f"bpe-{library}-{size}.json"


def _run(library: str, size: int, corpus: Path) -> dict[str, float]:
    requirement = LIBRARIES[library]
    variables = dict(os.environ)
    if requirement is not None:
        variables.pop("PYTHONPATH", None)
    worker = environments.HERE / "train_bpe_worker.py"
    made = _merges_file(library, size)
    done = subprocess.run(
        [environments.interpreter(requirement), worker, library, str(size), corpus, made],
        capture_output=True,
        text=True,
        env=variables,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"benchmarks/train_bpe.py: {library} failed:\n{done.stderr}")
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def _table(rounds: Rounds, megabytes: float) -> str:
    number = len(next(iter(rounds.values())))
    lines = [
        f"Corpus: {megabytes:.1f} MB. Medians of {number} rounds.",
        "",
        "| pieces | library | CPU s | wall s | peak MB | CPU of subwords | merges |",
        "|---|---|---|---|---|---|---|",
    ]
    for (library, size), results in rounds.items():
        cpu, wall, peak = (
            statistics.median(r[key] for r in results) for key in ("cpu", "wall", "peak")
        )
        ours = rounds.get(("subwords", size))
        ratio = "" if ours is None else f"{_median_ratio(results, ours):.2f} ×"
        same = _same_merges(library, size)
        lines.append(
            f"| {size:,} | {library} | {cpu:.2f} | {wall:.2f} | {peak:.0f} | {ratio} | {same} |"
        )
    return "\n".join(lines)


def _median_ratio(results: list[dict[str, float]], ours: list[dict[str, float]]) -> float:
    return statistics.median(a["cpu"] / b["cpu"] for a, b in zip(results, ours, strict=True))


def _same_merges(library: str, size: int) -> str:
    """Compared with those of `tokenizers`, as far as both go: its alphabets differ in size."""
    oracle, made = _merges_file("tokenizers", size), _merges_file(library, size)
    if not (oracle.exists() and made.exists()):
        return ""
    expected, found = (json.loads(file.read_text()) for file in (oracle, made))
    if not found:
        return "other rules"
    differences = sum(a != b for a, b in zip(expected, found, strict=False))
    return "the same" if not differences else f"{differences:,} differ"


if __name__ == "__main__":
    sys.exit(main())
