"""BERT's ``vocab.txt``: one piece per line, the line number (from 0) is the id.

As in the published library, white space at the end of a line does not count (so CRLF line ends
do no harm), a leading byte order mark becomes part of the first piece (with a warning here), and
of several empty lines the last gives the id of the empty piece. A repeated piece, of which that
library keeps the last, raises.
"""

from __future__ import annotations

import warnings

from subwords.errors import FormatError
from subwords.formats.json_reader import native
from subwords.formats.source import decode_utf8
from subwords.tables import Vocab, VocabTable

WHITE_SPACE = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    "\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's White_Space, which the published library trims from the end of a line."""


def read_vocab_txt(data: bytes, file: object = None) -> VocabTable:
    """The vocabulary in the bytes of a ``vocab.txt``.

    Raises:
        FormatError: Not UTF-8 (names the byte), or a piece is repeated (names both lines).
    """
    if data.startswith(b"\xef\xbb\xbf"):
        warnings.warn(
            f"{file or 'vocab.txt'}: byte 0: a byte order mark stands before the first piece and "
            "becomes part of it, as in the published library; save the file without BOM",
            stacklevel=4,
        )
    if native is not None:
        vocab: VocabTable = native.read_vocab_txt(data, file)
        return vocab
    return read_vocab_txt_pure(data, file)


def read_vocab_txt_pure(data: bytes, file: object = None) -> Vocab:
    """`read_vocab_txt` without the extension."""
    lines = decode_utf8(data, file).split("\n")
    if not lines[-1]:
        lines.pop()
    ids: dict[str, int] = {}
    for id, line in enumerate(lines):
        piece = line.rstrip(WHITE_SPACE)
        if piece and piece in ids:
            raise repeated_piece(piece, ids[piece], id, file)
        ids[piece] = id
    return Vocab(sorted(ids.items(), key=lambda item: item[1]))


def repeated_piece(piece: str, first: int, second: int, file: object) -> FormatError:
    """The error for a piece that stands on two lines; ids are line numbers from 0."""
    return FormatError(
        f"the piece {piece!r} stands on line {first + 1} already",
        file=file,
        where=f"line {second + 1}",
        remedy="Remove or rename one of the two; a removed line must stay as [unusedN], since "
        "the line number is the id.",
    )


def write_vocab_txt(vocab: VocabTable) -> str | None:
    """The content of a ``vocab.txt``; None where this format cannot express the vocabulary."""
    size = len(vocab)
    if vocab.max_id + 1 != size:
        return None
    tokens: list[str] = []
    for id in range(size):
        token = vocab.token(id)
        if token is None or "\n" in token or token != token.rstrip(WHITE_SPACE):
            return None
        if not token and id + 1 == size:
            return None
        tokens.append(token)
    return "".join(token + "\n" for token in tokens)
