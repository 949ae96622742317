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
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import subwords
from subwords.engine import native_available

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from answers import Answer, Answers  # noqa: E402
from oracles import Rows  # noqa: E402
from parity_texts import chunks, every, groups  # noqa: E402

ENDINGS = ("tokenizer.json", "tokenizer.json.xz", ".model", ".tiktoken")
SHOWN = 5  # differences, and texts without an answer, printed per model, engine and group


def main() -> int:
    """Compare, print, and say by the exit status whether all was equal."""
    options = parse_arguments()
    data = options.data
    if not (data / "models").is_dir():
        print(f"no test data at {data}; state it with --data or SUBWORDS_TEST_DATA")
        return 2
    print(f"subwords {subwords.__version__}; {data}")
    print(f"{'model':40} {'engine':10} {'texts':22} {'count':>9} {'tokens':>11} {'values':>11} "
          f"{'different':>9} {'unanswered':>10} {'seconds':>8}")  # fmt: skip
    total: Counter[str] = Counter()
    for name in options.models or published(data / "models"):
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
        counts = comparison.run(every(group.texts(), share), group.alone)
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

    def run(self, texts: Iterable[str], alone: bool) -> Counter[str]:
        """Compare everything about these texts; how many texts, tokens, values, differences."""
        self.shown, self._counts = [], Counter()
        for chunk in chunks(texts):
            answer = self._answers.of(chunk)
            self._counts["texts"] += len(chunk)
            self._unanswered("encode", chunk, answer.not_encoded)
            self._unanswered("decode", chunk, answer.not_decoded)
            answered = _without(chunk, answer.not_encoded)
            for special, rows in answer.encoded.items():
                lengths = _without(rows.lengths.tolist(), answer.not_encoded)
                self._encoded(answered, special, rows, lengths, alone)
            self._decoded(chunk, answer)
        return self._counts

    def _unanswered(self, verb: str, texts: list[str], failed: Sequence[int]) -> None:
        self._counts["unanswered"] += len(failed)
        for index in failed:
            self._show(f"no answer: the library fails to {verb} {_short(texts[index])}")

    def _encoded(
        self, texts: list[str], special: bool, rows: Rows, lengths: list[int], alone: bool
    ) -> None:
        """Compare what the library says, ways of encoding one by one.

        Of texts that stand alone, so short and many, only ids the second time around.
        """
        options = {"add_special_tokens": special}
        ids = rows.ids.tolist()
        self._counts["tokens"] += len(ids)
        batch = self._ours.encode_batch(texts, **options, threads=1).to_list()
        self._equal("encode_batch", texts, batch, ids, lengths)
        if alone and special != self._answers.facts.template:
            return
        if self._ours.engine == "native":
            one_by_one = [self._ours.encode(text, **options) for text in texts]
            self._equal("encode", texts, one_by_one, ids, lengths)
        mine = [self._ours.annotate(text, **options) for text in texts]
        self._equal("ids", texts, [one.ids for one in mine], ids, lengths)
        if rows.called is not None:
            tokens = list(map(self._table.__getitem__, ids))
            for at, token in rows.called:
                tokens[at] = token
            self._equal("tokens", texts, [one.tokens for one in mine], tokens, lengths)
        if rows.spans is not None:
            begins, ends = rows.spans.T.tolist()
            spans = list(zip(begins, ends, strict=True))
            self._equal("offsets", texts, [one.offsets.to_list() for one in mine], spans, lengths)
        if rows.word_ids is not None:
            words = [_numbered(one.word_ids) for one in mine]
            self._equal("word ids", texts, words, rows.word_ids.tolist(), lengths)

    def _decoded(self, texts: list[str], answer: Answer) -> None:
        """Compare the texts of the library's own ids."""
        failed = (*answer.not_encoded, *answer.not_decoded)
        ids = answer.encoded[self._answers.facts.template].lists()
        texts, ids = _without(texts, failed), _without(ids, failed)
        for skip, decoded in answer.decoded.items():
            mine = [self._ours.decode(row, skip_special_tokens=skip) for row in ids]
            yours = _without(decoded, failed)
            if mine == yours:
                self._counts["values"] += len(texts)
                continue
            characters = list(chain.from_iterable(yours))
            lengths = [len(text) for text in yours]
            self._equal(f"decode, skip_special_tokens={skip}", texts, mine, characters, lengths)

    def _equal(
        self, what: str, texts: list[str], mine: Sequence[Sequence[Any]], flat: list[Any],
        lengths: list[int],
    ) -> None:  # fmt: skip
        """Compare our rows with their flat list, row by row only if they are not all equal."""
        self._counts["values"] += len(texts)
        if [len(row) for row in mine] == lengths and list(chain.from_iterable(mine)) == flat:
            return
        end = 0
        for text, row, length in zip(texts, mine, lengths, strict=True):
            begin, end = end, end + length
            yours = flat[begin:end]
            if list(row) == yours:
                continue
            self._counts["different"] += 1
            at = next((i for i, (a, b) in enumerate(zip(row, yours, strict=False)) if a != b), -1)
            around = slice(max(at - 2, 0), at + 3)
            self._show(
                f"{what} of {_short(text)}, from {at}: {row[around]!a}, not {yours[around]!a}"
            )

    def _show(self, line: str) -> None:
        if len(self.shown) < SHOWN:
            self.shown.append(line)


def _short(text: str) -> str:
    return f"{text[:60]!a}" + (f" ({len(text):,} characters)" if len(text) > 60 else "")


def _numbered(word_ids: Sequence[int | None]) -> list[int]:
    return [-1 if word is None else word for word in word_ids]


def _without(rows: Sequence[Any], failed: Sequence[int]) -> list[Any]:
    """The rows but those of these indices."""
    if not failed:
        return list(rows)
    left_out = set(failed)
    return [row for index, row in enumerate(rows) if index not in left_out]


if __name__ == "__main__":
    sys.exit(main())
