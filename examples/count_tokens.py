"""How long are these files, in tokens?

    python examples/count_tokens.py TOKENIZER FILE...

Every line is a text. `encode_batch` gives all ids in one flat buffer, so counting needs no lists.
"""

import sys
from pathlib import Path

import subwords


def main() -> None:
    tokenizer = subwords.load(sys.argv[1])
    for path in map(Path, sys.argv[2:]):
        lines = path.read_text(encoding="utf-8").splitlines()
        lengths = tokenizer.encode_batch(lines, add_special_tokens=False).lengths
        longest = int(lengths.max(initial=0))
        print(f"{path.name}: {len(lines)} lines, {int(lengths.sum())} tokens, longest {longest}")


if __name__ == "__main__":
    main()
