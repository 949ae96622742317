"""`subwords inspect`: what is in a tokenizer."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from subwords import post_processors
from subwords.cli.inspect_patterns import describe_patterns, render_patterns
from subwords.cli.inspect_vocabulary import render_vocabulary
from subwords.cli.losses import losses
from subwords.cli.options import Subparsers, add_tokenizer, add_verb, load
from subwords.cli.streams import write_lines
from subwords.special_tokens import ROLES

if TYPE_CHECKING:
    from subwords.tokenizer import Tokenizer

EPILOG = """\
It tells the family, three sizes that are easily confused, every component with its options, which
way each regular expression goes (compiled natively, or through the regex library), the special and
the added tokens, what text loses on its way through, and what the vocabulary cannot spell: letters
that lack a form for the start or the inside of words, pieces that no text gives.

  vocab_size      how many different tokens there are
  max_id          the greatest id; larger than vocab_size - 1 where ids have holes
  embedding_rows  how many rows an embedding matrix needs: max_id + 1

examples:
  subwords inspect bert-base-uncased/
  subwords inspect tokenizer.json --json | jq .sizes
"""

MAX_TOKENS_SHOWN = 20


def add_parser(verbs: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the verb `inspect`."""
    parser = add_verb(verbs, "inspect", "tell what is in a tokenizer", EPILOG)
    add_tokenizer(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Carry out `inspect`."""
    from subwords.measure import inspect_vocabulary

    tokenizer = load(args)
    report = build_report(tokenizer)
    report["vocabulary"] = inspect_vocabulary(tokenizer).to_dict()
    if args.json:
        write_lines([json.dumps(report, ensure_ascii=False)])
    else:
        write_lines([*render(report), "", *render_vocabulary(report["vocabulary"])])
    return 0


def build_report(tokenizer: Tokenizer) -> dict[str, Any]:
    """All that `inspect` tells, as plain data."""
    spec = tokenizer.spec
    special = tokenizer.special_tokens
    return {
        "family": tokenizer.algorithm,
        "semantics": spec.semantics,
        "engine": tokenizer.engine,
        "sizes": {
            "vocab_size": tokenizer.vocab_size,
            "max_id": tokenizer.max_id,
            "embedding_rows": tokenizer.embedding_rows,
        },
        "components": {
            name: _describe(getattr(spec, name))
            for name in ("normalizer", "pre_tokenizer", "model", "post_processor", "decoder")
        },
        "patterns": describe_patterns(spec, tokenizer.engine),
        "special_tokens": {
            role: {"token": token, "id": tokenizer.token_to_id(token)}
            for role in ROLES
            if (token := getattr(special, role)) is not None
        },
        "added_tokens": [_describe_added(token) for token in spec.added_tokens],
        "lossless": tokenizer.is_lossless,
        "loses": [] if tokenizer.is_lossless else losses(spec),
    }


def render(report: dict[str, Any]) -> Iterator[str]:
    """The report as lines for people."""
    yield f"family          {report['family']} (semantics of {report['semantics']})"
    yield f"engine          {report['engine']}"
    for name, value in report["sizes"].items():
        yield f"{name:<15} {value:,}"
    yield ""
    for name, value in report["components"].items():
        yield f"{name:<15} {value or 'none'}"
    yield from render_patterns(report["patterns"])
    yield ""
    for role, entry in report["special_tokens"].items():
        yield f"{role:<15} {entry['token']}  id {entry['id']}"
    added = report["added_tokens"]
    yield f"added tokens    {len(added)}"
    for token in added[:MAX_TOKENS_SHOWN]:
        flags = [name for name, value in token.items() if value is True]
        yield f"  {token['id']:>8}  {token['content']!r}  {', '.join(flags) or 'no flags'}"
    if len(added) > MAX_TOKENS_SHOWN:
        yield f"  ... and {len(added) - MAX_TOKENS_SHOWN} more (--json lists all)"
    yield ""
    if report["lossless"]:
        yield "lossless        yes: decoding gives back the text"
    else:
        yield "lossless        no; what may be lost or changed:"
        yield from (f"  - {loss}" for loss in report["loses"])


def _describe_added(token: Any) -> dict[str, Any]:
    return {field.name: getattr(token, field.name) for field in fields(token)}


def _describe(part: Any) -> str | None:
    """A component as it would be written in Python; tables by their size, bytes by length."""
    if part is None:
        return None
    if isinstance(part, (tuple, list)):
        return "[" + ", ".join(_describe(item) or "None" for item in part) + "]"
    if isinstance(part, bytes):
        return f"<{len(part):,} bytes>"
    if isinstance(part, post_processors.Template):
        return f"Template({_slots(part.single)!r}, {_slots(part.pair)!r})"
    if not is_dataclass(part):
        return repr(part)
    options = ", ".join(
        f"{field.name}={_describe(getattr(part, field.name))}" for field in fields(part)
    )
    return f"{type(part).__name__}({options})"


def _slots(slots: tuple[post_processors.Slot, ...]) -> str:
    """A template in the short form, ``[CLS] A [SEP] B:1 [SEP]:1`` (type ids where not 0)."""
    return " ".join(f"{slot.id}:{slot.type_id}" if slot.type_id else slot.id for slot in slots)
