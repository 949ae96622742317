"""A spec as sentencepiece's ``.model`` and its ``.vocab``.

The spec says what decides ids and decoded text, the metadata (as the reader left it) all else. A
field of the metadata that the spec contradicts is corrected; the others keep their place and
presence, so that what was read and not changed is written byte for byte, if its fields stand in
the order in which the library writes them.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from itertools import chain, repeat
from typing import Any

from subwords.decoders import SentencePiece
from subwords.errors import FormatError, UnsupportedError
from subwords.formats.protobuf import bytes_field
from subwords.formats.sentencepiece_model import (
    BPE,
    BYTE_PIECES,
    CHAR,
    MESSAGES,
    UNIGRAM,
    load_sentencepiece_model,
)
from subwords.formats.sentencepiece_pieces import write_pieces
from subwords.formats.sentencepiece_schema import (
    NORMALIZER_SPEC,
    TRAINER_SPEC,
    Message,
    write_message,
)
from subwords.models import SentencePieceBPE, Unigram
from subwords.normalizers import SentencePieceText
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import PiecesTable


def write_sentencepiece_model(
    spec: Spec,
    metadata: Mapping[str, Any] | None = None,
    special_tokens: SpecialTokens | None = None,
) -> bytes:
    """The content of a ``.model``.

    Args:
        spec: The tokenizer. Scores are rounded to 32 bits, as the library computes with.
        metadata: As in `Loaded`; what it has under "sentencepiece" goes into the file.
        special_tokens: Which pieces are bos, eos and pad; they must be control pieces.

    Raises:
        UnsupportedError: A ``.model`` cannot hold the spec exactly; says what in it.
    """
    model, normalizer, decoder = _parts(spec)
    stored = (metadata or {}).get("sentencepiece")
    kept: Mapping[str, Any] = stored or {}
    unknown = {key: base64.b64decode(raw) for key, raw in kept.get("unknown", {}).items()}

    def message(name: str) -> Mapping[str, Any] | None:
        """What a file has left of a message; None where there was no file."""
        return None if stored is None else kept.get(name, {})

    values: dict[str, Any] = {
        "trainer_spec": _trainer_spec(
            model, normalizer, decoder, message("trainer_spec"), special_tokens
        ),
        "normalizer_spec": _normalizer_spec(normalizer, message("normalizer_spec")),
        "self_test_data": kept.get("self_test_data"),
        "denormalizer_spec": kept.get("denormalizer_spec"),
    }
    if decoder.denormalizer is not None:
        values["denormalizer_spec"] = _normalizer_spec(
            decoder.denormalizer, message("denormalizer_spec")
        )
    stated = bytes(chain(*(repeat(value, length) for value, length in kept.get("stated", ()))))
    of_pieces = {int(k[7:-1]): raw for k, raw in unknown.items() if k.startswith("pieces[")}
    out = [
        write_pieces(model.pieces, stated if len(stated) == len(model.pieces) else None, of_pieces)
    ]
    for number, (name, kind) in MESSAGES.items():
        if values[name] or name in kept or name in unknown:
            body = write_message(values[name] or {}, kind, unknown.get(name, b""))
            out.append(bytes_field(number, body))
    data = b"".join(out) + unknown.get("", b"")
    try:
        load_sentencepiece_model(data)
    except FormatError as error:
        raise _cannot(f"this tokenizer ({error})") from None
    return data


def _parts(spec: Spec) -> tuple[SentencePieceBPE | Unigram, SentencePieceText, SentencePiece]:
    """Model, normalizer and decoder, where the format has a place for all of the spec."""
    model, normalizer, decoder = spec.model, spec.normalizer, spec.decoder
    if not isinstance(model, (SentencePieceBPE, Unigram)):
        raise _cannot(f"a {type(model).__name__} model")
    if spec.semantics != "sentencepiece":
        raise _cannot(f'"{spec.semantics}" semantics (it means "sentencepiece")')
    if not isinstance(normalizer, SentencePieceText):
        raise _cannot(f"the normalizer {type(normalizer).__name__}; it takes a SentencePieceText")
    if not isinstance(decoder, SentencePiece):
        raise _cannot(f"the decoder {type(decoder).__name__}; it takes a SentencePiece")
    for name in ("pre_tokenizer", "post_processor"):
        if getattr(spec, name) is not None:
            raise _cannot(f"the {name} {type(getattr(spec, name)).__name__}")
    if spec.added_tokens:
        raise _cannot(
            f"added tokens, such as {spec.added_tokens[0].content!r}; user-defined pieces are the "
            "tokens that it finds in text"
        )
    _check_types(model, normalizer, decoder)
    return model, normalizer, decoder


def _cannot(what: str) -> UnsupportedError:
    return UnsupportedError(f"a .model cannot hold {what}")


def _check_types(
    model: SentencePieceBPE | Unigram, normalizer: SentencePieceText, decoder: SentencePiece
) -> None:
    """The types of the pieces must say what the other parts of the spec say."""
    by_type: dict[str, list[str]] = {}
    for id in range(len(model.pieces)):
        kind = model.pieces.type(id)
        if kind != "normal":
            by_type.setdefault(kind, []).append(model.pieces[id][0])
    unk = None if model.unk_id is None else model.pieces[model.unk_id][0]
    if by_type.get("unknown") != [unk]:
        raise _cannot(
            f"the unknown piece {unk!r} where the pieces of type unknown are "
            f"{by_type.get('unknown', [])}"
        )
    fallback = set(by_type.get("byte", ()))
    if fallback != (set(BYTE_PIECES) if model.byte_fallback else set()):
        raise _cannot(
            "byte fallback without all of the 256 byte pieces"
            if model.byte_fallback
            else "byte pieces without byte fallback"
        )
    for name, said, kind in (
        ("protected symbols", normalizer.protected, "user_defined"),
        ("control pieces of the decoder", decoder.control, "control"),
    ):
        if set(said) != set(by_type.get(kind, ())):
            raise _cannot(f"{name} other than the pieces of type {kind}")
    expected = (
        normalizer.add_dummy_prefix,
        normalizer.remove_extra_whitespaces,
        unk,
        model.byte_fallback,
    )
    stated = (
        decoder.add_dummy_prefix,
        decoder.remove_extra_whitespaces,
        decoder.unk_piece,
        decoder.byte_pieces,
    )
    if stated != expected:
        raise _cannot(f"a decoder that contradicts normalizer and model: {decoder!r}")


def _set(values: dict[str, Any], message: Message, name: str, value: Any) -> None:
    """State `value`, unless it is what the message says already."""
    if values.get(name, message.defaults[name]) != value:
        values[name] = value


def _trainer_spec(
    model: SentencePieceBPE | Unigram,
    normalizer: SentencePieceText,
    decoder: SentencePiece,
    kept: Mapping[str, Any] | None,
    special: SpecialTokens | None,
) -> dict[str, Any]:
    values = dict(kept or {})
    kind = UNIGRAM if isinstance(model, Unigram) else BPE
    if not (kind == BPE and values.get("model_type") == CHAR and _only_characters(model.pieces)):
        _set(values, TRAINER_SPEC, "model_type", kind)
    for name, value in (
        ("treat_whitespace_as_suffix", normalizer.suffix),
        ("byte_fallback", model.byte_fallback),
        ("unk_surface", decoder.unk_surface),
    ):
        _set(values, TRAINER_SPEC, name, value)
    if kept is None:
        values["model_type"] = kind
        values["vocab_size"] = len(model.pieces)
        _set(values, TRAINER_SPEC, "unk_id", model.unk_id)
        _set(values, TRAINER_SPEC, "unk_piece", decoder.unk_piece)
    for role in ("bos", "eos", "pad"):
        piece = getattr(special, role, None)
        if piece is not None:
            _set(values, TRAINER_SPEC, f"{role}_piece", piece)
        if kept is None:
            id = None if piece is None else model.pieces.find(piece)
            _set(values, TRAINER_SPEC, f"{role}_id", -1 if id is None else id)
    return values


def _only_characters(pieces: PiecesTable) -> bool:
    return all(
        len(pieces[id][0]) == 1
        for id in range(len(pieces))
        if pieces.type(id) in ("normal", "unused")
    )


def _normalizer_spec(
    normalizer: SentencePieceText, kept: Mapping[str, Any] | None
) -> dict[str, Any]:
    name = "user_defined" if normalizer.charsmap else "identity"
    flags = ("add_dummy_prefix", "remove_extra_whitespaces")
    fresh = {"name": name, **{flag: getattr(normalizer, flag) for flag in flags}}
    values = dict(fresh if kept is None else kept)
    _set(values, NORMALIZER_SPEC, "precompiled_charsmap", normalizer.charsmap)
    if "precompiled_charsmap" in values:
        values["precompiled_charsmap"] = normalizer.charsmap
    for flag in (*flags, "escape_whitespaces"):
        _set(values, NORMALIZER_SPEC, flag, getattr(normalizer, flag))
    return values


def write_vocab(pieces: PiecesTable, scores: bool = True) -> str:
    """The content of a ``.vocab``: a piece a line, a tab, and its score in six digits.

    It is for reading: the types of the pieces are not in it, so no tokenizer can be made of it.
    """
    rows = ((pieces[id][0], pieces.score(id)) for id in range(len(pieces)))
    return "".join(f"{piece}\t{score:g}\n" if scores else f"{piece}\n" for piece, score in rows)
