"""From learned pieces to the table of a SentencePiece model, and to its spec."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import Any

from subwords import decoders, models
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import Pieces
from subwords.training.sentencepiece_options import BYTES, SentencePieceOptions, meta_pieces


def room_for_learned(options: SentencePieceOptions) -> int:
    """How many pieces of text the vocabulary can hold."""
    return options.vocab_size - len(meta_pieces(options))


def learnable(pieces: Iterable[str], options: SentencePieceOptions) -> list[str]:
    """The pieces without those that have the name of a symbol or a byte."""
    names = {*BYTES, *(name for name, _ in meta_pieces(options).values())}
    return [piece for piece in pieces if piece not in names]


def check_room(options: SentencePieceOptions, required: Mapping[str, int]) -> None:
    """Refuse a vocabulary without room for the symbols and the characters that are required.

    Raises:
        ValueError: It says how many are needed.
    """
    meta, letters = meta_pieces(options), learnable(required, options)
    needed = len(meta) + len(letters)
    if needed > options.vocab_size:
        raise ValueError(
            f"vocab_size={options.vocab_size} is too small: {len(meta)} symbols and "
            f"{len(letters)} required characters take {needed} places. Ask for at least {needed}, "
            "or lower character_coverage"
        )
    for role, id, _ in options.roles():
        if id >= options.vocab_size:
            raise ValueError(
                f"{role}_id={id} is no id of a vocabulary of {options.vocab_size} pieces"
            )


def check_size(options: SentencePieceOptions, learned: int) -> None:
    """Refuse a vocabulary that the data cannot fill.

    Args:
        options: What was asked for.
        learned: How many pieces of text there are.

    Raises:
        ValueError: It states the largest size possible.
    """
    largest = len(meta_pieces(options)) + learned
    if largest < options.vocab_size:
        raise ValueError(
            f"vocab_size={options.vocab_size:,} is more than the data supports: the largest "
            f"possible is {largest:,}. Ask for at most that, or train on more text"
        )


def single(score: float) -> float:
    """A score as the file holds it, in 32 bits."""
    return float(struct.unpack("<f", struct.pack("<f", score))[0])


def piece_table(learned: Iterable[tuple[str, float]], options: SentencePieceOptions) -> Pieces:
    """The whole table: learned pieces, in order, in the places that the symbols leave free.

    Raises:
        ValueError: There are too few pieces for the id of unk, bos, eos or pad.
    """
    meta = meta_pieces(options)
    pieces = list(learned)
    rows: list[tuple[str, float]] = []
    kinds: list[str] = []
    rest = iter(pieces)
    size = len(meta) + len(pieces)
    for role, id, _ in options.roles():
        if id >= size:
            raise ValueError(f"{role}_id={id} is no id of a vocabulary of {size} pieces")
    for id in range(size):
        if id in meta:
            rows.append((meta[id][0], 0.0))
            kinds.append(meta[id][1])
        else:
            rows.append(next(rest))
            kinds.append("normal")
    return Pieces(rows, kinds)


def sentencepiece_spec(
    model: models.Unigram | models.SentencePieceBPE, options: SentencePieceOptions
) -> Spec:
    """The spec of a trained model: its text rules before it, their reversal after it."""
    control = [piece for piece, kind in meta_pieces(options).values() if kind == "control"]
    return Spec(
        model=model,
        normalizer=options.normalizer(),
        decoder=decoders.SentencePiece(
            add_dummy_prefix=options.add_dummy_prefix,
            remove_extra_whitespaces=options.remove_extra_whitespaces,
            unk_piece=options.unk_piece,
            control=tuple(control),
            byte_pieces=options.byte_fallback,
        ),
        semantics="sentencepiece",
    )


def special_tokens_of(options: SentencePieceOptions) -> SpecialTokens:
    """Which pieces play which part."""
    parts: dict[str, Any] = {role: piece for role, _, piece in options.roles()}
    named = set(parts.values())
    return SpecialTokens(**parts, extra=tuple(s for s in options.control_symbols if s not in named))


def from_special_tokens(special: SpecialTokens) -> dict[str, Any]:
    """The options that `special_tokens` stands for.

    unk, bos, eos and pad get the first ids, in this order, where they are named; the others become
    control symbols. There is always an unknown piece.
    """
    if not isinstance(special, SpecialTokens):
        raise TypeError(f"special_tokens must be SpecialTokens, not {special!r}")
    options: dict[str, Any] = {"unk_piece": special.unk or "<unk>", "unk_id": 0}
    next_id = 1
    for role in ("bos", "eos", "pad"):
        piece = getattr(special, role)
        options[f"{role}_id"] = -1 if piece is None else next_id
        if piece is not None:
            options[f"{role}_piece"] = piece
            next_id += 1
    others = (special.mask, special.sep, special.cls, *special.extra)
    roles = {special.unk, special.bos, special.eos, special.pad}
    options["control_symbols"] = tuple(t for t in others if t is not None and t not in roles)
    return options
