"""`subwords demo`: a tokenizer at work, step by step, with nothing but this package."""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from subwords.cli.demo_vocab import PREFIX, make_vocab, python_prose
from subwords.cli.options import Subparsers, add_verb
from subwords.cli.streams import write_lines

if TYPE_CHECKING:
    from subwords.ragged import RaggedIds
    from subwords.tokenizer import Tokenizer

EPILOG = """\
The vocabulary is made on the spot from the English help texts that ship with Python, so nothing is
downloaded. Try your own text, and use what was saved:

  subwords demo --text "Rereading unreadable files"
  subwords demo --save my-tokenizer
  echo "Rereading" | subwords encode my-tokenizer --format tokens
"""

TEXT = "The generator yields unbelievable objects, Renée!"
VOCAB_SIZE = 4000
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
    tokenizer, made = _make(prose)
    write_lines(made)
    for step in (_normalized, _cut, _pieces, _ids, _decoded):
        write_lines(["", *step(tokenizer, args.text)])
    write_lines(["", *_engines(tokenizer, prose)])
    if args.save:
        write_lines(["", *_saved(tokenizer, Path(args.save), args.text)])
    else:
        with tempfile.TemporaryDirectory() as directory:
            write_lines(["", *_saved(tokenizer, Path(directory) / "demo", args.text)])
    return 0


def _make(prose: list[str]) -> tuple[Tokenizer, list[str]]:
    from subwords import SpecialTokens, WordPieceTokenizer, WordPieceTokenizerFast, native

    words = Counter(word for text in prose for word in re.findall(r"[a-z]+|[^\sa-z]", text.lower()))
    vocab = make_vocab(words, VOCAB_SIZE)
    special = SpecialTokens(pad="[PAD]", unk="[UNK]", cls="[CLS]", sep="[SEP]", mask="[MASK]")
    door = WordPieceTokenizerFast if native.available() else WordPieceTokenizer
    tokenizer = door(vocab, special_tokens=special)
    return tokenizer, [
        f"1. A vocabulary: {len(prose)} help topics of Python hold {words.total():,} words, "
        f"{len(words):,} different ones.",
        f"   Frequent words, and parts that many words share, make {len(vocab):,} pieces.",
    ]


def _normalized(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    yield "2. The text is normalized: lower case, no accents, clean white space."
    yield f"   {text!r}"
    yield f"   {tokenizer.normalize(text)!r}"


def _cut(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    yield "3. It is cut into words, at white space and around punctuation."
    yield "   " + "  ".join(f"[{word}]" for word in words_of(tokenizer, text))


def _pieces(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    yield "4. In each word the longest piece that fits is taken, then the longest that continues,"
    yield f"   and so on; {PREFIX} marks a piece that continues a word."
    for word in dict.fromkeys(words_of(tokenizer, text)):
        yield f"   {word}"
        for tried, found in attempts(word, tokenizer.get_vocab()):
            shown = [f"{piece} no" for piece in tried[:TRIED_SHOWN]]
            if len(tried) > TRIED_SHOWN:
                shown.append(f"... {len(tried) - TRIED_SHOWN} more no")
            shown.append(f"{found} YES" if found else "nothing fits: the word becomes [UNK]")
            yield "      " + ", ".join(shown)


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
    from subwords import WordPieceTokenizer

    lines = [line for text in prose[::10] for line in text.splitlines()]
    yield f"7. Each algorithm is here twice. On {len(lines):,} lines of prose, one thread:"
    seconds, ids = _timed(tokenizer, lines)
    size = sum(len(line.encode()) for line in lines) / 1e6
    yield f"   {tokenizer.engine:<10} {size / seconds:8.1f} MB/s"
    if tokenizer.engine == "reference":
        yield "   The native engine is not part of this installation."
        return
    twin = WordPieceTokenizer(tokenizer.get_vocab(), special_tokens=tokenizer.special_tokens)
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


def words_of(tokenizer: Tokenizer, text: str) -> list[str]:
    """The words that the pre-tokenizer makes of a text, normalized."""
    normalized = tokenizer.normalize(text)
    encoding = tokenizer.annotate(normalized, add_special_tokens=False)
    rows = zip(encoding.word_ids, encoding.offsets, strict=True)
    spans = [[span for _, span in group] for _, group in groupby(rows, key=lambda row: row[0])]
    return [normalized[group[0][0] : group[-1][1]] for group in spans]


def attempts(word: str, vocab: dict[str, int]) -> Iterator[tuple[list[str], str | None]]:
    """Greedy longest match first: for each step the pieces tried in vain, and the one found."""
    start = 0
    while start < len(word):
        mark = PREFIX if start else ""
        tried: list[str] = []
        for end in range(len(word), start, -1):
            if mark + word[start:end] in vocab:
                yield tried, mark + word[start:end]
                start = end
                break
            tried.append(mark + word[start:end])
        else:
            yield tried, None
            return


__all__ = ["add_parser", "attempts", "run", "words_of"]
