"""The texts that are encoded: five kinds, cut into documents of 1 to 4 KB, always the same ones.

Documents are shuffled with a fixed seed, so that every portion taken from the front is a fair
sample of its kind. `short_strings` gives sentences; hostile text is in `adversarial.py`.
"""

from __future__ import annotations

import lzma
import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

SMALLEST, LARGEST = 1_000, 4_000  # bytes of UTF-8 in a document
_HAN_OR_KANA = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")


def english(corpora: Path) -> Iterable[str]:
    """Novels."""
    return _lines(corpora / "english.txt.xz")


def code(corpora: Path) -> Iterable[str]:
    """C, Python and JavaScript."""
    return _lines(corpora / "code.txt.xz")


def multilingual(corpora: Path) -> Iterable[str]:
    """Documentation and translations in many scripts, the languages mixed line by line."""
    return _lines(corpora / "multilingual.txt.xz")


def chinese_japanese(corpora: Path) -> Iterable[str]:
    """Lines of which at least half are ideographs or kana, each line once."""
    sources = [corpora / "languages" / f"{name}.txt" for name in ("zh", "zh_tw", "ja")]
    seen: set[str] = set()
    for source in [*sources, corpora / "multilingual.txt.xz"]:
        for line in _lines(source):
            letters = len(_HAN_OR_KANA.findall(line))
            if line not in seen and 2 * letters >= len(line.strip()) > 0:
                seen.add(line)
                yield line


def random_words(_corpora: Path) -> Iterable[str]:
    """Words of 2 to 12 random letters: no cache of words ever helps."""
    draw = random.Random(5)
    for _ in range(150_000):
        lengths = draw.choices(range(2, 13), k=12)
        letters = iter(draw.choices("abcdefghijklmnopqrstuvwxyz", k=sum(lengths)))
        yield " ".join("".join(islice(letters, length)) for length in lengths) + "\n"


KINDS: dict[str, Callable[[Path], Iterable[str]]] = {
    "english": english,
    "code": code,
    "multilingual": multilingual,
    "chinese+japanese": chinese_japanese,
    "random words": random_words,
}


def documents(kind: str, corpora: Path, limit: int) -> list[str]:
    """Documents of one kind: at most about `limit` bytes of them, shuffled, none twice."""
    draw = random.Random(f"documents of {kind}")
    found = list(dict.fromkeys(_cut(KINDS[kind](corpora), draw)))
    draw.shuffle(found)
    chosen, total = [], 0
    for document in found:
        total += utf8(document)
        if total > limit:
            break
        chosen.append(document)
    return chosen


def short_strings(corpora: Path, count: int) -> list[str]:
    """Distinct English sentences of 8 to 12 words."""
    sentences: dict[str, None] = {}
    for document in documents("english", corpora, 24_000_000):
        for sentence in re.split(r"(?<=[.!?])\s+", document):
            if 8 <= len(sentence.split()) <= 12:
                sentences[" ".join(sentence.split())] = None
        if len(sentences) >= count:
            break
    return list(sentences)[:count]


def portions(texts: list[str], size: int) -> Iterator[list[str]]:
    """Cut a list of documents into runs of about `size` bytes; a last incomplete run is dropped."""
    run: list[str] = []
    total = 0
    for text in texts:
        run.append(text)
        total += utf8(text)
        if total >= size:
            yield run
            run, total = [], 0


def utf8(text: str) -> int:
    """Bytes of UTF-8."""
    return len(text.encode())


def _lines(path: Path) -> Iterator[str]:
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8", newline="\n") as file:
        yield from file


def _cut(lines: Iterable[str], draw: random.Random) -> Iterator[str]:
    """Gather lines into documents; a line longer than a document is cut."""
    size, parts, total = draw.randint(SMALLEST, LARGEST), [], 0
    for line in lines:
        for start in range(0, len(line), SMALLEST):
            part = line[start : start + SMALLEST]
            length = utf8(part)
            if parts and total + length > LARGEST:
                total = LARGEST
            else:
                parts.append(part)
                part, total = "", total + length
            if total >= size:
                yield "".join(parts)
                size = draw.randint(SMALLEST, LARGEST)
                parts, total = ([part], utf8(part)) if part else ([], 0)
