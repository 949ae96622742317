"""How sentencepiece turns pieces back into text.

Pieces are joined, each ▁ read as a space. Control pieces become nothing and the unknown piece its
surface. While there is no text yet, a ▁ that a piece begins with is taken for the dummy prefix:
the first one, or all of them where extra white space is removed. A run of byte pieces is read as
UTF-8, every byte that is part of no character as U+FFFD.
"""

from __future__ import annotations

import codecs
import re

from subwords.decoders import SentencePiece
from subwords.reference.aligned import AlignedText
from subwords.reference.sentencepiece_text import SPACE_SYMBOL, sentencepiece_text

_BYTE_PIECE = re.compile("<0x([0-9A-F]{2})>")
REPLACEMENT = "\ufffd"
ONE_BYTE = "subwords.one_byte"
"""How errors in UTF-8 are dealt with: each byte that is part of no character is U+FFFD."""


def sentencepiece_decode(decoder: SentencePiece, tokens: list[str]) -> str:
    """The text that some pieces spell."""
    reader = PieceReader(decoder)
    text = "".join(map(reader.take, tokens)) + reader.end()
    if decoder.denormalizer is not None:
        text = sentencepiece_text(decoder.denormalizer, AlignedText.from_str(text)).text
    return text


class PieceReader:
    """Turns pieces into text one at a time, before any denormalizer.

    Args:
        decoder: By which rules.
    """

    def __init__(self, decoder: SentencePiece) -> None:
        self._decoder = decoder
        self._control = frozenset(decoder.control)
        self._bytes = codecs.getincrementaldecoder("utf-8")(ONE_BYTE)
        self._at_start = decoder.add_dummy_prefix or decoder.remove_extra_whitespaces
        self._prefix_is_gone = False

    def take(self, token: str) -> str:
        """Read one more piece; the text that is now certain."""
        if self._decoder.byte_pieces and (byte := _BYTE_PIECE.fullmatch(token)):
            return self._note(self._bytes.decode(bytes.fromhex(byte[1])))
        return self.end() + self._note(self._read(token))

    def end(self) -> str:
        """What is left of a run of bytes."""
        text = self._note(self._bytes.decode(b"", final=True))
        self._bytes.reset()
        return text

    def _read(self, token: str) -> str:
        self._at_start = self._at_start and not self._prefix_is_gone
        self._prefix_is_gone = False
        if token in self._control:
            return ""
        if token == self._decoder.unk_piece:
            return self._decoder.unk_surface
        if self._at_start and token.startswith(SPACE_SYMBOL):
            token = token[1:]
            self._prefix_is_gone = not self._decoder.remove_extra_whitespaces
        return token.replace(SPACE_SYMBOL, " ")

    def _note(self, text: str) -> str:
        self._at_start = self._at_start and not text
        return text


def _replace_one_byte(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return REPLACEMENT, error.start + 1


codecs.register_error(ONE_BYTE, _replace_one_byte)
