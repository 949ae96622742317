"""Compare both engines with the published library, in full, and print what was compared.

For each published model (``tokenizer.json``, ``.model`` and rank files): every corpus of the test
data cut into documents, every code point in two surroundings, and random strings. Of each text: the
ids of `encode_batch`; the ids of `annotate`, and its tokens, offsets and word ids where the library
has them; with and without special tokens where it has a template; and the text decoded from the
ids. The exit status is 1 if anything differs.

    python tools/full_parity.py --quick                    a minute: a share of everything
    python tools/full_parity.py                            all, which takes a while
    python tools/full_parity.py --models bert-base-cased/tokenizer.json --engines native

The reference engine is slow. Of the corpora and code points it reads only the share that
`--reference-share` states; the table says how many texts were compared with which engine.
"""

from __future__ import annotations

import argparse
import lzma
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import subwords
from subwords.engine import native_available

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from oracles import Oracle, oracle_of  # noqa: E402

from samples import random_texts  # noqa: E402  # the tests' hostile alphabet

ENDINGS = ("tokenizer.json", "tokenizer.json.xz", ".model", ".tiktoken")
DOCUMENT = 2_000  # characters, at least, but for the last of a file; lines stay whole
CHUNK = 2_048  # texts given to a batch at once
SHOWN = 5  # differences printed per model, engine and group


def main() -> int:
    """Compare, print, and say by the exit status whether all was equal."""
    options = parse_arguments()
    data = options.data
    if not (data / "models").is_dir():
        print(f"no test data at {data}; state it with --data or SUBWORDS_TEST_DATA")
        return 2
    print(f"subwords {subwords.__version__}; {data}")
    print(f"{'model':30} {'engine':10} {'texts':22} {'count':>9} {'tokens':>11} "
          f"{'values':>11} {'different':>9} {'seconds':>8}")  # fmt: skip
    different = 0
    for name in options.models or published(data / "models"):
        for engine in options.engines:
            different += compare_model(data, name, engine, options)
    print(f"\n{different} differences")
    return 1 if different else 0


def published(models: Path) -> list[str]:
    """Every file below the directory of models that a library can be asked about."""
    files = (path for path in models.rglob("*") if path.name.endswith(ENDINGS))
    return sorted(str(path.relative_to(models)) for path in files)


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    stated = os.environ.get("SUBWORDS_TEST_DATA")
    engines = ["native", "reference"] if native_available() else ["reference"]
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--data", type=Path,
                        default=Path(stated) if stated else ROOT.parent / "shared" / "data",
                        help="directory of published models and corpora")  # fmt: skip
    parser.add_argument("--models", nargs="+", help="files in models/; default: all of them")
    parser.add_argument("--engines", nargs="+", default=engines, choices=("native", "reference"))
    parser.add_argument("--only", nargs="+", default=[""], metavar="TEXTS",
                        help="groups of texts whose names contain one of these")  # fmt: skip
    parser.add_argument("--random", type=int, default=100_000, help="how many random strings")
    parser.add_argument("--reference-share", type=float, default=0.02, metavar="SHARE",
                        help="of corpora and code points, for the reference engine")  # fmt: skip
    parser.add_argument("--share", type=float, default=1.0, help="share of everything")
    parser.add_argument("--quick", action="store_true", help="the same as --share 0.01")
    options = parser.parse_args()
    if options.quick:
        options.share = 0.01
    return options


def compare_model(data: Path, name: str, engine: str, options: argparse.Namespace) -> int:
    """Compare one model and one engine on every group of texts; how many values differ."""
    path = data / "models" / name
    theirs = oracle_of(path)
    comparison = Comparison(load(path, engine), theirs)
    different = 0
    for group, texts in groups(data / "corpora", options.random):
        if not any(part in group for part in options.only):
            continue
        share = options.share
        if engine == "reference" and group != "random strings":
            share *= options.reference_share
        started = time.monotonic()
        counts = comparison.run(every(texts(), share))
        note = "" if share == 1 else f"  a share of {share:.2%}"
        print(f"{name:30} {engine:10} {group:22} {counts['texts']:9,} {counts['tokens']:11,} "
              f"{counts['values']:11,} {counts['different']:9,} "
              f"{time.monotonic() - started:8.0f}{note}", flush=True)  # fmt: skip
        for shown in comparison.shown:
            print(f"    {shown}", flush=True)
        different += counts["different"]
    return different


def load(path: Path, engine: Any) -> subwords.Tokenizer:
    """A file of this project's, unpacked where it is packed."""
    if path.suffix != ".xz":
        return subwords.load(path, engine=engine)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / path.stem
        plain.write_bytes(lzma.decompress(path.read_bytes()))
        return subwords.load(plain, engine=engine)


