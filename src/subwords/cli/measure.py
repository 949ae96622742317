"""`subwords measure`: what a tokenizer makes of a text, in numbers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from subwords.cli.options import Subparsers, add_files, add_tokenizer, add_verb, load
from subwords.cli.streams import corpus_of, write_lines

if TYPE_CHECKING:
    from subwords.measure import Measurement

EPILOG = """\
  unknown words         words that became [UNK] (WordPiece: all in them is lost to the model),
                        or that hold an unknown piece
  fertility             tokens per word, as the pre-tokenizer cuts them (where none does, as in a
                        .model, as white space separates them); 1.0: every word is one token
  characters per token  and bytes per token: how much text a token carries

[CLS], [SEP] and the like are not counted. Measure on text like yours: rates on other text tell
little. What the vocabulary alone can tell is in `subwords inspect`.

examples:
  subwords measure bert-base-uncased/ notes.txt
  subwords measure vocab.txt a.txt b.txt --json | jq .unknown_word_rate
"""


def add_parser(verbs: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the verb `measure`."""
    parser = add_verb(
        verbs, "measure", "count unknown words, tokens per word and the like on a text", EPILOG
    )
    add_tokenizer(parser)
    add_files(parser, "UTF-8 text, one text a line")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Carry out `measure`."""
    from subwords.measure import measure

    result = measure(load(args), corpus_of(args))
    write_lines([json.dumps(result.to_dict())] if args.json else render(result))
    return 0


def render(result: Measurement) -> Iterator[str]:
    """The numbers as lines for people."""
    counts = (
        ("texts", result.texts),
        ("characters", result.characters),
        ("bytes", result.bytes),
        ("words", result.words),
        ("tokens", result.tokens),
    )
    for name, count in counts:
        yield f"{name:<21} {count:>13,}"
    unknown = (
        ("unknown words", result.unknown_words, result.unknown_word_rate, "words"),
        ("unknown tokens", result.unknown_tokens, result.unknown_token_rate, "tokens"),
    )
    for name, count, rate, of in unknown:
        yield f"{name:<21} {count:>13,}  {rate:.3%} of {of}"
    yield f"{'fertility':<21} {result.fertility:>13.3f}  tokens per word"
    yield f"{'characters per token':<21} {result.characters_per_token:>13.3f}"
    yield f"{'bytes per token':<21} {result.bytes_per_token:>13.3f}"
