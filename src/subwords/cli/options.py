"""Arguments that several verbs share, and loading the tokenizer they name."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import subwords

if TYPE_CHECKING:
    from subwords.tokenizer import Tokenizer

Subparsers = argparse._SubParsersAction  # argparse gives this class no public name


def add_verb(
    verbs: Subparsers[argparse.ArgumentParser], name: str, summary: str, epilog: str
) -> argparse.ArgumentParser:
    """A parser for a verb, with the tokenizer left to the caller.

    Args:
        verbs: Where the verb is added.
        name: The verb.
        summary: What it does, as one sentence.
        epilog: Examples and notes, printed as they are.
    """
    return verbs.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_tokenizer(parser: argparse.ArgumentParser) -> None:
    """TOKENIZER, and how it is loaded."""
    parser.add_argument(
        "tokenizer",
        metavar="TOKENIZER",
        help="a tokenizer file, a directory that holds one, or a name on the Hugging Face hub",
    )
    parser.add_argument(
        "--offline", action="store_true", help="look a name up on this machine only"
    )
    parser.add_argument(
        "--pattern",
        help="how a tiktoken rank file that is not known cuts text: a regular expression, or a "
        "known name such as llama-4",
    )
    parser.add_argument(
        "--engine",
        choices=("native", "reference"),
        help="which engine runs it (default: native where it is installed); the results are equal",
    )


def add_files(parser: argparse.ArgumentParser, what: str) -> None:
    """FILE..., and what to do about bytes that are not UTF-8."""
    parser.add_argument(
        "files", metavar="FILE", nargs="*", help=f"{what}; - or none is standard input"
    )
    parser.add_argument(
        "--errors",
        choices=("strict", "replace"),
        default="strict",
        help="bytes that are not UTF-8: stop and name the place (strict, the default), "
        "or read them as U+FFFD (replace)",
    )


def load(args: argparse.Namespace) -> Tokenizer:
    """The tokenizer that the user named.

    Raises:
        SubwordsError: There is none of that name, or it cannot be read as a tokenizer.
    """
    return subwords.load(
        args.tokenizer, engine=args.engine, pattern=args.pattern, offline=args.offline
    )
