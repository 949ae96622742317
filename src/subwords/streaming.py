"""`DecoderStream`: text from ids that arrive one at a time.

The law: what `step` returned for every id, and then `flush`, joined, is what `decode` gives for all
ids at once. So `step` holds back what later ids may still change: the bytes of an unfinished
character, a run of byte tokens, or, for the rare decoder that looks at the whole text, everything.

Where a decoder turns tokens into bytes, or pieces into text, one after the other, the stream does
just that. For any other, each step decodes only the ids since the last stretch that ended
cleanly, after that stretch, which gives the decoder the context it needs (is this the first
token?) at a bounded cost.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from subwords import decoders
from subwords.decoded import DecodedTokens
from subwords.reference.decode import spelled_bytes
from subwords.reference.sentencepiece_decode import PieceReader
from subwords.spec import Spec

if TYPE_CHECKING:
    from subwords.tokenizer import Tokenizer

_BYTE_TOKEN = re.compile("<0x[0-9A-Fa-f]{2}>")


class DecoderStream:
    """Decodes ids one at a time; made by `Tokenizer.decoder_stream`.

    Args:
        tokenizer: Whose ids these are.
        skip_special_tokens: Leave special tokens out, as `decode` does.
    """

    def __init__(self, tokenizer: Tokenizer, skip_special_tokens: bool = True) -> None:
        parts = tokenizer._parts
        self._parts, self._skip = parts, skip_special_tokens
        self._chain = _chain(parts.spec.decoder)
        self._whole = _looks_at_whole_text(self._chain)
        self._has_byte_runs = any(isinstance(d, decoders.ByteFallback) for d in self._chain)
        self._strips = any(isinstance(d, decoders.Strip) and d.start > 0 for d in self._chain)
        self._decoded = DecodedTokens(parts.spec, parts.lookup)
        self._reset()

    def _reset(self) -> None:
        self._reader = _reader(self._chain)
        self._anchor: list[int] = []
        self._anchor_text = ""
        self._pending: list[int] = []
        self._given = 0  # characters of the text after the anchor that were handed out

    def step(self, id: int) -> str:
        """Take one more id and return the text that is now certain, often "".

        Raises:
            UnknownIdError: No token has this id; the stream goes on as if it had not come.
        """
        [id] = self._parts.check_ids([id])
        token = self._decoded.text(id)
        if self._skip and self._decoded.is_special(id):
            return ""
        if self._reader is not None:
            return self._reader.take(token)
        self._pending.append(id)
        if self._whole or (self._has_byte_runs and _BYTE_TOKEN.fullmatch(token)):
            return ""
        text = self._text()
        if text.endswith("\ufffd"):
            return ""  # an unfinished character
        fresh = text[self._given :]
        self._move_anchor()
        return fresh

    def flush(self) -> str:
        """Return what was held back, unfinished characters as U+FFFD, and begin anew."""
        if self._reader is not None:
            fresh = self._reader.end()
        else:
            fresh = self._text()[self._given :]
        self._reset()
        return fresh

    def _text(self) -> str:
        """The text of the pending ids, as it reads after the anchor."""
        both = self._decode(self._anchor + self._pending)
        return both[len(self._anchor_text) :]

    def _move_anchor(self) -> None:
        text = self._decode(self._pending)
        if not self._strips or text.strip():  # else the decoder may eat it at the start
            self._anchor, self._anchor_text = self._pending, text
            self._pending, self._given = [], 0
        else:
            self._given = len(self._text())

    def _decode(self, ids: list[int]) -> str:
        return self._parts.engine.decode(ids, False)


class _Reader(Protocol):
    """Turns tokens into text one at a time."""

    def take(self, token: str) -> str:
        """The text that is certain after one more token."""

    def end(self) -> str:
        """The rest."""


class _ByteReader:
    """Reads tokens as bytes; an unfinished character waits."""

    def __init__(self, bytes_of: Callable[[str], bytes]) -> None:
        self._bytes_of = bytes_of
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")

    def take(self, token: str) -> str:
        return self._utf8.decode(self._bytes_of(token))

    def end(self) -> str:
        return self._utf8.decode(b"", final=True)


def _reader(chain: list[decoders.Decoder]) -> _Reader | None:
    match chain:
        case [decoders.ByteLevel()]:
            return _ByteReader(spelled_bytes)
        case [decoders.RawBytes()]:
            return _ByteReader(lambda token: token.encode("utf-8", "surrogateescape"))
        case [decoders.SentencePiece(denormalizer=None) as decoder]:
            return PieceReader(decoder)
    return None


def _chain(decoder: decoders.Decoder | None) -> list[decoders.Decoder]:
    if isinstance(decoder, decoders.Sequence):
        return [inner for part in decoder.decoders for inner in _chain(part)]
    return [] if decoder is None else [decoder]


def _looks_at_whole_text(chain: list[decoders.Decoder]) -> bool:
    fused = False
    for decoder in chain:
        if isinstance(decoder, (decoders.CTC, decoders.RawBytes, decoders.SentencePiece)):
            return True
        if fused and (
            isinstance(decoder, decoders.Replace)
            or (isinstance(decoder, decoders.Strip) and decoder.stop > 0)
        ):
            return True
        fused = fused or isinstance(decoder, decoders.Fuse)
    return False


def is_byte_level(spec: Spec) -> bool:
    """Whether the tokens of a spec are spelled in the byte-level alphabet."""
    return any(isinstance(decoder, decoders.ByteLevel) for decoder in _chain(spec.decoder))
