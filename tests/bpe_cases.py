"""BPE models made at random, and text that brings out their corners."""

from __future__ import annotations

import random
import struct
from typing import Any

from subwords.models import BPE, RankBPE, SentencePieceBPE
from subwords.tables import Merges, Pieces, Vocab

LETTERS = "abcé日😀"
BYTE_TOKENS = [f"<0x{byte:02X}>" for byte in range(256)]


def random_bpe(rng: random.Random) -> BPE:
    """A BPE model with random merges and options; every part of a merge is a token."""
    prefix = rng.choice(["", "", "#", "##", "é"])
    suffix = rng.choice(["", "", "</w>", "a"])
    letters = rng.sample(LETTERS, rng.randint(2, 6))
    byte_fallback = rng.random() < 0.4
    tokens: dict[str, None] = dict.fromkeys(letters)
    for letter in letters:
        for form in (prefix + letter, letter + suffix, prefix + letter + suffix):
            if rng.random() < 0.9:
                tokens[form] = None
    if byte_fallback:
        some = BYTE_TOKENS if rng.random() < 0.5 else rng.sample(BYTE_TOKENS, 200)
        tokens.update(dict.fromkeys(some))
    unk = rng.choice([None, "<unk>", letters[0], "ab"])
    if unk is not None:
        tokens[unk] = None
    merges: list[tuple[str, str]] = []
    for _ in range(rng.randint(0, 25)):
        left, right = rng.choices(list(tokens)[:60], k=2)
        right = right if right.startswith(prefix) else prefix + right
        if right in tokens:
            merges.append((left, right))
            tokens[left + right[len(prefix) :]] = None
    if merges and rng.random() < 0.3:
        merges.append(rng.choice(merges))  # the last rank counts
    ids = list(range(len(tokens)))
    rng.shuffle(ids)
    return BPE(
        Vocab(zip(tokens, ids, strict=True)),
        Merges(merges),
        unk,
        prefix,
        suffix,
        fuse_unk=rng.random() < 0.5,
        byte_fallback=byte_fallback,
        ignore_merges=rng.random() < 0.3,
    )


def random_word(rng: random.Random, letters: str = LETTERS + "xﬁÿ", longest: int = 12) -> str:
    """A word (not empty) of few letters, so that merges apply."""
    some = rng.choices(letters, k=rng.choice([1, 2, 3, len(letters)]))
    return "".join(rng.choices(some, k=rng.randint(1, longest)))


def random_ranks(rng: random.Random, count: int = 200) -> RankBPE:
    """A rank vocabulary: all bytes in random order, then random joins of tokens there are."""
    text = "aaabbc é日😀".encode()
    tokens = [bytes((byte,)) for byte in range(256)]
    rng.shuffle(tokens)
    there = set(tokens)
    parts = [bytes((byte,)) for byte in text]
    while len(tokens) < 256 + count:
        joined = rng.choice(parts) + rng.choice(parts)
        if joined not in there and len(joined) < 12:
            there.add(joined)
            tokens.append(joined)
            parts.append(joined)
    if rng.random() < 0.5:  # tokens that no merge makes, and ranks out of order
        head, tail = tokens[:256], tokens[256:]
        rng.shuffle(tail)
        tokens = head + tail[: rng.randint(1, len(tail))]
    return RankBPE(Vocab((token, id) for id, token in enumerate(tokens)))


def random_pieces(rng: random.Random) -> SentencePieceBPE:
    """A sentencepiece model with pieces of every type."""
    byte_fallback = rng.random() < 0.4
    rows: dict[str, tuple[float, str]] = {"<unk>": (0.0, "unknown"), "<s>": (0.0, "control")}
    if byte_fallback:
        rows.update(dict.fromkeys(BYTE_TOKENS, (0.0, "byte")))
    parts = rng.sample(LETTERS + "▁", 5)
    for part in parts:
        if rng.random() < 0.8:
            rows[part] = (-float(rng.randint(5, 9)), rng.choice(["normal"] * 9 + ["unused"]))
    unused = rng.choice([0.0, 0.0, 0.2])
    for _ in range(rng.randint(0, 40)):
        joined = rng.choice(parts) + rng.choice(parts)
        if len(joined) < 9 and joined not in rows:
            kind = "unused" if rng.random() < unused else "normal"
            if rng.random() < 0.06:
                kind = rng.choice(["user_defined", "control"])
            rows[joined] = (-float(rng.randint(0, 6)), kind)
            parts.append(joined)
    return SentencePieceBPE(
        Pieces(
            ((piece, score) for piece, (score, _) in rows.items()), [k for _, k in rows.values()]
        ),
        0,
        byte_fallback,
    )


_TYPES = ["", "normal", "unknown", "control", "user_defined", "unused", "byte"]


def sentencepiece_file(model: SentencePieceBPE) -> bytes:
    """The model as a ``.model`` file without any normalization."""
    out = b""
    for id in range(len(model.pieces)):
        piece = _bytes(1, model.pieces.piece_bytes(id))
        piece += _varint(2 << 3 | 5) + struct.pack("<f", model.pieces.score(id))
        piece += _number(3, _TYPES.index(model.pieces.type(id)))
        out += _bytes(1, piece)
    trainer = _number(3, 2) + _number(35, int(model.byte_fallback)) + _number(40, model.unk_id)
    normalizer = _bytes(1, b"identity") + _number(3, 0) + _number(4, 0) + _number(5, 1)
    return out + _bytes(2, trainer) + _bytes(3, normalizer)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def huggingface_bpe(model: BPE, **options: Any) -> Any:
    """The model as the published library has it."""
    from tokenizers import Tokenizer
    from tokenizers.models import BPE as Published

    named = {
        "unk_token": model.unk_token,
        "continuing_subword_prefix": model.continuing_prefix,
        "end_of_word_suffix": model.end_of_word_suffix,
    }
    options.update({name: value for name, value in named.items() if value})
    for name in ("fuse_unk", "byte_fallback", "ignore_merges"):
        options[name] = getattr(model, name)
    return Tokenizer(Published(vocab=model.vocab.to_dict(), merges=list(model.merges), **options))
