"""Training measured against other libraries: WordPiece of 32,000 pieces on English and multilingual
text, in CPU seconds and peak memory.

    python benchmarks/train.py [--rounds 3] [--megabytes 10] [--only "subwords frequency"]

Every run is a process of its own; the jobs take turns, so that a machine that slows down slows all
of them. CPU seconds are of all threads of the process, from after the imports to the trained
tokenizer; peak memory is that of the whole process. "count" is the first stage alone: for libraries
that do not offer it, a training whose vocabulary is too small for any merge.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import statistics
import subprocess
import sys
from pathlib import Path

import environments
from models import data_root

VOCAB_SIZE = 32_000
CORPORA = ("english", "multilingual")
JOBS = {
    # name: (requirement, module of train_jobs, argument)
    "subwords frequency": (None, "subwords", "frequency"),
    "tokenizers frequency": ("tokenizers==0.23.3", "tokenizers", str(VOCAB_SIZE)),
    "subwords likelihood": (None, "subwords", "likelihood"),
    "subwords gain": (None, "subwords", "gain"),
    "subwords count": (None, "subwords", "count"),
    "tokenizers count": ("tokenizers==0.23.3", "tokenizers", "1"),
    "gigabpe count": ("gigabpe==0.1.0", "gigabpe", "1"),
}


def main() -> int:
    """Run the jobs in turn and print a table; 2 where the data is missing."""
    options = _options()
    try:
        corpus = corpus_file(options.megabytes)
        for job in options.only:
            environments.interpreter(JOBS[job][0])
    except (environments.EnvironmentFailure, FileNotFoundError) as failure:
        print(f"benchmarks/train.py: {failure}", file=sys.stderr)
        return 2
    rounds: dict[str, list[dict[str, float]]] = {job: [] for job in options.only}
    for turn in range(options.rounds):
        jobs = options.only[turn % len(options.only) :] + options.only[: turn % len(options.only)]
        for job in jobs:
            rounds[job].append(_run(job, corpus))
            print(f"round {turn + 1}: {job}: {rounds[job][-1]}", file=sys.stderr)
    print(_table(rounds, corpus.stat().st_size / 1e6))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--megabytes", type=int, help="of each text; all of it by default")
    parser.add_argument("--only", action="append", choices=list(JOBS))
    options = parser.parse_args()
    options.only = options.only or list(JOBS)
    return options


def corpus_file(megabytes: int | None) -> Path:
    """One file of all the texts, unpacked once under build/bench/."""
    file = environments.BUILD / f"train-{megabytes or 'all'}.txt"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        with part.open("wb") as out:
            for name in CORPORA:
                with lzma.open(data_root() / "corpora" / f"{name}.txt.xz") as text:
                    data = text.read() if megabytes is None else text.read(megabytes * 10**6)
                    whole = data[: data.rfind(b"\n") + 1]
                    out.write(whole)
        part.replace(file)
    return file


def _run(job: str, corpus: Path) -> dict[str, float]:
    requirement, module, argument = JOBS[job]
    variables = dict(os.environ)
    if requirement is not None:
        variables.pop("PYTHONPATH", None)
    done = subprocess.run(
        [
            environments.interpreter(requirement),
            str(environments.HERE / "train_worker.py"),
            module,
            argument,
            str(corpus),
        ],
        capture_output=True,
        text=True,
        env=variables,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"benchmarks/train.py: {job} failed:\n{done.stderr}")
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def _table(rounds: dict[str, list[dict[str, float]]], megabytes: float) -> str:
    lines = [
        f"Corpus: {megabytes:.1f} MB. {VOCAB_SIZE:,} pieces. Medians of "
        f"{len(next(iter(rounds.values())))} rounds.",
        "",
        "| job | CPU s | wall s | MB per CPU s | peak MB | tokens |",
        "|---|---|---|---|---|---|",
    ]
    for job, results in rounds.items():
        cpu, wall, peak = (
            statistics.median(r[key] for r in results) for key in ("cpu", "wall", "peak")
        )
        tokens = f"{results[0]['tokens']:,.0f}"
        lines.append(
            f"| {job} | {cpu:.2f} | {wall:.2f} | {megabytes / cpu:.0f} | {peak:.0f} | {tokens} |"
        )
    lines += ["", *_ratios(rounds)]
    return "\n".join(lines)


def _ratios(rounds: dict[str, list[dict[str, float]]]) -> list[str]:
    """What the bars are about, as medians of the ratios within a round."""

    def ratio(job: str, to: str, key: str) -> str | None:
        if job not in rounds or to not in rounds:
            return None
        pairs = zip(rounds[job], rounds[to], strict=True)
        return f"{statistics.median(a[key] / b[key] for a, b in pairs):.2f}"

    found = [
        ("tokenizers / subwords, CPU", ratio("tokenizers frequency", "subwords frequency", "cpu")),
        (
            "subwords / tokenizers, MB",
            ratio("subwords frequency", "tokenizers frequency", "peak"),
        ),
        ("likelihood / frequency, CPU", ratio("subwords likelihood", "subwords frequency", "cpu")),
        ("tokenizers / subwords, count", ratio("tokenizers count", "subwords count", "cpu")),
        ("gigabpe / subwords, count", ratio("gigabpe count", "subwords count", "cpu")),
    ]
    return [f"- {name}: {value}" for name, value in found if value is not None]


if __name__ == "__main__":
    sys.exit(main())
