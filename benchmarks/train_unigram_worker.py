"""One Unigram training: ``train_unigram_worker.py LIBRARY SIZE CORPUS THREADS PIECES``.

Writes the scored pieces to a JSON file and prints a line of JSON: CPU and wall seconds without the
imports, and the peak memory of the process in MB.
"""

from __future__ import annotations

import io
import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

Pieces = list[tuple[str, float]]


def subwords_job(size: int, corpus: str, threads: int) -> Callable[[], Pieces]:
    """This project's trainer."""
    from subwords import training

    return lambda: list(
        training.learn(Path(corpus), "unigram", vocab_size=size, threads=threads).pieces
    )


def sentencepiece_job(size: int, corpus: str, threads: int) -> Callable[[], Pieces]:
    """sentencepiece's, with its defaults but for the length of lines."""
    import sentencepiece

    model = io.BytesIO()

    def run() -> Pieces:
        sentencepiece.SentencePieceTrainer.train(
            input=corpus,
            model_writer=model,
            vocab_size=size,
            num_threads=threads,
            max_sentence_length=1 << 20,
            minloglevel=2,
        )
        return []

    def pieces() -> Pieces:
        loaded = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
        ids = [id for id in range(loaded.get_piece_size()) if not _is_symbol(loaded, id)]
        return [(loaded.id_to_piece(id), loaded.get_score(id)) for id in ids]

    run.pieces = pieces  # type: ignore[attr-defined]
    return run


def _is_symbol(model: object, id: int) -> bool:
    return bool(model.is_control(id) or model.is_unknown(id))  # type: ignore[attr-defined]


def main() -> None:
    """Prepare, run, measure, then write down what came out."""
    library, size, corpus, threads, target = sys.argv[1:]
    jobs = {"subwords": subwords_job, "sentencepiece": sentencepiece_job}
    job = jobs[library](int(size), corpus, int(threads))
    cpu, wall = time.process_time(), time.perf_counter()
    found = job()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found = found or job.pieces()  # type: ignore[attr-defined]
    Path(target).write_text(json.dumps(found), encoding="utf-8")
    print(json.dumps({"cpu": cpu, "wall": wall, "peak": peak}))


if __name__ == "__main__":
    main()
