"""One long word: a million characters of one kind, and half as many, for published tokenizers.

    python benchmarks/long_words.py [MODEL ...]

Prints the CPU milliseconds of `encode_batch` on one thread, the best of five, for 10^6 characters
that no pattern or space cuts, and the ratio to half as many: about 2 where work is linear. Kinds
that a pattern does cut (digits, single newlines) are of no interest here.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from models import data_root

import subwords

MODELS = (
    "gpt2/tokenizer.json", "llama-3/tokenizer.json", "qwen3/tokenizer.json",
    "tiktoken/o200k_base.tiktoken", "llama-2/tokenizer.json", "llama-2/tokenizer.model",
    "t5-small/spiece.model",
)  # fmt: skip
SIZE = 1_000_000
ROUNDS = 5


def kinds() -> dict[str, str]:
    """A text of SIZE characters of each kind."""
    rng = random.Random(7)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return {
        "a": "a" * SIZE,
        "^": "^" * SIZE,
        "space": " " * SIZE,
        "newline": "\n" * SIZE,
        "random letters": "".join(rng.choices(letters, k=SIZE)),
        "Chinese": "".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(SIZE)),
    }


def milliseconds(tok: subwords.Tokenizer, text: str) -> float:
    """The best of ROUNDS; a fresh `str` each time, so that nothing is kept inside it."""
    best = float("inf")
    for _ in range(ROUNDS):
        fresh = text[:1] + text[1:]
        start = time.process_time()
        tok.encode_batch([fresh], add_special_tokens=False, threads=1)
        best = min(best, time.process_time() - start)
    return best * 1000


def main() -> int:
    """Measure what was asked for; 0, or 2 where there is no test data."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("models", nargs="*", default=MODELS, help="files below models/")
    options = parser.parse_args()
    texts = kinds()
    print(f"| ms for 10^6 (ratio to half) | {' | '.join(texts)} |\n|---|{'---|' * len(texts)}")
    for name in options.models:
        path = data_root() / "models" / name
        if not path.exists():
            print(f"benchmarks/long_words.py: no {path}", file=sys.stderr)
            return 2
        tok = subwords.load(path)
        cells = []
        for text in texts.values():
            tok.encode(text[:1000])
            half = milliseconds(tok, text[: SIZE // 2])
            whole = milliseconds(tok, text)
            cells.append(f"{whole:.0f} ({whole / half:.1f})")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
