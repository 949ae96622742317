"""`subwords decode`: lines of ids to text."""

from __future__ import annotations

import argparse
import json
from typing import Any

from subwords.cli.options import Subparsers, add_files, add_tokenizer, add_verb, load
from subwords.cli.streams import Batch, read_batches, write_lines
from subwords.errors import FormatError, UnknownIdError

EPILOG = """\
A line holds the ids of one text: numbers separated by spaces or commas, a JSON list, or a JSON
object with "ids", as `subwords encode` prints them. Special tokens are left out of the text unless
--keep-special-tokens is given. Decoded text may hold line breaks; --format json keeps one text on
one line.

examples:
  echo "7592 2088" | subwords decode bert-base-uncased/
  subwords encode vocab.txt notes.txt | subwords decode vocab.txt
  subwords encode vocab.txt notes.txt --format json | subwords decode vocab.txt --format json
"""


def add_parser(verbs: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the verb `decode`."""
    parser = add_verb(verbs, "decode", "turn lines of ids back into text", EPILOG)
    add_tokenizer(parser)
    add_files(parser, "ids, one text a line")
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="print the text as it is (default), or as a JSON string",
    )
    parser.add_argument(
        "--keep-special-tokens",
        action="store_true",
        help="keep special tokens such as [CLS] in the text",
    )
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Carry out `decode`."""
    tokenizer = load(args)
    skip = not args.keep_special_tokens
    for batch in read_batches(args.files, args.errors):
        lines: list[str] = []
        try:
            for index, line in enumerate(batch.lines):
                ids = _parse_ids(line, batch, index)
                text = _decode(tokenizer, ids, skip, batch, index)
                lines.append(
                    json.dumps(text, ensure_ascii=False) if args.format == "json" else text
                )
        finally:
            # Also before a failure: what came before it is good output.
            write_lines(lines)
    return 0


def _decode(tokenizer: Any, ids: list[int], skip: bool, batch: Batch, index: int) -> str:
    try:
        text: str = tokenizer.decode(ids, skip_special_tokens=skip)
    except UnknownIdError as error:
        raise FormatError(str(error), file=batch.file, where=batch.place(index)) from None
    return text


def _parse_ids(line: str, batch: Batch, index: int) -> list[int]:
    """The ids of a line in any of the forms that EPILOG names."""
    text = line.strip()
    if text[:1] in ("[", "{"):
        return _parse_json_ids(text, batch, index)
    ids: list[int] = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit() and len(word) <= 20):
            raise _not_ids(f"{_short(word)} is not an id", batch, index)
        ids.append(_bounded(int(word), batch, index))
    return ids


def _parse_json_ids(text: str, batch: Batch, index: int) -> list[int]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise _not_ids(f"{_short(text)} is not valid JSON", batch, index) from None
    if isinstance(value, dict):
        if "ids" not in value:
            raise _not_ids('the object has no "ids"', batch, index)
        value = value["ids"]
    if not isinstance(value, list):
        raise _not_ids('"ids" is not a list', batch, index)
    for id in value:
        if isinstance(id, bool) or not isinstance(id, int):
            raise _not_ids(f"{_short(json.dumps(id))} is not an id", batch, index)
    return [_bounded(id, batch, index) for id in value]


def _bounded(id: int, batch: Batch, index: int) -> int:
    if not 0 <= id < 2**32:
        raise _not_ids(f"{id} is not an id (0 to 4294967295)", batch, index)
    return id


def _not_ids(what: str, batch: Batch, index: int) -> FormatError:
    remedy = "A line holds ids: 101 7592 102, or [101, 7592, 102]."
    return FormatError(what, file=batch.file, where=batch.place(index), remedy=remedy)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
