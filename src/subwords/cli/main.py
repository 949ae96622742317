"""The command `subwords`: reads the arguments, runs a verb, turns failures into one line.

Exit status: 0 done, 1 a failure (one line on standard error), 2 a usage error, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence

import subwords
from subwords.cli import convert, decode, demo, encode, explain, inspect, measure, sample, train
from subwords.cli.streams import require_open
from subwords.errors import SubwordsError

VERBS = (train, encode, decode, explain, sample, inspect, measure, convert, demo)

DESCRIPTION = """\
Subword tokenizers on the command line: text in, text or JSON lines out.

TOKENIZER is a file (tokenizer.json, vocab.txt, ...), a directory that holds one, or a name.
A FILE of - is standard input, and so is no FILE at all. Input is UTF-8, one text a line;
each line of input gives one line of output, at once.
"""

EXAMPLES = """\
examples:
  subwords demo                                   see a tokenizer at work
  subwords inspect bert-base-uncased/             what is in this tokenizer?
  echo "unaffable" | subwords encode bert-base-uncased/ --format tokens
  subwords encode bert-base-uncased/ a.txt b.txt > ids.txt
  subwords decode bert-base-uncased/ ids.txt
  subwords explain bert-base-uncased/ --text "unaffable"

`subwords VERB --help` explains each verb.
"""


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="subwords",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"subwords {subwords.__version__}")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", dest="verb", required=True)
    for module in VERBS:
        module.add_parser(verbs)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Args:
        arguments: The arguments after the program's name; None for those of the process.
    """
    try:
        parsed = build_parser().parse_args(arguments)
        output = require_open(sys.stdout, "standard output")
        status: int = parsed.run(parsed)
        output.flush()
        return status
    except BrokenPipeError:
        # The reader (say, `head`) has all it wants. Python must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE if hasattr(signal, "SIGPIPE") else 1
    except KeyboardInterrupt:
        return 130
    except (SubwordsError, OSError) as error:
        _complain(f"subwords: {_one_line(error)}")
        return 1
    except Exception as error:
        if os.environ.get("SUBWORDS_DEBUG"):
            raise
        _complain(
            f"subwords: unexpected {type(error).__name__}: {_one_line(error)}; this is a defect, "
            "please report it (SUBWORDS_DEBUG=1 shows where it happened)"
        )
        return 1


def _complain(line: str) -> None:
    if sys.stderr is not None:  # else `print` would write it to standard output
        print(line, file=sys.stderr)


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        named = error.filename if error.filename is not None else "input or output"
        return f"{named}: {error.strerror}"
    return " ".join(str(error).split()) or type(error).__name__


__all__ = ["build_parser", "main"]