class Comparison:
    """Ours and theirs on the same texts.

    Args:
        ours: A tokenizer of this project.
        theirs: The same file, loaded by the published library.
    """

    def __init__(self, ours: subwords.Tokenizer, theirs: Oracle) -> None:
        self._ours, self._theirs = ours, theirs
        self.shown: list[str] = []
        self._counts: Counter[str] = Counter()

    def run(self, texts: Iterable[str]) -> Counter[str]:
        """Compare everything about these texts; how many texts, tokens, values, differences."""
        self.shown, self._counts = [], Counter()
        rest = iter(texts)
        while chunk := list(islice(rest, CHUNK)):
            self._counts["texts"] += len(chunk)
            for add_special_tokens in (True, False) if self._theirs.template else (False,):
                rows = self._encodings(chunk, add_special_tokens)
                if add_special_tokens or not self._theirs.template:
                    self._decoded(chunk, rows)
        return self._counts

    def _encodings(self, texts: list[str], add_special_tokens: bool) -> list[list[int]]:
        options = {"add_special_tokens": add_special_tokens}
        rows: list[list[int]] = self._ours.encode_batch(texts, **options).to_list()
        expected = self._theirs.encode_batch(texts, add_special_tokens)
        for text, row, yours in zip(texts, rows, expected, strict=True):
            mine = self._ours.annotate(text, **options)
            ids = mine.ids
            self._counts["tokens"] += len(ids)
            self._equal("encode_batch", text, row, yours.ids)
            self._equal("ids", text, ids, row)
            if yours.tokens is not None:
                self._equal("tokens", text, mine.tokens, yours.tokens)
            if yours.offsets is not None:
                self._equal("offsets", text, mine.offsets.to_list(), yours.offsets)
            if add_special_tokens and yours.word_ids is not None:
                self._equal("word ids", text, mine.word_ids, yours.word_ids)
        return rows

    def _decoded(self, texts: list[str], rows: list[list[int]]) -> None:
        for skip in (True, False) if self._theirs.skips else (False,):
            for text, row in zip(texts, rows, strict=True):
                mine = self._ours.decode(row, skip_special_tokens=skip)
                yours = self._theirs.decode(row, skip)
                self._equal(f"decode, skip_special_tokens={skip}", text, mine, yours)

    def _equal(self, what: str, text: str, mine: Any, yours: Any) -> None:
        self._counts["values"] += 1
        if mine == yours:
            return
        self._counts["different"] += 1
        if len(self.shown) < SHOWN:
            at = next((i for i, (a, b) in enumerate(zip(mine, yours, strict=False)) if a != b), -1)
            around = slice(max(at - 2, 0), at + 3)
            self.shown.append(
                f"{what} of {text[:60]!a}, from {at}: {mine[around]!a}, not {yours[around]!a}"
            )


Texts = Callable[[], Iterable[str]]


def groups(corpora: Path, random_count: int) -> Iterator[tuple[str, Texts]]:
    """Every group of texts, with its name."""
    plain = [path for path in corpora.iterdir() if path.is_file()]
    for path in sorted(plain):
        yield path.name, lambda path=path: documents(path)
    for directory in sorted(path for path in corpora.iterdir() if path.is_dir()):
        files = sorted(path for path in directory.iterdir() if path.is_file())
        yield (f"{directory.name}/ ({len(files)} files)",
               lambda files=files: (d for file in files for d in documents(file)))  # fmt: skip
    yield "a{c}b", lambda: (f"a{c}b" for c in characters())
    yield " {c} ", lambda: (f" {c} " for c in characters())
    yield "random strings", lambda: random_texts(random_count, seed=2026)


def documents(path: Path) -> Iterator[str]:
    """A file from its first character to its last, as documents of whole lines."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8", newline="") as file:
        lines: list[str] = []
        size = 0
        for line in file:
            lines.append(line)
            size += len(line)
            if size >= DOCUMENT:
                yield "".join(lines)
                lines, size = [], 0
        if lines:
            yield "".join(lines)


def characters() -> Iterator[str]:
    """Every code point but the surrogates, which no UTF-8 text can hold."""
    return (chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF)


def every(texts: Iterable[str], share: float) -> Iterator[str]:
    """A share of the texts, evenly taken."""
    due = 1.0 - share
    for text in texts:
        due += share
        if due >= 1.0:
            due -= 1.0
            yield text


if __name__ == "__main__":
    sys.exit(main())
