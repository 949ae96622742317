"""Options of ``subwords train`` under the names sentencepiece gave them.

They are those of ``--algorithm unigram``, and most also of ``--algorithm bpe --sentencepiece``.
"""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import Any, get_args

from subwords.training.maps import Normalization
from subwords.training.sentencepiece_options import SentencePieceOptions
from subwords.training.unigram_options import Method, UnigramOptions

SWITCHES = {
    "add_dummy_prefix": "put a space before every text",
    "remove_extra_whitespaces": "strip texts and fold runs of spaces",
    "treat_whitespace_as_suffix": "the space belongs to the word before it",
    "split_by_whitespace": "no piece reaches over a space",
    "split_by_unicode_script": "no piece has characters of two scripts",
    "split_by_number": "no piece has a digit beside a letter",
    "split_digits": "every digit is a piece of its own",
    "byte_fallback": "have 256 byte pieces for what is unknown",
    "hard_vocab_limit": "fail where the data does not support the size",
}
NUMBERS = {
    "character_coverage": (float, "share of the text whose characters are kept"),
    "max_piece_length": (int, "characters in the longest piece"),
    "seed_size": (int, "pieces to start from"),
    "shrinking_factor": (float, "share of the pieces that a round keeps"),
    "sub_iterations": (int, "estimates before pieces are dropped"),
    "unk_id": (int, "id of the unknown piece"),
    "bos_id": (int, "id of the piece that begins a text; -1: none"),
    "eos_id": (int, "id of the piece that ends a text; -1: none"),
    "pad_id": (int, "id of the padding piece; -1: none"),
}
LISTS = {
    "user_defined_symbols": "pieces that are always cut out whole, with commas between",
    "control_symbols": "pieces that stand for no text, with commas between",
}
OWN = {"normalization", "method", "required_chars", *NUMBERS, *LISTS, *SWITCHES}
"""All of them."""


def add_unigram_options(parser: argparse.ArgumentParser) -> None:
    """A group of options that are set only where they are given."""
    group = parser.add_argument_group(
        "for --algorithm unigram and bpe --sentencepiece", argument_default=argparse.SUPPRESS
    )
    known = {field.name: field.default for field in fields(UnigramOptions)}
    group.add_argument("--normalization", choices=get_args(Normalization))
    group.add_argument("--method", choices=get_args(Method))
    group.add_argument("--required-chars", metavar="CHARS", help="characters to keep in any case")
    for name, (kind, what) in NUMBERS.items():
        default = f" (default: {known[name]})" if known[name] is not None else ""
        group.add_argument(_flag(name), type=kind, metavar="N", help=what + default)
    for name, what in LISTS.items():
        group.add_argument(_flag(name), metavar="A,B", help=what)
    for name, what in SWITCHES.items():
        default = "on" if known[name] else "off"
        group.add_argument(
            _flag(name), action=argparse.BooleanOptionalAction, help=f"{what} (default: {default})"
        )


def unigram_options(args: argparse.Namespace) -> dict[str, Any]:
    """Those that were given, as `train` takes them."""
    given = OWN & vars(args).keys()
    options = {name: getattr(args, name) for name in given}
    for name in LISTS.keys() & given:
        options[name] = [symbol for symbol in options[name].split(",") if symbol]
    return options


def stated_for_unigram(args: argparse.Namespace) -> list[str]:
    """The options of this module that were given."""
    return [_flag(name) for name in vars(args) if name in OWN]


def takes(family: str, option: str) -> bool:
    """Whether an option of this module means something to an algorithm, or SentencePiece BPE."""
    if family == "sentencepiece":
        return option in {_flag(field.name) for field in fields(SentencePieceOptions)}
    return family == "unigram" or (family == "bpe" and option == "--byte-fallback")


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
