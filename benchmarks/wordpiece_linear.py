"""The linear-time WordPiece matcher: against a naive one on single words, and end to end.

    python benchmarks/wordpiece_linear.py

Single words: `benchmarks/native/wordpiece.cpp`, both matchers in C++, on the words of the English
text after BERT's normalizer, as they come and without repeats, and on long words made by joining
them. End to end: whole documents, this project with and without what its word cache has learned
against `tokenizers`. Song et al. 2021 ("Fast WordPiece Tokenization") report 8.2 and 5.1 times.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import texts
from models import data_root

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "bench" / "native"


def main() -> int:
    """Print both tables; 2 where data or a package is missing."""
    try:
        from tokenizers import Tokenizer

        import subwords

        folder = data_root() / "models" / "bert-base-uncased"
        documents = texts.documents("english", data_root() / "corpora", 6_000_000)
    except (ImportError, FileNotFoundError) as missing:
        print(f"benchmarks/wordpiece_linear.py: {missing}", file=sys.stderr)
        return 2
    tokenizer = subwords.load(folder / "tokenizer.json")
    words = [w for d in documents for w in _words(tokenizer.normalize(d))]
    distinct = sorted(set(words))
    random.Random(1).shuffle(distinct)
    long_words = ["".join(distinct[i : i + 8]) for i in range(0, len(distinct), 8)]
    program = _build()
    print("| single words, ns a word | naive | linear | ratio |\n|---|---|---|---|")
    for name, some in (
        ("as they come", words[:300_000]),
        ("each once", distinct),
        ("eight joined", long_words),
    ):
        simple, linear, ratio = _measure(program, folder / "vocab.txt", some)
        print(f"| {name} | {simple:.0f} | {linear:.0f} | {ratio:.1f} |")
    other = Tokenizer.from_file(str(folder / "tokenizer.json"))
    print("\n| end to end, one thread | times as fast |\n|---|---|")
    ours, theirs = [], []
    for _ in range(3):
        fresh = subwords.load(folder / "tokenizer.json")
        fresh.encode("warm up")
        ours.append(_seconds(partial(fresh.encode_batch, documents, threads=1)))
        theirs.append(_seconds(lambda: [other.encode(d) for d in documents]))
    ratio = statistics.median(b / a for a, b in zip(ours, theirs, strict=True))
    print(f"| new text, cold cache, against tokenizers | {ratio:.0f} |")
    return 0


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text).split()


def _build() -> Path:
    BUILD.mkdir(parents=True, exist_ok=True)
    sources = [ROOT / "benchmarks" / "native" / "wordpiece.cpp"]
    core = ROOT / "core"
    sources += [core / "models" / "wordpiece.cpp", core / "models" / "double_array.cpp"]
    sources += [core / "text" / "vocab.cpp"]
    program = BUILD / "wordpiece"
    command = ["g++", "-std=c++20", "-O3", f"-I{core}", *map(str, sources), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def _measure(program: Path, vocab: Path, words: list[str]) -> tuple[float, float, float]:
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(words) + "\n")
        file.flush()
        command = [str(program), str(vocab), file.name]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    rounds = [tuple(map(float, line.split())) for line in done.stdout.splitlines()]
    simple = statistics.median(r[0] for r in rounds)
    linear = statistics.median(r[1] for r in rounds)
    return simple, linear, statistics.median(r[0] / r[1] for r in rounds)


def _seconds(call) -> float:
    begin = time.process_time()
    call()
    return time.process_time() - begin


if __name__ == "__main__":
    sys.exit(main())
