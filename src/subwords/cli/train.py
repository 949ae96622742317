"""`subwords train`: from text files to a tokenizer, with the trace of what was learned."""

from __future__ import annotations

import argparse
import sys
import warnings
from typing import Any, get_args

from subwords.cli.options import Subparsers, add_files, add_verb
from subwords.cli.streams import corpus_of, write_lines
from subwords.cli.train_merges import (
    add_merge_options,
    family,
    merge_options,
    stated_for_another,
)
from subwords.cli.train_unigram import (
    add_unigram_options,
    stated_for_unigram,
    takes,
    unigram_options,
)
from subwords.errors import SubwordsError
from subwords.training.options import Score

EPILOG = """\
Training starts from single characters and merges the best pair of neighbours, again and again:

  --score frequency    the pair that occurs most often (the default)
  --score likelihood   the pair with the greatest count(ab) / (count(a) * count(b)): its halves are
                       rarely seen apart
  --score gain         count(ab) * ln(N * count(ab) / (count(a) * count(b)))

BPE always merges the most frequent pair. It starts from bytes, and cuts text as GPT-2 does;
--pattern cuts otherwise, --characters starts from characters, and with --sentencepiece it trains
what sentencepiece does: words, ties and pieces are its own, and the result is a .model.

Unigram starts from many pieces and drops those that are missed least, until --vocab-size are left.

--trace prints every merge with its score and counts (with --first 20 the first 20). --compare
trains once for each score on the same words and prints the merges side by side.

examples:
  subwords train corpus.txt --vocab-size 8000 --output my-tokenizer
  subwords train corpus.txt --vocab-size 8000 --trace --first 20
  subwords train corpus.txt --vocab-size 2000 --compare frequency,likelihood
  subwords train corpus.txt --algorithm bpe --pattern o200k_base --output my-bpe
  subwords train corpus.txt --algorithm bpe --characters --suffix "</w>" --trace --first 20
  subwords train corpus.txt --algorithm bpe --sentencepiece --output my-model
  subwords train corpus.txt --algorithm unigram --vocab-size 8000 --output my-unigram
  xzcat corpus.xz | subwords train --output my-tokenizer --special-tokens bert
"""


def add_parser(verbs: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the verb `train`."""
    parser = add_verb(verbs, "train", "make a tokenizer from text", EPILOG)
    add_files(parser, "UTF-8 text")
    parser.add_argument("--output", "-o", metavar="DIR", help="save the tokenizer here")
    parser.add_argument(
        "--algorithm",
        choices=("wordpiece", "bpe", "unigram"),
        default="wordpiece",
        help="default: wordpiece",
    )
    parser.add_argument("--vocab-size", type=int, default=30_000, help="default: 30000")
    parser.add_argument("--min-frequency", type=int, default=2, help="of a pair (default: 2)")
    add_merge_options(parser)
    add_tracing(parser)
    parser.add_argument("--threads", type=int, help="for counting (default: one per processor)")
    parser.add_argument("--engine", choices=("native", "reference"), help="who trains")
    add_unigram_options(parser)
    parser.set_defaults(run=run, parser=parser)


def add_tracing(parser: argparse.ArgumentParser) -> None:
    """--trace, --first and --compare."""
    parser.add_argument("--trace", action="store_true", help="print every merge")
    parser.add_argument(
        "--first", type=int, metavar="N", help="print only the first N merges (--compare: 20)"
    )
    parser.add_argument(
        "--compare", metavar="SCORE,SCORE", help="train with each score and show them side by side"
    )


def run(args: argparse.Namespace) -> int:
    """Carry out `train`."""
    if args.compare is None and args.output is None and not args.trace:
        args.parser.error("nothing to do with the result: give --output, --trace or --compare")
    if args.compare is not None and args.output is not None:
        args.parser.error("--compare trains several tokenizers; --output takes one")
    if args.first is not None and args.first < 0:
        args.parser.error(f"--first must be 0 or more, not {args.first}")
    _check_family(args)
    try:
        return _compare(args) if args.compare is not None else _train(args)
    except ValueError as error:
        if isinstance(error, SubwordsError):
            raise
        print(f"subwords: {error}", file=sys.stderr)
        return 1


def _train(args: argparse.Namespace) -> int:
    from subwords.training import round_lines, trace_lines, train_traced

    options = _options(args)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tokenizer, learned = train_traced(
            corpus_of(args), args.algorithm, args.vocab_size, **options
        )
    for warning in caught:
        print(f"subwords: warning: {warning.message}", file=sys.stderr)
    if args.trace:
        if args.algorithm == "unigram":
            write_lines(round_lines(learned, args.first))
        else:
            write_lines(trace_lines(learned, args.score or "frequency", limit=args.first))
    if args.output is not None:
        tokenizer.save(args.output)
        report = learned.report
        print(
            f"{args.output}: {report.vocab_size:,} pieces from {report.occurrences:,} words, "
            f"{report.words:,} different ones",
            file=sys.stderr,
        )
    return 0


def _compare(args: argparse.Namespace) -> int:
    from subwords.training import compare_scores, side_by_side

    scores = args.compare.split(",")
    for score in scores:
        if score not in get_args(Score):
            args.parser.error(f"--compare: {score!r} is none of {', '.join(get_args(Score))}")
    options = _options(args)
    options.pop("score", None)
    runs = compare_scores(corpus_of(args), scores, args.vocab_size, **options)
    limit = args.first if args.trace or args.first is not None else 20
    write_lines(side_by_side(runs, limit=limit))
    return 0


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of `subwords.train`; what was not given is left to it."""
    rest = {"min_frequency": args.min_frequency, "threads": args.threads, "engine": args.engine}
    if family(args) == "sentencepiece":
        return unigram_options(args) | rest | {"sentencepiece": True}
    own = unigram_options if args.algorithm == "unigram" else merge_options
    return own(args) | rest


def _check_family(args: argparse.Namespace) -> None:
    """Refuse options of another algorithm."""
    stated = stated_for_another(args)
    stated += [option for option in stated_for_unigram(args) if not takes(family(args), option)]
    if stated:
        also = " --sentencepiece" if family(args) == "sentencepiece" else ""
        args.parser.error(f"{stated[0]} means nothing to --algorithm {args.algorithm}{also}")
