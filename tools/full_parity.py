"""Compare both engines with the published library, in full, and print what was compared.

For each published model (``tokenizer.json``, ``.model`` and rank files): every corpus of the test
data cut into documents, every code point in its surroundings, and random strings. Of each text: the
ids of `encode_batch`; the ids of `encode`; the ids of `annotate`, and its tokens, offsets and word
ids where the library has them; with and without special tokens where it has a template; and the
text decoded from the ids. The exit status is 1 if anything differs.

    python tools/full_parity.py --quick                    a minute: a share of everything
    python tools/full_parity.py                            all, which takes a while
    python tools/full_parity.py --answers DIRECTORY        keep what the libraries say: a later run
                                                           asks them nothing that it asked before
    python tools/full_parity.py --models bert-base-cased/tokenizer.json --engines native

A text that the library itself fails on (it panics, crashes, or takes too long) is counted and
shown as unanswered. The reference engine is slow. Of the corpora and code points it reads only the
share that `--reference-share` states; the table says how many texts were compared.
"""

from __future__ import annotations

import argparse
import lzma
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import numpy as np

import subwords
from subwords.engine import native_available

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from answers import Answer, Answers  # noqa: E402
from oracles import Array, Rows  # noqa: E402
from parity_texts import Group, chunks, every, groups  # noqa: E402

ENDINGS = ("tokenizer.json", "tokenizer.json.xz", ".model", ".tiktoken")
SHOWN = 5  # differences, and texts without an answer, printed per model, engine and group


def main() -> int:
    """Compare, print, and say by the exit status whether all was equal."""
    options = parse_arguments()
    data = options.data
    if not (data / "models").is_dir():
        print(f"no test data at {data}; state it with --data or SUBWORDS_TEST_DATA")
        return 2
    names = options.models or published(data / "models")
    if absent := [name for name in names if not (data / "models" / name).is_file()]:
        print(f"not in {data / 'models'}: {', '.join(absent)}")
        return 2
    print(f"subwords {subwords.__version__}; {data}")
    print(f"{'model':40} {'engine':10} {'texts':22} {'count':>9} {'tokens':>11} {'values':>11} "
          f"{'different':>9} {'unanswered':>10} {'seconds':>8}")  # fmt: skip
    total: Counter[str] = Counter()
    for name in names:
        for engine in options.engines:
            total += compare_model(data, name, engine, options)
    print(
        f"\n{total['texts']:,} texts, {total['tokens']:,} tokens, {total['values']:,} values: "
        f"{total['different']:,} differences, {total['unanswered']:,} texts without an answer"
    )
    return 1 if total["different"] else 0


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
    parser.add_argument("--answers", type=Path, metavar="DIRECTORY",
                        help="where to keep the libraries' answers")  # fmt: skip
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


