"""Options of ``subwords train`` for the algorithms that merge: WordPiece and BPE."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, get_args

from subwords.training.options import AlphabetRule, Score, Ties

if TYPE_CHECKING:
    from subwords import SpecialTokens

COMMON = {"ties", "alphabet", "limit_alphabet", "initial_alphabet", "prefix", "special_tokens"}
OWN = {
    "wordpiece": COMMON | {"score", "cased", "compare"},
    "bpe": COMMON
    | {"suffix", "max_token_length", "extend", "pattern", "characters", "sentencepiece"},
    "unigram": set[str](),
    "sentencepiece": {"sentencepiece"},
}
"""Which options an algorithm has, beside those that all have."""
_NAMES = {"prefix": "continuing_prefix", "suffix": "end_of_word_suffix"}


def add_merge_options(parser: argparse.ArgumentParser) -> None:
    """What is merged, and from which characters."""
    parser.add_argument("--score", choices=get_args(Score), help="WordPiece; default: frequency")
    parser.add_argument(
        "--ties",
        choices=get_args(Ties),
        help="which of several pairs with the same score (default for WordPiece: last by code "
        "point; for BPE: huggingface, the smallest ids)",
    )
    parser.add_argument("--alphabet", choices=get_args(AlphabetRule))
    parser.add_argument(
        "--limit-alphabet", type=int, metavar="N", help="keep the N most frequent characters"
    )
    parser.add_argument("--initial-alphabet", metavar="CHARS", help="always keep these characters")
    parser.add_argument("--prefix", help='of pieces inside a word (WordPiece: "##"; BPE: none)')
    parser.add_argument("--suffix", help='of pieces that end a word, as "</w>" (BPE)')
    parser.add_argument("--max-token-length", type=int, metavar="N", help="make none so long (BPE)")
    parser.add_argument("--extend", metavar="DIR", help="keep its ids and merges, add more (BPE)")
    parser.add_argument("--cased", action="store_true", help="keep case and accents (WordPiece)")
    parser.add_argument(
        "--pattern",
        metavar="REGEX",
        help="words are the matches of this expression, or of a known one (o200k_base, llama-4, "
        "...), spelled in bytes (BPE; default: GPT-2's)",
    )
    parser.add_argument(
        "--characters",
        action="store_true",
        help="cut at white space and train on characters instead of bytes (BPE)",
    )
    parser.add_argument(
        "--sentencepiece",
        action="store_true",
        help="train as sentencepiece does, with the options of the last group (BPE)",
    )
    parser.add_argument(
        "--special-tokens",
        metavar="TOKENS",
        help="[UNK] alone (unk; WordPiece's default), also [CLS] [SEP] [PAD] [MASK] and BERT's "
        "template (bert), or tokens with commas between (BPE's default: none)",
    )


def family(args: argparse.Namespace) -> str:
    """Whose options are meant: the algorithm's, or those of SentencePiece BPE."""
    return "sentencepiece" if args.algorithm == "bpe" and args.sentencepiece else args.algorithm


def stated_for_another(args: argparse.Namespace) -> list[str]:
    """The options of this module that were given and are not those of the algorithm."""
    wrong = set().union(*OWN.values()) - OWN[family(args)]
    return ["--" + name.replace("_", "-") for name in sorted(wrong) if getattr(args, name)]


def merge_options(args: argparse.Namespace) -> dict[str, Any]:
    """Those that were given, as `train` takes them."""
    named = ("ties", "alphabet", "limit_alphabet", "initial_alphabet", "prefix", "score", "suffix")
    options = {
        _NAMES.get(name, name): getattr(args, name)
        for name in (*named, "max_token_length")
        if getattr(args, name) is not None
    }
    if args.special_tokens is not None:
        options["special_tokens"] = _special_tokens(args.special_tokens)
    return options | (_bpe_words(args) if args.algorithm == "bpe" else _wordpiece_words(args))


def _wordpiece_words(args: argparse.Namespace) -> dict[str, Any]:
    from subwords.normalizers import BERTNormalizer

    if args.ties == "tiktoken":
        args.parser.error("--ties tiktoken is for bytes, and WordPiece is trained on characters")
    return {"normalizer": BERTNormalizer(lowercase=not args.cased)}


def _bpe_words(args: argparse.Namespace) -> dict[str, Any]:
    """How text is cut: by a pattern and into bytes, or at white space."""
    from subwords import load
    from subwords import pre_tokenizers as pre
    from subwords.patterns import Regex
    from subwords.patterns.known import named_or_expression

    if sum(map(bool, (args.pattern, args.characters, args.extend))) > 1:
        args.parser.error("--pattern, --characters and --extend exclude each other")
    fallback = {"byte_fallback": True} if getattr(args, "byte_fallback", False) else {}
    if args.extend:
        return {"extend": load(args.extend), **fallback}
    if args.characters:
        return {"pre_tokenizer": pre.WhitespaceSplit(), **fallback}
    if not args.pattern:
        return fallback
    expression = named_or_expression(args.pattern)
    split = pre.Split(Regex(expression), "removed", invert=True)
    return {"pre_tokenizer": pre.Sequence((split, pre.ByteLevel(False, use_regex=False)))}


def _special_tokens(given: str) -> SpecialTokens:
    from subwords import SpecialTokens

    if given == "unk":
        return SpecialTokens(unk="[UNK]")
    if given == "bert":
        return SpecialTokens(pad="[PAD]", unk="[UNK]", cls="[CLS]", sep="[SEP]", mask="[MASK]")
    return SpecialTokens(extra=tuple(token for token in given.split(",") if token))
