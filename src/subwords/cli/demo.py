"""`subwords demo`: a tokenizer at work, step by step, with nothing but this package."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from subwords.cli.demo_training import differences, python_prose, train_both
from subwords.cli.options import Subparsers, add_verb
from subwords.cli.streams import write_lines
from subwords.explain import Word

if TYPE_CHECKING:
    from subwords.ragged import RaggedIds
    from subwords.tokenizer import Tokenizer

EPILOG = """\
Two vocabularies are trained on the spot, by frequency and by likelihood, from the English help
texts that ship with Python, so nothing is downloaded. Try your own text, and use what was saved:

  subwords demo --text "Rereading unreadable files"
  subwords demo --save my-tokenizer
  echo "Rereading" | subwords encode my-tokenizer --format tokens
"""

TEXT = "The generator yields unbelievable objects, Renée!"
TRIED_SHOWN = 4


def add_parser(verbs: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the verb `demo`."""
    parser = add_verb(verbs, "demo", "show a tokenizer at work, step by step", EPILOG)
    parser.add_argument("--text", default=TEXT, help="the text to take apart")
    parser.add_argument("--save", metavar="DIR", help="keep the tokenizer in this directory")
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Carry out `demo`."""
    prose = python_prose()
    write_lines(
        [
            f"1. Two vocabularies are trained on {len(prose)} help topics of Python. One merges",
            "   the most frequent pair of pieces, the other the pair that is rarely seen apart.",
        ]
    )
    both = train_both(prose)
    write_lines(f"   {line}".rstrip() for line in differences(both, prose))
    tokenizer = both["frequency"][0]
    for step in (_normalized, _cut, _pieces, _ids, _decoded):
        write_lines(["", *step(tokenizer, args.text)])
    write_lines(["", *_engines(tokenizer, prose)])
    if args.save:
        write_lines(["", *_saved(tokenizer, Path(args.save), args.text)])
    else:
        with tempfile.TemporaryDirectory() as directory:
            write_lines(["", *_saved(tokenizer, Path(directory) / "demo", args.text)])
    return 0


def _normalized(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    yield "2. The text is normalized: lower case, no accents, clean white space."
    yield f"   {text!r}"
    yield f"   {tokenizer.normalize(text)!r}"


def _cut(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    yield "3. It is cut into words, at white space and around punctuation."
    yield "   " + "  ".join(f"[{part.text}]" for part in tokenizer.explain(text).parts)


def _pieces(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    yield "4. In each word the longest piece that fits is taken, then the longest that continues,"
    yield "   and so on; ## marks a piece that continues a word. (`subwords explain` shows it all.)"
    for word in {word.text: word for word in tokenizer.explain(text).words}.values():
        yield f"   {word.text}"
        if isinstance(word, Word):
            yield from (f"      {line}" for line in _tried(word))


def _tried(word: Word) -> Iterator[str]:
    """A line for each search: what was tried in vain, and what was found."""
    for step in word.steps:
        tried = list(word.candidates(step))
        found = f"{tried.pop()} YES" if step.end is not None else "nothing fits"
        shown = [f"{piece} no" for piece in tried[:TRIED_SHOWN]]
        if len(tried) > TRIED_SHOWN:
            shown.append(f"... {len(tried) - TRIED_SHOWN} more no")
        yield ", ".join([*shown, found])
    if word.unknown is not None:
        why = (
            f"{word.unknown.missing} is not in the vocabulary"
            if word.unknown.reason == "no piece"
            else f"it has {word.unknown.length} characters, more than {word.unknown.limit}"
        )
        yield f"{why}: the word becomes [UNK]"


def _ids(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    yield "5. Each piece has a number, and each knows where it stands in the text."
    encoding = tokenizer.annotate(text)
    rows = zip(encoding.ids, encoding.tokens, encoding.offsets, strict=True)
    for id, token, (start, end) in rows:
        yield f"   {id:>6}  {token:<14}" + (
            f"text[{start}:{end}] = {text[start:end]!r}" if end else ""
        )


def _decoded(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    ids = tokenizer.encode(text)
    yield "6. Decoded again: case, accents and spacing are gone, as in every uncased BERT."
    yield f"   {ids}"
    yield f"   {tokenizer.decode(ids)!r}"


def _engines(tokenizer: Tokenizer, prose: list[str]) -> Iterator[str]:
    from subwords.tokenizer import Tokenizer

    lines = [line for text in prose[::10] for line in text.splitlines()]
    yield f"7. Each algorithm is here twice. On {len(lines):,} lines of prose, one thread:"
    seconds, ids = _timed(tokenizer, lines)
    size = sum(len(line.encode()) for line in lines) / 1e6
    yield f"   {tokenizer.engine:<10} {size / seconds:8.1f} MB/s"
    if tokenizer.engine == "reference":
        yield "   The native engine is not part of this installation."
        return
    twin = Tokenizer(tokenizer.spec, engine="reference")
    seconds, twin_ids = _timed(twin, lines)
    yield f"   {twin.engine:<10} {size / seconds:8.1f} MB/s"
    yield "   ids: " + ("equal" if ids == twin_ids else "DIFFERENT, which is a defect")


def _timed(tokenizer: Tokenizer, lines: list[str]) -> tuple[float, RaggedIds]:
    started = time.perf_counter()
    ids = tokenizer.encode_batch(lines, threads=1)
    return time.perf_counter() - started, ids


def _saved(tokenizer: Tokenizer, directory: Path, text: str) -> Iterator[str]:
    import subwords

    tokenizer.save(directory)
    names = ", ".join(sorted(path.name for path in directory.iterdir()))
    same = subwords.load(directory).encode(text) == tokenizer.encode(text)
    yield f"8. Saved to {directory} as {names};"
    yield "   loaded again, it gives " + ("the same ids." if same else "OTHER ids: a defect.")


__all__ = ["add_parser", "run"]
