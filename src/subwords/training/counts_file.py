"""The file of a `WordCounts`: text, one word a line, nothing in it is executed.

The first line is a JSON object: ``format``, ``version``, ``normalizer`` and ``pre_tokenizer`` (as
in a ``tokenizer.json``), ``words``. Every further line is a count, a tab, and the word as a JSON
string, by code point. The same counts give the same bytes.
"""

from __future__ import annotations

import base64
import json
import os
import tempfile
from dataclasses import fields
from pathlib import Path
from typing import IO, Any

from subwords import normalizers as norm
from subwords.errors import FormatError, MissingFileError
from subwords.formats.components.normalizers import REGISTRY as NORMALIZERS
from subwords.formats.components.pre_tokenizers import REGISTRY as PRE_TOKENIZERS
from subwords.formats.place import Place
from subwords.training.counts import WordCounts

FORMAT, VERSION = "subwords word counts", 1


def write_counts(counts: WordCounts, path: Path) -> None:
    """Write to a file beside `path`, then put it in its place."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "normalizer": _encode_normalizer(counts.normalizer),
        "pre_tokenizer": PRE_TOKENIZERS.encode(counts.pre_tokenizer),
        "words": len(counts),
    }
    handle, name = tempfile.mkstemp(prefix=path.name, suffix=".tmp", dir=path.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(header, ensure_ascii=False) + "\n")
            for word, count in counts.items():
                file.write(f"{count}\t{json.dumps(word, ensure_ascii=False)}\n")
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read_counts(path: Path) -> WordCounts:
    """Read a file of word counts."""
    if not path.is_file():
        raise MissingFileError(f"{path}: no such file")
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            header = _read_header(file, path)
            words = dict(_read_word(line, n, path) for n, line in enumerate(file, 2))
    except UnicodeDecodeError as error:
        raise FormatError("this is not UTF-8", file=path) from error
    if len(words) != header["words"]:
        raise FormatError(
            f"the header announces {header['words']} words, the file has {len(words)}",
            file=path,
            remedy="It was cut off, or edited; count again.",
        )
    place = Place(path)
    return WordCounts(
        words,
        normalizer=_decode_normalizer(header["normalizer"], place.key("normalizer")),
        pre_tokenizer=PRE_TOKENIZERS.decode(header["pre_tokenizer"], place.key("pre_tokenizer")),
    )


def _encode_normalizer(normalizer: norm.Normalizer) -> Any:
    if not isinstance(normalizer, norm.SentencePieceText):
        return NORMALIZERS.encode(normalizer)
    values = {field.name: getattr(normalizer, field.name) for field in fields(normalizer)}
    values["charsmap"] = base64.b64encode(normalizer.charsmap).decode("ascii")
    return {"type": "SentencePieceText", **values}


def _decode_normalizer(data: Any, place: Place) -> norm.Normalizer:
    """sentencepiece's text rules are no component of a ``tokenizer.json``, but may be here."""
    if not isinstance(data, dict) or data.get("type") != "SentencePieceText":
        decoded: norm.Normalizer = NORMALIZERS.decode(data, place)
        return decoded
    values = {name: value for name, value in data.items() if name != "type"}
    kinds = dict.fromkeys(values, bool) | {"charsmap": str, "protected": list}
    names = {field.name for field in fields(norm.SentencePieceText)}
    if values.keys() != names or any(not isinstance(values[n], kinds[n]) for n in names):
        raise place.error(f"SentencePieceText has the fields {', '.join(sorted(names))}")
    if not all(isinstance(symbol, str) for symbol in values["protected"]):
        raise place.error("protected must be a list of strings")
    try:
        values["charsmap"] = base64.b64decode(values["charsmap"], validate=True)
    except ValueError:
        raise place.error("charsmap is not base64") from None
    return norm.SentencePieceText(**values | {"protected": tuple(values["protected"])})


def _read_header(file: IO[str], path: Path) -> dict[str, Any]:
    try:
        header = json.loads(file.readline(1 << 20))
    except UnicodeDecodeError:
        raise
    except (ValueError, RecursionError):
        header = None
    keys = {"format", "version", "normalizer", "pre_tokenizer", "words"}
    if not isinstance(header, dict) or header.get("format") != FORMAT or keys - header.keys():
        raise FormatError(
            "this is not a file of word counts",
            file=path,
            where="line 1",
            remedy="WordCounts.save writes one.",
        )
    if header["version"] != VERSION:
        raise FormatError(
            f"version {header['version']!r} of the format is unknown; known is {VERSION}",
            file=path,
            where="line 1",
        )
    return header


def _read_word(line: str, number: int, path: Path) -> tuple[str, int]:
    count, tab, rest = line.partition("\t")
    try:
        word = json.loads(rest) if rest.startswith('"') else None
    except ValueError:
        word = None
    if not (tab and count.isascii() and count.isdigit() and len(count) < 20) or word is None:
        raise FormatError(
            "expected a count, a tab, and a word in quotes", file=path, where=f"line {number}"
        )
    return word, int(count)
