"""One training in a process of its own: ``train_worker.py LIBRARY ARGUMENT CORPUS``.

Prints a line of JSON: CPU and wall seconds without the imports, peak memory of the process in MB,
and how many tokens (or words, for a count) came out.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable


def subwords_job(argument: str, corpus: str) -> Callable[[], int]:
    """``count``, or a score."""
    from subwords import training

    if argument == "count":
        return lambda: len(training.count_words(corpus))
    return lambda: training.train(corpus, vocab_size=32_000, score=argument).vocab_size


def tokenizers_job(argument: str, corpus: str) -> Callable[[], int]:
    """The published WordPiece trainer with BERT's stages; the argument is the size."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

    def run() -> int:
        tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        tokenizer.normalizer = normalizers.BertNormalizer()
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        trainer = trainers.WordPieceTrainer(
            vocab_size=int(argument),
            min_frequency=2,
            special_tokens=["[UNK]"],
            show_progress=False,
        )
        tokenizer.train([corpus], trainer)
        return int(tokenizer.get_vocab_size())

    return run


def gigabpe_job(argument: str, corpus: str) -> Callable[[], int]:
    """A byte-level BPE trainer, the fastest known: GPT-2's split and no normalizer."""
    import gigabpe

    return lambda: len(gigabpe.train_bpe([corpus], int(argument), pretokenizer="bytelevel")[0])


def main() -> None:
    """Prepare, run, measure."""
    library, argument, corpus = sys.argv[1:]
    jobs = {"subwords": subwords_job, "tokenizers": tokenizers_job, "gigabpe": gigabpe_job}
    job = jobs[library](argument, corpus)
    cpu, wall = time.process_time(), time.perf_counter()
    tokens = job()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"cpu": cpu, "wall": wall, "peak": peak, "tokens": tokens}))


if __name__ == "__main__":
    main()
