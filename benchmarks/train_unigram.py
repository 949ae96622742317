"""Unigram training measured against sentencepiece: the same text, sizes and constraints.

    python benchmarks/train_unigram.py [--rounds 3] [--sizes 8000 32000] [--megabytes 10]

The text is four parts English and one part multilingual; both libraries normalize with nmt_nfkc and
keep 0.9995 of the characters, and sentencepiece is told to use long lines. Every run is a process
of its own, and the two take turns. CPU seconds are of all threads, from after the imports to the
scored pieces; peak memory is that of the whole process.

Quality is that of text which neither has seen, from further on in the same files: bits per byte and
pieces, both by the same Viterbi, with each vocabulary's own scores.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import statistics
import subprocess
import sys
from pathlib import Path

import environments
from models import data_root

PARTS = {"english": 4, "multilingual": 1}  # fifths of the text
LIBRARIES = {"subwords": None, "sentencepiece": "sentencepiece==0.2.3"}


def main() -> int:
    """Run the trainings in turn and print a table; 2 where the data is missing."""
    options = _options()
    try:
        corpus, held_out = _texts(options.megabytes)
        for requirement in LIBRARIES.values():
            environments.interpreter(requirement)
    except (environments.EnvironmentFailure, FileNotFoundError) as failure:
        print(f"benchmarks/train_unigram.py: {failure}", file=sys.stderr)
        return 2
    jobs = [(library, size) for size in options.sizes for library in LIBRARIES]
    runs: dict[tuple[str, int], list[dict[str, float]]] = {job: [] for job in jobs}
    quality: dict[tuple[str, int], tuple[float, int]] = {}
    for turn in range(options.rounds):
        for job in jobs[turn % len(jobs) :] + jobs[: turn % len(jobs)]:
            result = _run(*job, corpus, options.threads)
            runs[job].append(result)
            print(f"round {turn + 1}: {job}: {result}", file=sys.stderr)
            if job not in quality:
                quality[job] = _score(_pieces(*job), held_out)
    print(_table(runs, quality, corpus.stat().st_size, options))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--megabytes", type=float, default=10.0)
    parser.add_argument("--sizes", type=int, nargs="+", default=[8_000, 32_000])
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def _texts(megabytes: float) -> tuple[Path, Path]:
    """The text to train on and the tenth as much that follows it, unpacked under build/bench/."""
    environments.BUILD.mkdir(parents=True, exist_ok=True)
    corpus = environments.BUILD / f"unigram-{megabytes:g}.txt"
    held_out = environments.BUILD / f"unigram-{megabytes:g}-held-out.txt"
    seen, unseen = bytearray(), bytearray()
    for name, fifths in PARTS.items():
        size = int(megabytes * 1e6 * fifths / 5)
        with lzma.open(data_root() / "corpora" / f"{name}.txt.xz") as text:
            data = text.read(size + size // 10)
        middle = data.rfind(b"\n", 0, size) + 1
        seen += data[:middle]
        unseen += data[middle : data.rfind(b"\n") + 1]
    corpus.write_bytes(seen)
    held_out.write_bytes(unseen)
    return corpus, held_out


def _pieces(library: str, size: int) -> Path:
    return environments.BUILD / f"unigram-{library}-{size}.json"


def _run(library: str, size: int, corpus: Path, threads: int) -> dict[str, float]:
    requirement = LIBRARIES[library]
    worker = environments.HERE / "train_unigram_worker.py"
    arguments = [library, str(size), str(corpus), str(threads), str(_pieces(library, size))]
    done = subprocess.run(
        [environments.interpreter(requirement), str(worker), *arguments],
        capture_output=True,
        text=True,
        env=environments.variables(requirement),
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"benchmarks/train_unigram.py: {library} failed:\n{done.stderr}")
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def _score(pieces: Path, text: Path) -> tuple[float, int]:
    """Bits per byte and number of pieces of a text."""
    from subwords.training import count_words, unigram_rules
    from subwords.training.reference.unigram_lattice import Model, best_path

    model = Model(dict(json.loads(pieces.read_text())))
    bits, count = 0.0, 0
    for word, times in count_words(text, **unigram_rules()).items():
        score, path = best_path(word, model)
        bits -= times * score / math.log(2)
        count += times * len(path)
    return bits / text.stat().st_size, count


def _table(
    runs: dict[tuple[str, int], list[dict[str, float]]],
    quality: dict[tuple[str, int], tuple[float, int]],
    size: int,
    options: argparse.Namespace,
) -> str:
    lines = [
        f"Corpus: {size / 1e6:.1f} MB. {options.threads} threads. Medians of "
        f"{options.rounds} rounds.",
        "",
        "| pieces | library | CPU s | wall s | peak MB | held-out bits per byte | pieces in it |",
        "|---|---|---|---|---|---|---|",
    ]
    ratios = []
    for (library, pieces), results in runs.items():
        cpu, wall, peak = (
            statistics.median(r[key] for r in results) for key in ("cpu", "wall", "peak")
        )
        bits, count = quality[library, pieces]
        lines.append(
            f"| {pieces:,} | {library} | {cpu:.2f} | {wall:.2f} | {peak:.0f} | {bits:.4f} | "
            f"{count:,} |"
        )
        if library == "subwords":
            other = runs["sentencepiece", pieces]
            for key in ("cpu", "peak"):
                pairs = zip(other, results, strict=True)
                ratio = statistics.median(theirs[key] / ours[key] for theirs, ours in pairs)
                ratios.append(f"- {pieces:,}: sentencepiece / subwords, {key}: {ratio:.1f}")
    return "\n".join([*lines, "", *ratios])


if __name__ == "__main__":
    sys.exit(main())