def compare_model(data: Path, name: str, engine: str, options: argparse.Namespace) -> Counter[str]:
    """Compare one model and one engine on every group of texts; what was counted."""
    path = data / "models" / name
    answers = Answers(path, options.answers)
    comparison = Comparison(load(path, engine), answers)
    total: Counter[str] = Counter()
    for group in groups(data / "corpora", options.random):
        if not any(part in group.name for part in options.only):
            continue
        share = options.share
        if engine == "reference" and group.name != "random strings":
            share *= options.reference_share
        started = time.monotonic()
        counts = comparison.run(group, share)
        note = "" if share == 1 else f"  a share of {share:.2%}"
        print(f"{name:40} {engine:10} {group.name:22} {counts['texts']:9,} {counts['tokens']:11,} "
              f"{counts['values']:11,} {counts['different']:9,} {counts['unanswered']:10,} "
              f"{time.monotonic() - started:8.0f}{note}", flush=True)  # fmt: skip
        for shown in comparison.shown:
            print(f"    {shown}", flush=True)
        total += counts
    answers.close()
    return total


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
        answers: What the published library says of the same file.
    """

    def __init__(self, ours: subwords.Tokenizer, answers: Answers) -> None:
        self._ours, self._answers, self._table = ours, answers, answers.facts.table
        self.shown: list[str] = []
        self._counts: Counter[str] = Counter()

    def run(self, group: Group, share: float) -> Counter[str]:
        """Compare a share of these texts; how many texts, tokens, values, differences."""
        self.shown, self._counts = [], Counter()
        for chunk in chunks(every(group.texts(), share)):
            answer = self._answers.of(chunk, group.alone, group.plain)
            self._counts["texts"] += len(chunk)
            self._unanswered("encode", chunk, answer.not_encoded)
            self._unanswered("decode", chunk, answer.not_decoded)
            answered = _without(chunk, answer.not_encoded)
            for special, rows in answer.encoded.items():
                lengths = np.delete(rows.lengths, np.array(answer.not_encoded, np.int64))
                self._batch(answered, special, rows.ids, lengths)
                if not group.alone:
                    self._one_by_one(answered, special, rows, lengths)
            if not group.alone:
                self._decoded(chunk, answer)
        return self._counts

    def _unanswered(self, verb: str, texts: list[str], failed: Sequence[int]) -> None:
        self._counts["unanswered"] += len(failed)
        for index in failed:
            self._show(f"no answer: the library fails to {verb} {_short(texts[index])}")

    def _batch(self, texts: list[str], special: bool, ids: Array, lengths: Array) -> None:
        self._counts["tokens"] += len(ids)
        mine = self._ours.encode_batch(texts, add_special_tokens=special, threads=1)
        flat, _ = mine.to_numpy()
        self._equal("encode_batch", texts, flat, mine.lengths, ids, lengths)

    def _one_by_one(self, texts: list[str], special: bool, rows: Rows, lengths: Array) -> None:
        """Compare all that the library says."""
        options = {"add_special_tokens": special}
        if self._ours.engine == "native":
            ids = [self._ours.encode(text, **options) for text in texts]
            flat = np.fromiter(chain.from_iterable(ids), np.uint32)
            self._equal("encode", texts, flat, list(map(len, ids)), rows.ids, lengths)
        mine = [self._ours.annotate(text, **options) for text in texts]
        own = list(map(len, mine))

        def same(what: str, found: Sequence[Any] | Array, expected: Sequence[Any] | Array) -> None:
            self._equal(what, texts, found, own, expected, lengths)

        same("ids", np.fromiter(chain.from_iterable(one.ids for one in mine), np.uint32), rows.ids)
        if rows.called is not None:
            tokens = list(map(self._table.__getitem__, rows.ids.tolist()))
            for at, token in rows.called:
                tokens[at] = token
            same("tokens", list(chain.from_iterable(one.tokens for one in mine)), tokens)
        if rows.spans is not None:
            same("offsets", _spans(mine), rows.spans)
        if rows.word_ids is not None:
            same("word ids", _words(mine), rows.word_ids)

    def _decoded(self, texts: list[str], answer: Answer) -> None:
        """Compare the texts of the library's own ids."""
        failed = (*answer.not_encoded, *answer.not_decoded)
        rows = answer.encoded[self._answers.facts.template]
        bounds = pairwise([0, *np.cumsum(rows.lengths, dtype=np.int64).tolist()])
        ids = _without([rows.ids[begin:end] for begin, end in bounds], failed)
        texts = _without(texts, failed)
        for skip, decoded in answer.decoded.items():
            mine = [self._ours.decode(row, skip_special_tokens=skip) for row in ids]
            what = f"decode, skip_special_tokens={skip}"
            ones = [1] * len(texts)
            self._equal(what, texts, mine, ones, _without(decoded, failed), ones)

    def _equal(
        self,
        what: str,
        texts: list[str],
        mine: Sequence[Any] | Array,
        own_lengths: Sequence[int] | Array,
        yours: Sequence[Any] | Array,
        lengths: Sequence[int] | Array,
    ) -> None:
        """Compare two lists of rows, each flat; row by row only if they are not all equal."""
        self._counts["values"] += len(texts)
        if np.array_equal(own_lengths, lengths):
            same = np.array_equal(mine, yours) if isinstance(mine, np.ndarray) else mine == yours
            if same:
                return
        own = _cut(mine, own_lengths)
        for text, one, other in zip(texts, own, _cut(yours, lengths), strict=True):
            if one != other:
                self._counts["different"] += 1
                self._show(f"{what} of {_short(text)}{_first_difference(one, other)}")

    def _show(self, line: str) -> None:
        if len(self.shown) < SHOWN:
            self.shown.append(line)


def _short(text: str) -> str:
    return f"{text[:60]!a}" + (f" ({len(text):,} characters)" if len(text) > 60 else "")


def _first_difference(one: Sequence[Any], other: Sequence[Any]) -> str:
    if len(one) == len(other) == 1 and isinstance(one[0], str):
        one, other = one[0], other[0]
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), -1)
    around = slice(max(at - 2, 0), at + 3)
    return f", from {at}: {one[around]!a}, not {other[around]!a}"


def _spans(encodings: list[subwords.Encoding]) -> Array:
    """The offsets of all encodings, row after row: as arrays of long ones, as lists of short."""
    if _are_long(encodings):
        offsets = [one.offsets for one in encodings]
        begins, ends = [one.begins for one in offsets], [one.ends for one in offsets]
        return np.column_stack([np.concatenate(begins), np.concatenate(ends)])
    pairs = chain.from_iterable(one.offsets.to_list() for one in encodings)
    return np.fromiter(chain.from_iterable(pairs), np.uint32).reshape(-1, 2)


def _words(encodings: list[subwords.Encoding]) -> Array:
    """The word ids of all encodings, row after row, -1 for none."""
    if _are_long(encodings):
        return np.concatenate([one.columns.word_ids for one in encodings])
    words = chain.from_iterable(one.word_ids for one in encodings)
    return np.fromiter((-1 if word is None else word for word in words), np.int32)


def _are_long(encodings: list[subwords.Encoding]) -> bool:
    return sum(map(len, encodings)) > 50 * len(encodings) > 0


def _cut(flat: Sequence[Any] | Array, lengths: Sequence[int] | Array) -> list[list[Any]]:
    """The rows of a flat list."""
    values: Any = flat.tolist() if isinstance(flat, np.ndarray) else flat
    sizes = np.asarray(lengths, np.int64)
    bounds = [0, *np.cumsum(sizes).tolist()]
    return [values[begin:end] for begin, end in pairwise(bounds)]


def _without(rows: Sequence[Any], failed: Sequence[int]) -> list[Any]:
    """The rows but those of these indices."""
    if not failed:
        return list(rows)
    left_out = set(failed)
    return [row for index, row in enumerate(rows) if index not in left_out]


if __name__ == "__main__":
    sys.exit(main())
