"""`subwords encode`: text to ids, tokens or JSON, line by line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from subwords.cli.options import Subparsers, add_files, add_tokenizer, add_verb, load
from subwords.cli.streams import Batch, read_batches, write_lines

if TYPE_CHECKING:
    from subwords.tokenizer import Tokenizer

EPILOG = """\
formats:
  ids     101 14477 20961 3468 102           ids, separated by spaces
  tokens  [CLS] una ##ffa ##ble [SEP]        the pieces as stored (a piece may hold a space:
                                             json is the exact form)
  json    {"ids": [101, ...], "tokens": ["[CLS]", ...]}
          with --offsets also "offsets": [[start, end], ...], positions of characters in the
          line, and "word_ids", the number of the word each token comes from (null: none)

examples:
  echo "Hello, world!" | subwords encode bert-base-uncased/
  subwords encode vocab.txt notes.txt --format tokens --no-special-tokens
  subwords encode tokenizer.json notes.txt --offsets | jq .offsets
"""


def add_parser(verbs: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the verb `encode`."""
    parser = add_verb(verbs, "encode", "turn lines of text into ids, tokens or JSON", EPILOG)
    add_tokenizer(parser)
    add_files(parser, "UTF-8 text, one text a line")
    parser.add_argument(
        "--format",
        choices=("ids", "tokens", "json"),
        help="what to print for a line (default: ids; with --offsets, json)",
    )
    parser.add_argument(
        "--offsets", action="store_true", help="add where each token stands in the line (json)"
    )
    parser.add_argument(
        "--no-special-tokens",
        action="store_true",
        help="leave out what the tokenizer puts around a text, such as [CLS] and [SEP]",
    )
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Carry out `encode`."""
    if args.offsets and args.format not in (None, "json"):
        args.parser.error(f"--offsets needs --format json, not {args.format}")
    form = args.format or ("json" if args.offsets else "ids")
    tokenizer = load(args)
    for batch in read_batches(args.files, args.errors):
        if args.offsets:
            write_lines(_annotated(tokenizer, batch, not args.no_special_tokens))
        else:
            write_lines(_encoded(tokenizer, batch, not args.no_special_tokens, form))
    return 0


def _encoded(
    tokenizer: Tokenizer, batch: Batch, add_special_tokens: bool, form: str
) -> Iterator[str]:
    rows = tokenizer.encode_batch(batch.lines, add_special_tokens=add_special_tokens).to_list()
    if form == "ids":
        return (" ".join(map(str, row)) for row in rows)
    token = lru_cache(maxsize=1 << 16)(tokenizer.id_to_token)
    if form == "tokens":
        return (" ".join(token(id) or "" for id in row) for row in rows)
    return (_json({"ids": row, "tokens": [token(id) for id in row]}) for row in rows)


def _annotated(tokenizer: Tokenizer, batch: Batch, add_special_tokens: bool) -> Iterator[str]:
    for line in batch.lines:
        encoding = tokenizer.annotate(line, add_special_tokens=add_special_tokens)
        yield _json(
            {
                "ids": list(encoding.ids),
                "tokens": list(encoding.tokens),
                "offsets": [list(span) for span in encoding.offsets],
                "word_ids": list(encoding.word_ids),
            }
        )


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
