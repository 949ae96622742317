"""`subwords convert`: a tokenizer from one format to another."""

from __future__ import annotations

import argparse
import json

from subwords.cli.options import Subparsers, add_tokenizer, add_verb, load
from subwords.cli.streams import write_lines
from subwords.conversion import FORMATS, ConversionReport, save

EPILOG = """\
formats:
  huggingface    tokenizer.json
  merges         vocab.json and merges.txt, into a directory
  tiktoken       a rank file; the split pattern and special tokens are not in it
  sentencepiece  a .model
  vocab.txt      the vocabulary of a WordPiece
  vocab          the list of pieces and scores of a .model, for reading

What the format cannot carry is printed, by what it touches: ids of ordinary text, ids at an edge
that texts rarely come to (ties, odd spellings), special tokens spelled in text, decoded text,
metadata. Where ids of ordinary text would change, nothing is written unless --lossy is given.

examples:
  subwords convert cl100k_base.tiktoken tokenizer.json
  subwords convert llama-2/tokenizer.model llama-2.json
  subwords convert gpt2/ ranks.tiktoken
  subwords convert mine.tiktoken out/ --to merges --pattern llama-3 --lossy
"""


def add_parser(verbs: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the verb `convert`."""
    parser = add_verb(verbs, "convert", "write a tokenizer in another format", EPILOG)
    add_tokenizer(parser)
    parser.add_argument("output", metavar="OUTPUT", help="the file to write (merges: a directory)")
    parser.add_argument(
        "--to", choices=tuple(FORMATS), help="the format; by default as OUTPUT's name says"
    )
    parser.add_argument(
        "--lossy", action="store_true", help="write even where ids of ordinary text would change"
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Carry out `convert`."""
    tokenizer = load(args)
    try:
        report = save(tokenizer, args.output, format=args.to, lossy=args.lossy)
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        args.parser.error(str(error))
    if args.json:
        write_lines([json.dumps(_as_dict(report), ensure_ascii=False)])
    else:
        write_lines(str(report).split("\n"))
    return 0


def _as_dict(report: ConversionReport) -> dict[str, object]:
    return {
        "format": report.format,
        "files": [str(file) for file in report.files],
        "lossless": report.lossless,
        "keeps_ids": report.keeps_ids,
        "losses": [{"kind": loss.kind, "what": loss.what} for loss in report.losses],
    }
