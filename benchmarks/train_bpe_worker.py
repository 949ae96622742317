"""One BPE training in a process of its own: ``train_bpe_worker.py LIBRARY SIZE CORPUS MERGES``.

Prints a line of JSON: CPU and wall seconds without the imports, peak memory of the process in MB,
and how many tokens came out. The merges are written to a file where the library's are comparable:
pairs spelled in the byte alphabet.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Job = Callable[[], tuple[int, Callable[[], Any]]]
"""Trains, and returns the number of tokens and how to get at the merges."""


def subwords_job(size: int, corpus: str) -> Job:
    """Byte-level, GPT-2's split: the defaults."""
    import subwords

    def run() -> tuple[int, Callable[[], Any]]:
        tok = subwords.train(corpus, "bpe", size)
        return tok.vocab_size, lambda: list(tok.spec.model.merges)

    return run


def subwords_sentencepiece_job(size: int, corpus: str) -> Job:
    """What sentencepiece trains: the same pieces in the same order."""
    import subwords

    def run() -> tuple[int, Callable[[], Any]]:
        tok = subwords.train(Path(corpus), "bpe", size, sentencepiece=True)
        return tok.vocab_size, lambda: None

    return run


def gigabpe_job(size: int, corpus: str) -> Job:
    """The same rules; its alphabet is the bytes that occur."""
    import gigabpe

    def run() -> tuple[int, Callable[[], Any]]:
        vocab, merges = gigabpe.train_bpe(
            [corpus], size, min_frequency=2, pretokenizer="bytelevel", special_tokens=[]
        )
        return len(vocab), lambda: merges

    return run


def tokenizers_job(size: int, corpus: str) -> Job:
    """The published trainer."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    def run() -> tuple[int, Callable[[], Any]]:
        tok = Tokenizer(models.BPE())
        tok.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        trainer = trainers.BpeTrainer(
            vocab_size=size,
            min_frequency=2,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        )
        tok.train([corpus], trainer)
        return tok.get_vocab_size(), lambda: json.loads(tok.to_str())["model"]["merges"]

    return run


def rustbpe_job(size: int, corpus: str) -> Job:
    """GPT-2's split, line by line; equal counts are decided by raw bytes."""
    import rustbpe

    split = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

    def run() -> tuple[int, Callable[[], Any]]:
        tok = rustbpe.Tokenizer()
        with open(corpus, encoding="utf-8", newline="\n") as lines:
            tok.train_from_iterator(lines, size, pattern=split)
        return tok.vocab_size, lambda: None

    return run


def sentencepiece_job(size: int, corpus: str) -> Job:
    """Its own BPE: characters, its own words, its own rules."""
    import sentencepiece

    def run() -> tuple[int, Callable[[], Any]]:
        with tempfile.TemporaryDirectory() as folder:
            sentencepiece.SentencePieceTrainer.train(
                input=corpus,
                model_prefix=str(Path(folder) / "made"),
                model_type="bpe",
                vocab_size=size,
                minloglevel=2,
            )
        return size, lambda: None

    return run


JOBS = {
    "subwords": subwords_job,
    "subwords-sentencepiece": subwords_sentencepiece_job,
    "gigabpe": gigabpe_job,
    "tokenizers": tokenizers_job,
    "rustbpe": rustbpe_job,
    "sentencepiece": sentencepiece_job,
}


def main() -> None:
    """Prepare, run, measure, write the merges."""
    library, size, corpus, made = sys.argv[1:]
    job = JOBS[library](int(size), corpus)
    cpu, wall = time.process_time(), time.perf_counter()
    tokens, merges = job()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    Path(made).write_text(json.dumps(merges()))
    print(json.dumps({"cpu": cpu, "wall": wall, "peak": peak, "tokens": tokens}))


if __name__ == "__main__":
    main()
