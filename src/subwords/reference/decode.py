"""Reference decoders: how tokens become text again.

A decoder rewrites a list of tokens; what the last one leaves is joined. The rules are those of the
published library, learned by running it, where it gives an answer at all.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from subwords.decoders import (
    BPE,
    CTC,
    ByteFallback,
    ByteLevel,
    Decoder,
    Fuse,
    Metaspace,
    RawBytes,
    Replace,
    SentencePiece,
    Sequence,
    Strip,
    WordPiece,
)
from subwords.errors import UnsupportedError
from subwords.patterns import Regex
from subwords.patterns.parser import parse
from subwords.patterns.tree import Node
from subwords.reference.byte_alphabet import BYTES
from subwords.reference.match import find_all
from subwords.reference.sentencepiece_decode import sentencepiece_decode

CLEANUPS = (
    (" .", "."),
    (" ?", "?"),
    (" !", "!"),
    (" ,", ","),
    (" ' ", "'"),
    (" n't", "n't"),
    (" 'm", "'m"),
    (" do not", " don't"),
    (" 's", "'s"),
    (" 've", "'ve"),
    (" 're", "'re"),
)
"""What `cleanup` replaces, one after the other, within one token and the space before it."""


def decode(decoder: Decoder | None, tokens: list[str]) -> str:
    """Join tokens into a text.

    Args:
        decoder: How; None joins with spaces.
        tokens: The tokens as the vocabulary spells them; for `RawBytes` with bytes that are no
            UTF-8 as surrogates (``errors="surrogateescape"``).

    Raises:
        UnsupportedError: The component cannot be carried out exactly.
    """
    if decoder is None:
        return " ".join(tokens)
    return "".join(decode_chain(decoder, tokens))


def decode_chain(decoder: Decoder, tokens: list[str]) -> list[str]:
    """Rewrite a list of tokens with one decoder, or a sequence of them."""
    if isinstance(decoder, Sequence):
        for step in decoder.decoders:
            tokens = decode_chain(step, tokens)
        return tokens
    rewrite = _REWRITES.get(type(decoder))
    if rewrite is None:
        raise UnsupportedError(f"{type(decoder).__name__} is no decoder that this version knows")
    return rewrite(decoder, tokens)


def _word_piece(decoder: WordPiece, tokens: list[str]) -> list[str]:
    out = []
    for i, token in enumerate(tokens):
        if i == 0:
            piece = token
        elif token.startswith(decoder.prefix):
            piece = token[len(decoder.prefix) :]
        else:
            piece = " " + token
        out.append(_clean_up(piece) if decoder.cleanup else piece)
    return out


def _clean_up(text: str) -> str:
    for spaced, closed in CLEANUPS:
        text = text.replace(spaced, closed)
    return text


def _bpe(decoder: BPE, tokens: list[str]) -> list[str]:
    spaced = [token.replace(decoder.suffix, " ") for token in tokens[:-1]]
    return spaced + [token.replace(decoder.suffix, "") for token in tokens[-1:]]


def spelled_bytes(token: str) -> bytes:
    """The bytes of a token of the byte-level alphabet.

    A token with any character outside the alphabet is text that was never spelled in it.
    """
    if all(c in BYTES for c in token):
        return bytes(BYTES[c] for c in token)
    return token.encode("utf-8", "surrogateescape")


def _byte_level(decoder: ByteLevel, tokens: list[str]) -> list[str]:
    return [b"".join(map(spelled_bytes, tokens)).decode("utf-8", errors="replace")]


def _metaspace(decoder: Metaspace, tokens: list[str]) -> list[str]:
    # The first token loses every ▁, not only the one at its start; so it is published.
    first = " " if decoder.prepend_scheme == "never" else ""
    return [
        token.replace(decoder.replacement, " " if i else first) for i, token in enumerate(tokens)
    ]


def _replace(decoder: Replace, tokens: list[str]) -> list[str]:
    # Nothing is found in an empty token, not even the empty pattern.
    if isinstance(decoder.pattern, Regex):
        pattern = parse(decoder.pattern.expression, "oniguruma")
        return [token and _put_in(pattern, decoder.content, token) for token in tokens]
    return [token and token.replace(decoder.pattern, decoder.content) for token in tokens]


def _put_in(pattern: Node, content: str, token: str) -> str:
    """The token with the content in place of every match; an empty match takes it too."""
    out, done = [], 0
    for begin, end in find_all(pattern, token):
        out += [token[done:begin], content]
        done = end
    return "".join(out) + token[done:]


def _strip(decoder: Strip, tokens: list[str]) -> list[str]:
    out = []
    for token in tokens:
        # Both ends count on the whole token: nothing is left where they take the same characters.
        begin, end = 0, len(token)
        for _ in range(decoder.start):
            if not token.startswith(decoder.content, begin):
                break
            begin += len(decoder.content)
        for _ in range(decoder.stop):
            if not token.endswith(decoder.content, 0, end):
                break
            end -= len(decoder.content)
        out.append(token[begin:end])
    return out


def byte_of(token: str) -> int | None:
    """The byte that a token like ``<0x41>`` stands for, or None.

    A plus sign and one digit pass too (``<0x+1>``), as published.
    """
    if len(token) != len("<0x00>") or not (token.startswith("<0x") and token.endswith(">")):
        return None
    digits = token[3:5].removeprefix("+")
    return int(digits, 16) if all(c in "0123456789abcdefABCDEF" for c in digits) else None


def _byte_fallback(decoder: ByteFallback, tokens: list[str]) -> list[str]:
    out: list[str] = []
    for is_text, run in groupby(tokens, key=lambda token: byte_of(token) is None):
        if is_text:
            out += run
            continue
        spelled = bytes(byte for byte in map(byte_of, run) if byte is not None)
        try:
            out.append(spelled.decode("utf-8"))
        except UnicodeDecodeError:
            out += ["\ufffd"] * len(spelled)
    return out


def _fuse(decoder: Fuse, tokens: list[str]) -> list[str]:
    return ["".join(tokens)]


def _ctc(decoder: CTC, tokens: list[str]) -> list[str]:
    out = []
    for token, _ in groupby(tokens):
        piece = token.replace(decoder.pad_token, "")
        if decoder.cleanup:
            piece = _clean_up(piece).replace(decoder.word_delimiter_token, " ")
        if piece:
            out.append(piece)
    return out


def _raw_bytes(decoder: RawBytes, tokens: list[str]) -> list[str]:
    # What was no UTF-8 in a stored token comes as surrogates, one per byte.
    return ["".join(tokens).encode("utf-8", "surrogateescape").decode("utf-8", "replace")]


def _sentencepiece(decoder: SentencePiece, tokens: list[str]) -> list[str]:
    return [sentencepiece_decode(decoder, tokens)]


_REWRITES: dict[type[Decoder], Callable[..., list[str]]] = {
    BPE: _bpe,
    ByteFallback: _byte_fallback,
    ByteLevel: _byte_level,
    CTC: _ctc,
    Fuse: _fuse,
    Metaspace: _metaspace,
    RawBytes: _raw_bytes,
    Replace: _replace,
    SentencePiece: _sentencepiece,
    Strip: _strip,
    WordPiece: _word_piece,
}
