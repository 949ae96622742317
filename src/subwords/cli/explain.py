"""`subwords explain`: how each line of text becomes its tokens, and why a word is unknown."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from subwords.cli.options import Subparsers, add_files, add_tokenizer, add_verb, load
from subwords.cli.streams import read_batches, write_lines
from subwords.explain.text import wants_colour

if TYPE_CHECKING:
    from subwords.explain import Explanation

EPILOG = """\
For each text: what the normalizer changed, the added tokens found, the words, and for every word
each piece that was tried, longest first, under the characters it would take. For an unknown word
it names the character that caused it. For Unigram: at each position every piece that ends there,
its score, and the best total with it; then the trace back, the probability of the winner and the
number of its rivals.

examples:
  subwords explain bert-base-uncased/ --text "unaffable hedgehogs"
  echo "zebra" | subwords explain my-tokenizer/
  subwords explain vocab.txt words.txt --format json | jq '.parts[].unknown'
"""


def add_parser(verbs: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the verb `explain`."""
    parser = add_verb(verbs, "explain", "show every step from a text to its tokens", EPILOG)
    add_tokenizer(parser)
    add_files(parser, "UTF-8 text, one text a line")
    parser.add_argument(
        "--text", action="append", default=[], help="explain this text instead (may be repeated)"
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "html"),
        default="text",
        help="aligned text (default), one JSON object a line, or an HTML fragment a line",
    )
    parser.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in the text (default: where standard output is a terminal)",
    )
    parser.add_argument(
        "--no-special-tokens",
        action="store_true",
        help="leave out what the tokenizer puts around a text, such as [CLS] and [SEP]",
    )
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Carry out `explain`."""
    if args.text and args.files:
        args.parser.error("give either --text or FILE, not both")
    tokenizer = load(args)
    colour = wants_colour() if args.colour == "auto" else args.colour == "always"
    first = True
    for text in _texts(args):
        told = tokenizer.explain(
            text, add_special_tokens=not args.no_special_tokens, errors=args.errors
        )
        if args.format == "text" and not first:
            write_lines([""])
        write_lines([_shown(told, args.format, colour)])
        first = False
    return 0


def _texts(args: argparse.Namespace) -> Iterator[str]:
    if args.text:
        yield from args.text
        return
    for batch in read_batches(args.files, args.errors):
        yield from batch.lines


def _shown(told: Explanation, form: str, colour: bool) -> str:
    if form == "json":
        return json.dumps(told.to_dict(), ensure_ascii=False)
    return told._repr_html_() if form == "html" else told.to_text(colour=colour)
