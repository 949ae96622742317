"""From a text to the words that sentencepiece's trainers count, in the readable way.

The map replaces the longest key at every place, user-defined symbols excepted; then spaces are
tidied, the dummy prefix is put on, and a space becomes ▁. Training counts each different text once,
so that this need not be fast.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import lru_cache

from subwords.normalizers import SentencePieceText
from subwords.training.sentencepiece_options import SPACE


def normalized(text: str, rules: SentencePieceText) -> str:
    """The text as a trained tokenizer's model will see it."""
    if not text:
        return ""
    mapped = "".join(_mapped(text, rules))
    if rules.remove_extra_whitespaces:
        mapped = " ".join(filter(None, mapped.split(" ")))
        if not mapped:
            return ""
    space = SPACE if rules.escape_whitespaces else " "
    if rules.add_dummy_prefix:
        mapped = mapped + " " if rules.suffix else " " + mapped
    mapped = mapped.replace(" ", space)
    if rules.remove_extra_whitespaces:
        end = rules.suffix and rules.add_dummy_prefix
        mapped = mapped.rstrip(space) + (space if end else "")
    return mapped


def words_of(text: str, *, split: bool, suffix: bool) -> Iterator[str]:
    """Cut normalized text before each ▁ (after it with `suffix`); all of it without `split`."""
    if not split:
        yield text
        return
    parts = text.split(SPACE)
    if suffix:
        yield from (part + SPACE for part in parts[:-1])
        yield parts[-1]
    else:
        yield parts[0]
        yield from (SPACE + part for part in parts[1:])


def _mapped(text: str, rules: SentencePieceText) -> Iterator[str]:
    replacements = _charsmap(rules.charsmap)
    symbols = sorted(rules.protected, key=len, reverse=True)
    at = 0
    while at < len(text):
        symbol = next((s for s in symbols if text.startswith(s, at)), "")
        if symbol:
            yield symbol
            at += len(symbol)
            continue
        used, replacement = replacements.longest(text, at)
        yield replacement if used else text[at]
        at += used or 1


class _CharsMap:
    """The compiled map, walked byte by byte; `training.charsmap` says how it is laid out."""

    def __init__(self, data: bytes) -> None:
        size = struct.unpack_from("<I", data)[0] if data else 0
        self.units = struct.unpack_from(f"<{size // 4}I", data, 4) if data else ()
        self.texts = data[4 + size :]

    def longest(self, text: str, at: int) -> tuple[int, str]:
        """How many characters the longest key at this place has, and what replaces it."""
        found = (0, "")
        if not self.units:
            return found
        node = _distance(self.units[0])
        for end in range(at, len(text)):
            for byte in text[end].encode():
                node ^= byte
                if node >= len(self.units) or self.units[node] & 0x800000FF != byte:
                    return found
                unit = self.units[node]
                node ^= _distance(unit)
            if unit & 256:
                start = self.units[node] & 0x7FFFFFFF
                stop = self.texts.index(b"\0", start)
                found = (end + 1 - at, self.texts[start:stop].decode())
        return found


def _distance(unit: int) -> int:
    return (unit >> 10) << ((unit & 512) >> 6)


@lru_cache(maxsize=8)
def _charsmap(data: bytes) -> _CharsMap:
    return _CharsMap(data)
