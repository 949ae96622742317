"""tiktoken's rank files: byte strings and their ranks, from which alone no text can be encoded.

A line is a token in base64, white space, and its rank, which is its id; empty lines do not count.
Ranks may stand in any order and have holes, but neither a token nor a rank may be repeated, and
every single byte must be a token. The split pattern and the special tokens are not in the file: a
known one is recognised by its ranks (`known_ranks`), any other needs the caller's ``pattern=``.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Mapping
from typing import Any

from subwords.decoders import RawBytes
from subwords.errors import FormatError, UnsupportedError
from subwords.formats.json_reader import native
from subwords.formats.known_ranks import KNOWN, KnownRanks
from subwords.formats.loaded import Loaded
from subwords.formats.roles import infer_roles
from subwords.models import RankBPE
from subwords.patterns import Regex
from subwords.patterns.known import known_pattern, named_or_expression
from subwords.patterns.parser import parse
from subwords.pre_tokenizers import Split
from subwords.spec import AddedToken, Spec
from subwords.surrogates import refuse_surrogates
from subwords.tables import MAX_ID, Vocab, VocabTable

_REMEDY = "A line is a token in base64, a space and its rank: IQ== 0."
_SPACE = b" \t\r\v\f"
_SPACES = re.compile(rb"[ \t\r\v\f]+")


def read_ranks(data: bytes, file: object = None) -> VocabTable:
    """The ranks in the bytes of a rank file.

    Raises:
        FormatError: A line is wrong, or repeats a token or a rank; names the line.
    """
    if native is not None:
        vocab: VocabTable = native.read_ranks(data, file)
        return vocab
    return read_ranks_pure(data, file)


def read_ranks_pure(data: bytes, file: object = None) -> Vocab:
    """`read_ranks` without the extension."""
    entries: list[tuple[bytes, int]] = []
    lines: list[int] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        line = line.strip(_SPACE)  # noqa: PLW2901
        if not line:
            continue
        parts = _SPACES.split(line, maxsplit=1)
        if len(parts) != 2:
            raise _wrong("no rank stands after the token", number, file)
        entries.append((_token(parts[0], number, file), _rank(parts[1], number, file)))
        lines.append(number)
    for what, column in (("token", 0), ("rank", 1)):
        first: dict[Any, int] = {}
        for number, entry in zip(lines, entries, strict=True):
            seen = first.setdefault(entry[column], number)
            if seen != number:
                raise _wrong(
                    f"the {what} stands on line {seen} already",
                    number,
                    file,
                    "Remove one of the two.",
                )
    have = {token for token, _ in entries}
    for byte in range(256):
        if bytes((byte,)) not in have:
            raise FormatError(
                f"the single byte 0x{byte:02x} is no token, so not every text could be encoded",
                file=file,
                remedy="The file is cut short, or it is no rank file.",
            )
    return Vocab(entries)


def _token(text: bytes, number: int, file: object) -> bytes:
    try:
        token = base64.b64decode(text, validate=True)
    except binascii.Error:
        token = b""
    # The second test refuses left-over bits, which decoding drops.
    if not token or base64.b64encode(token) != text:
        raise _wrong("the token is not base64", number, file)
    return token


def _rank(text: bytes, number: int, file: object) -> int:
    rank = int(text) if text.isdigit() and len(text) <= 20 else -1
    if not 0 <= rank <= MAX_ID:
        raise _wrong(f"the rank is no number from 0 to {MAX_ID}", number, file)
    return rank


def _wrong(what: str, line: int, file: object, remedy: str = _REMEDY) -> FormatError:
    return FormatError(what, file=file, where=f"line {line}", remedy=remedy)


def rank_digest(vocab: VocabTable) -> str:
    """What identifies ranks, whatever the layout of their file, as 64 hexadecimal digits.

    The SHA-256 of, by ascending rank: the rank and the length of the token in bytes (both 32 bits,
    little-endian), then the token's bytes.
    """
    return hashlib.sha256(_image(vocab)).hexdigest()


def _image(vocab: VocabTable) -> bytes:
    if native is not None:
        image: bytes = native.rank_image(vocab)
        return image
    return rank_image_pure(vocab)


def rank_image_pure(vocab: VocabTable) -> bytes:
    """The bytes that `rank_digest` is of."""
    parts: list[bytes] = []
    for rank in sorted(id for _, id in vocab.items()):
        token = vocab.token_bytes(rank) or b""
        parts += rank.to_bytes(4, "little"), len(token).to_bytes(4, "little"), token
    return b"".join(parts)


def write_ranks(vocab: VocabTable) -> bytes:
    """The content of a rank file, by ascending rank."""
    lines = (
        base64.b64encode(vocab.token_bytes(rank) or b"") + b" %d\n" % rank
        for rank in sorted(id for _, id in vocab.items())
    )
    return b"".join(lines)


def rank_file_settings(spec: Spec) -> dict[str, Any]:
    """What of the spec is not in its rank file, for a ``tokenizer_config.json``.

    Nothing where the ranks are known and the spec is theirs.

    Raises:
        UnsupportedError: The spec is no tokenizer of a rank file.
    """
    model, split = rank_model(spec), rank_split(spec)
    expression = split.pattern.expression if isinstance(split.pattern, Regex) else ""
    tokens = {token.content: token.id for token in spec.added_tokens}
    known = KNOWN.get(rank_digest(model.vocab))
    stated = {"pattern": expression, "special_tokens": tokens}
    if known is not None:
        first = known[0]
        theirs = {"pattern": known_pattern(first.pattern), "special_tokens": dict(first.special)}
        if stated == theirs:
            return {}
    return {"tiktoken": stated}


def rank_model(spec: Spec) -> RankBPE:
    """The model of a tokenizer that its ranks, a split pattern and special tokens are all of.

    Raises:
        UnsupportedError: There is more to the spec, or less.
    """
    split = rank_split(spec)
    plain = Spec(spec.model, None, split, None, RawBytes(), spec.added_tokens, "tiktoken")
    added = all(token == _plain_added(token) for token in spec.added_tokens)
    if spec != plain or not isinstance(spec.model, RankBPE) or not added:
        raise UnsupportedError(
            'a rank file means "tiktoken" semantics: ranks, a split pattern and special tokens, '
            f"and nothing else; this is {spec!r}"
        )
    return spec.model


def rank_split(spec: Spec) -> Split:
    """The split of such a tokenizer; see `rank_model`."""
    split = spec.pre_tokenizer
    plain = isinstance(split, Split) and isinstance(split.pattern, Regex)
    if not plain or split != Split(split.pattern, "removed", invert=True):  # type: ignore[union-attr]
        raise UnsupportedError(
            'with "tiktoken" semantics a tokenizer cuts at the matches of one regular expression, '
            f"not with {split!r}"
        )
    assert isinstance(split, Split)
    return split


def _plain_added(token: AddedToken) -> AddedToken:
    return AddedToken(token.content, token.id, special=True, normalized=False)


def load_rank_file(
    data: bytes,
    file: object = None,
    *,
    pattern: str | None = None,
    special_tokens: Mapping[str, int] | None = None,
) -> Loaded:
    """Read the content of a rank file.

    Special tokens exist, but are recognised in text only where ``allowed_special`` names them.

    Args:
        data: The file's bytes.
        file: Its name for messages.
        pattern: A regular expression, or the name of a known one or of a known encoding. None: that
            of a known file.
        special_tokens: Further special tokens and their ids; they replace known ones of these ids.

    Raises:
        FormatError: The file is damaged (names the line), or nothing says how text is cut.
        TypeError, ValueError: `pattern` is no `str`, or empty, or a word that names no known one.
        PatternError: `pattern` is no regular expression, or one that cannot be carried out exactly.
    """
    if pattern is not None and not isinstance(pattern, str):
        raise TypeError(f"pattern must be a str, not {type(pattern).__name__}")
    if pattern == "":
        raise ValueError("pattern is empty: it would match no text, and all of it be dropped")
    vocab = read_ranks(data, file)
    digest = rank_digest(vocab)
    known = _choose(KNOWN.get(digest, ()), pattern)
    if known is None and pattern is None:
        raise FormatError(
            "these ranks are not known, and a rank file does not say how text is cut",
            file=file,
            remedy='Pass pattern=, a regular expression or a known name such as "llama-4", '
            '"kimi-k2" or "o200k_base" (and special_tokens={"<|end|>": id} where there are any).',
        )
    if known is not None and (pattern is None or pattern.lower() == known.name):
        expression = known_pattern(known.pattern)
    else:
        expression = named_or_expression(pattern or "")
    assert expression is not None
    if pattern is not None:
        parse(expression, "fancy")  # engines compile late; a wrong expression is named at once
    added = _added(known, special_tokens or {}, vocab, file)
    spec = Spec(
        model=RankBPE(vocab),
        pre_tokenizer=Split(Regex(expression), "removed", invert=True),
        decoder=RawBytes(),
        added_tokens=added,
        semantics="tiktoken",
    )
    metadata = {"ranks": {"sha256": digest, "name": known.name if known else None}}
    return Loaded(spec, metadata, infer_roles(spec))


def _choose(known: tuple[KnownRanks, ...], pattern: str | None) -> KnownRanks | None:
    """The encoding that `pattern` names, else the first."""
    named = [one for one in known if pattern is not None and one.name == pattern.lower()]
    return next(iter(named or known), None)


def _added(
    known: KnownRanks | None, further: Mapping[str, int], vocab: VocabTable, file: object
) -> tuple[AddedToken, ...]:
    """The special tokens by ascending id; those the caller gives win."""
    for content, id in further.items():
        if not isinstance(content, str) or isinstance(id, bool) or not isinstance(id, int):
            raise TypeError("special_tokens must map tokens (str) to ids (int)")
        refuse_surrogates("a special token", content)
        if not content or not 0 <= id <= MAX_ID:
            raise ValueError(f"special token {content!r} cannot have id {id}")
        owner = vocab.token_bytes(id)
        if owner is not None and owner != content.encode():
            raise FormatError(
                f"special_tokens gives {content!r} the id {id}, the rank of {owner!r}", file=file
            )
    taken = set(further.values())
    tokens = {} if known is None else known.special
    merged = {token: id for token, id in tokens.items() if id not in taken} | dict(further)
    return tuple(
        AddedToken(content, id, special=True, normalized=False)
        for content, id in sorted(merged.items(), key=lambda item: item[1])
    )
