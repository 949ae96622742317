"""`subwords sample`: random segmentations of each line, or its most probable ones."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from subwords.cli.options import Subparsers, add_files, add_tokenizer, add_verb, load
from subwords.cli.streams import read_batches, write_lines
from subwords.sampling import sample_draw
from subwords.tokenizer import Tokenizer

EPILOG = """\
Unigram draws a segmentation with probability proportional to P ** alpha: 0 makes all alike, and
the greater alpha is, the more often the best comes. BPE skips each merge with probability alpha.
The same seed gives the same lines, whatever the engine; every line, and every draw of --times, has
random numbers of its own.

examples:
  echo "unbelievable" | subwords sample t5-small/ --alpha 0.1 --times 5 --seed 1
  subwords sample tokenizer.json corpus.txt --format ids > epoch1.txt
  echo "unbelievable" | subwords sample t5-small/ --nbest 3
"""


def add_parser(verbs: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the verb `sample`."""
    parser = add_verb(
        verbs, "sample", "draw random segmentations of lines, or list the best ones", EPILOG
    )
    add_tokenizer(parser)
    add_files(parser, "UTF-8 text, one text a line")
    parser.add_argument("--alpha", type=float, default=0.1, help="see below (default: 0.1)")
    parser.add_argument("--seed", type=int, help="of the draws (default: a fresh one each time)")
    parser.add_argument(
        "--times", type=_positive, default=1, metavar="N", help="draws for each line (default: 1)"
    )
    parser.add_argument(
        "--nbest",
        type=_positive,
        metavar="K",
        help="instead of drawing, the K most probable segmentations of each line, best first "
        "(Unigram)",
    )
    parser.add_argument(
        "--format",
        choices=("tokens", "ids", "json"),
        default="tokens",
        help="pieces separated by spaces (default), ids, or JSON with both",
    )
    parser.add_argument(
        "--no-special-tokens",
        action="store_true",
        help="leave out what the tokenizer puts around a text, such as [CLS] and [SEP]",
    )
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Carry out `sample`."""
    tokenizer = load(args)
    try:
        draw = sample_draw(tokenizer.spec, args.alpha, args.seed)
    except ValueError as error:
        args.parser.error(f"--{error}")
    special = not args.no_special_tokens
    for number, batch in enumerate(read_batches(args.files, args.errors)):
        if args.nbest is not None:
            for line in batch.lines:
                best = tokenizer.nbest(line, args.nbest, add_special_tokens=special)
                write_lines(_shown(tokenizer, best, args.format))
            continue
        texts = [line for line in batch.lines for _ in range(args.times)]
        rows = tokenizer.sample_batch(
            texts, alpha=draw.amount, seed=draw.seed + number, add_special_tokens=special
        )
        write_lines(_shown(tokenizer, rows.to_list(), args.format))
    return 0


def _shown(tokenizer: Tokenizer, rows: list[list[int]], form: str) -> Iterator[str]:
    for ids in rows:
        tokens = [tokenizer.id_to_token(id) or "" for id in ids]
        if form == "json":
            yield json.dumps({"ids": ids, "tokens": tokens}, ensure_ascii=False)
        else:
            yield " ".join(tokens if form == "tokens" else map(str, ids))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be 1 or more, not {number}")
    return number
