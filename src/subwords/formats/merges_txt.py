"""GPT-2's ``vocab.json`` and ``merges.txt``: a byte-level BPE in two files."""

from __future__ import annotations

import re

from subwords.decoders import ByteLevel as ByteLevelDecoder
from subwords.errors import FormatError
from subwords.formats.components.models import check_merges
from subwords.formats.json_reader import read_json
from subwords.formats.json_writer import json_token
from subwords.formats.loaded import Loaded
from subwords.formats.place import Place
from subwords.formats.roles import infer_roles
from subwords.formats.source import decode_utf8
from subwords.models import BPE
from subwords.post_processors import ByteLevel as ByteLevelPost
from subwords.pre_tokenizers import ByteLevel
from subwords.spec import AddedToken, Spec
from subwords.tables import Merges, MergesTable, VocabTable

_END = "<|endoftext|>"
_BREAKS = re.compile(r"[ \n\r]")


def read_vocab_json(data: bytes, file: object) -> VocabTable:
    """The vocabulary in the bytes of a ``vocab.json``.

    Raises:
        FormatError: Not an object from token to id.
    """
    vocab = read_json(data, file, "vocab")
    if not isinstance(vocab, VocabTable):
        raise Place(file).expected("an object from token to id", vocab)
    return vocab


def read_merges_txt(data: bytes, file: object) -> Merges:
    """The merges in the bytes of a ``merges.txt``.

    Raises:
        FormatError: A line is not two tokens with one space between (names the line).
    """
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(decode_utf8(data, file).split("\n"), 1):
        line = line.removesuffix("\r")  # noqa: PLW2901
        if not line or line.startswith("#version"):
            continue
        parts = line.split(" ")
        if len(parts) != 2:
            raise FormatError(
                f"{line!r} does not have exactly one space",
                file=file,
                where=f"line {number}",
                remedy='A merge is "left right".',
            )
        pairs.append((parts[0], parts[1]))
    return Merges(pairs)


def gpt2_spec(vocab: VocabTable, merges: Merges, file: object) -> Loaded:
    """GPT-2's pipeline around a vocabulary and merges, as published for GPT-2 itself."""
    model = BPE(vocab, merges)
    check_merges(model, Place(file))
    end = vocab.get(_END)
    spec = Spec(
        model=model,
        pre_tokenizer=ByteLevel(add_prefix_space=False, trim_offsets=True),
        post_processor=ByteLevelPost(add_prefix_space=True, trim_offsets=False),
        decoder=ByteLevelDecoder(),
        added_tokens=() if end is None else (AddedToken(_END, end, special=True),),
    )
    return Loaded(spec, {}, infer_roles(spec))


def write_vocab_json(vocab: VocabTable) -> str:
    """The content of a ``vocab.json``, by ascending id.

    Raises:
        UnsupportedError: A token is not UTF-8.
    """
    ids = sorted(id for _, id in vocab.items())
    return "{" + ",".join(f"{json_token(vocab.token_bytes(id))}:{id}" for id in ids) + "}"


def write_merges_txt(merges: MergesTable) -> str | None:
    """The content of a ``merges.txt``; None where this format cannot express the merges."""
    lines = ["#version: 0.2"]
    for left, right in merges:
        if not left or not right or left.startswith("#version") or _BREAKS.search(left + right):
            return None
        lines.append(f"{left} {right}")
    return "\n".join(lines) + "\n"
