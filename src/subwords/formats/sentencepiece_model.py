"""sentencepiece's ``.model``: pieces, normalizer and all, in one Protocol Buffers message.

What decides ids or decoded text becomes the spec: the pieces with scores and types, and of the
trainer's options ``model_type``, ``byte_fallback``, ``treat_whitespace_as_suffix`` and
``unk_surface`` (the others say how the model was trained); the whole of ``normalizer_spec`` but its
name and its readable rules, which the library does not read either; ``denormalizer_spec``. Which
pieces are bos, eos and pad decides no id: they become the special tokens' parts, where they are
control pieces. All else is kept in the metadata under "sentencepiece", unknown fields as base64.

What the library refuses is refused: no or two unknown pieces, repeated pieces, byte pieces without
``byte_fallback`` or not all 256 of them. Its word models are not supported; its character models
are those BPE models in which nothing can merge.
"""

from __future__ import annotations

import re
from typing import Any

from subwords.decoders import SentencePiece
from subwords.errors import FormatError, UnsupportedError
from subwords.formats.components.models import wild_score
from subwords.formats.loaded import Loaded
from subwords.formats.protobuf import BYTES, fault
from subwords.formats.sentencepiece_pieces import (
    SCORE,
    TYPE,
    TYPES,
    PieceFile,
    read_pieces,
)
from subwords.formats.sentencepiece_schema import (
    NORMALIZER_SPEC,
    SELF_TEST_DATA,
    TRAINER_SPEC,
    Message,
    read_message,
)
from subwords.models import SentencePieceBPE, Unigram
from subwords.normalizers import SentencePieceText
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import GREATEST_SCORE, PiecesTable

MESSAGES: dict[int, tuple[str, Message]] = {
    2: ("trainer_spec", TRAINER_SPEC),
    3: ("normalizer_spec", NORMALIZER_SPEC),
    4: ("self_test_data", SELF_TEST_DATA),
    5: ("denormalizer_spec", NORMALIZER_SPEC),
}
"""The messages beside the pieces by field number."""

UNIGRAM, BPE, WORD, CHAR = 1, 2, 3, 4
"""Values of ``trainer_spec.model_type``."""

_NOT_NORMAL = re.compile(rb"[^\x01]")
_RUN = re.compile(rb"(.)\1*", re.DOTALL)
_USUALLY_STATED = bytes([0, SCORE, *[SCORE | TYPE] * 254])

BYTE_PIECES = tuple(f"<0x{byte:02X}>" for byte in range(256))


def load_sentencepiece_model(data: bytes, file: object = None) -> Loaded:
    """Read the content of a ``.model``.

    Args:
        data: The file's bytes.
        file: Its name for messages.

    Raises:
        FormatError: The file is damaged, or is no model that the library would load; names the
            field, and the byte where there is one.
        UnsupportedError: It is a word model.
    """
    content = read_pieces(data, file)
    messages, charsmaps, metadata = _read_rest(content, data, file)
    trainer = {**TRAINER_SPEC.defaults, **messages.get("trainer_spec", {})}
    types = _Types(content.types)
    _check_pieces(content.pieces, types, trainer["byte_fallback"], file)
    protected = tuple(content.pieces[id][0] for id in types["user_defined"])
    normalizer = _normalizer(
        messages.get("normalizer_spec", {}), charsmaps.get(3, b""), trainer, protected
    )
    denormalizer = (
        _normalizer(messages["denormalizer_spec"], charsmaps[5], {}, ())
        if charsmaps.get(5)
        else None
    )
    unk_id = types["unknown"][0]
    spec = Spec(
        model=_model(content.pieces, types, trainer, unk_id, file),
        normalizer=normalizer,
        decoder=SentencePiece(
            add_dummy_prefix=normalizer.add_dummy_prefix,
            remove_extra_whitespaces=normalizer.remove_extra_whitespaces,
            unk_piece=content.pieces[unk_id][0],
            unk_surface=trainer["unk_surface"],
            control=tuple(content.pieces[id][0] for id in types["control"]),
            byte_pieces=trainer["byte_fallback"],
            denormalizer=denormalizer,
        ),
        semantics="sentencepiece",
    )
    return Loaded(spec, {"sentencepiece": metadata}, _special_tokens(spec, types, trainer))


class _Types(dict[str, list[int]]):
    """The ids of every type of piece but "normal"."""

    def __init__(self, types: bytes) -> None:
        super().__init__()
        for other in _NOT_NORMAL.finditer(types):
            self.setdefault(TYPES[other[0][0] - 1], []).append(other.start())

    def __missing__(self, kind: str) -> list[int]:
        return []


def _read_rest(
    content: PieceFile, data: bytes, file: object
) -> tuple[dict[str, dict[str, Any]], dict[int, bytes], dict[str, Any]]:
    """The messages beside the pieces, the character maps in them, and the metadata of all."""
    bodies: dict[int, bytes] = {}
    begins: dict[int, int] = {}
    unknown: dict[str, bytes] = {f"pieces[{id}]": raw for id, raw in content.unknown}
    for number, wire, begin, payload, end in content.rest:
        if number not in MESSAGES:
            unknown[""] = unknown.get("", b"") + data[begin:end]
            continue
        if wire != BYTES:
            what = f"wire type {BYTES} was expected, not {wire}"
            raise fault(what, file, MESSAGES[number][0], begin)
        # Of a message that stands twice the fields add up, as the wire format demands.
        bodies[number] = bodies.get(number, b"") + data[payload:end]
        begins.setdefault(number, payload)
    messages: dict[str, dict[str, Any]] = {}
    charsmaps: dict[int, bytes] = {}
    for number, body in sorted(bodies.items()):
        name, message = MESSAGES[number]
        values, rest = read_message(body, message, file, name, begins[number])
        if rest:
            unknown[name] = rest
        if "precompiled_charsmap" in values:
            charsmaps[number] = values["precompiled_charsmap"]
            values["precompiled_charsmap"] = ""  # it is in the spec; here only that it was stated
        messages[name] = values
    metadata: dict[str, Any] = dict(messages)
    present = _unusual(content)
    if present is not None:
        metadata["stated"] = present
    if unknown:
        import base64

        metadata["unknown"] = {k: base64.b64encode(v).decode() for k, v in unknown.items()}
    return messages, charsmaps, metadata


def _unusual(content: PieceFile) -> list[list[int]] | None:
    """`PieceFile.present` as runs [value, length]; None where it is as the library writes now."""
    usual = content.types.translate(_USUALLY_STATED)
    if content.present == usual:
        return None
    return [[run[1][0], len(run[0])] for run in _RUN.finditer(content.present)]


def _check_pieces(pieces: PiecesTable, types: _Types, fallback: bool, file: object) -> None:
    if len(types["unknown"]) != 1:
        raise FormatError(
            "no piece is of type UNKNOWN"
            if not types["unknown"]
            else f"pieces {types['unknown'][0]} and {types['unknown'][1]} are both of type UNKNOWN",
            file=file,
            where="pieces",
            remedy="A model has exactly one; train or fetch the file again.",
        )
    found = {pieces[id][0]: id for id in types["byte"]}
    if found and not fallback:
        raise FormatError(
            "a byte piece, although trainer_spec.byte_fallback is false",
            file=file,
            where=f"pieces[{types['byte'][0]}].type",
            remedy="The library refuses such a file too.",
        )
    if fallback and set(found) != set(BYTE_PIECES):
        wrong = sorted(set(found) - set(BYTE_PIECES)) or sorted(set(BYTE_PIECES) - set(found))
        raise FormatError(
            "true asks for the 256 byte pieces <0x00> to <0xFF>, but "
            + (f"{wrong[0]!r} is none" if wrong[0] in found else f"{wrong[0]!r} is not there"),
            file=file,
            where="trainer_spec.byte_fallback",
            remedy="The library refuses such a file too.",
        )


def _normalizer(
    stated: dict[str, Any], charsmap: bytes, trainer: dict[str, Any], protected: tuple[str, ...]
) -> SentencePieceText:
    values = {**NORMALIZER_SPEC.defaults, **stated}
    return SentencePieceText(
        charsmap=charsmap,
        add_dummy_prefix=values["add_dummy_prefix"],
        remove_extra_whitespaces=values["remove_extra_whitespaces"],
        escape_whitespaces=values["escape_whitespaces"],
        suffix=trainer.get("treat_whitespace_as_suffix", False),
        protected=protected,
    )


def _model(
    pieces: PiecesTable, types: _Types, trainer: dict[str, Any], unk_id: int, file: object
) -> SentencePieceBPE | Unigram:
    kind, fallback = trainer["model_type"], trainer["byte_fallback"]
    if kind == UNIGRAM:
        wild = pieces.first_beyond(GREATEST_SCORE)
        if wild is not None:
            what, remedy = wild_score(pieces.score(wild))
            raise FormatError(what, file=file, where=f"pieces[{wild}].score", remedy=remedy)
        return Unigram(pieces, unk_id, fallback)
    where = "trainer_spec.model_type"
    if kind == CHAR and any(len(pieces[id][0]) > 1 for id in _normal(pieces)):
        raise UnsupportedError(
            f"{file or 'the model'}: {where}: a character model (4) with pieces of several "
            "characters is not supported"
        )
    if kind == WORD:
        raise UnsupportedError(
            f"{file or 'the model'}: {where}: word models (3) are not supported; "
            "unigram (1), bpe (2) and char (4) are"
        )
    if kind not in (BPE, CHAR):
        raise FormatError(
            f"{kind} is no type of model",
            file=file,
            where=where,
            remedy="Known are unigram (1), bpe (2), word (3) and char (4).",
        )
    return SentencePieceBPE(pieces, unk_id, fallback)


def _normal(pieces: PiecesTable) -> list[int]:
    return [id for id in range(len(pieces)) if pieces.type(id) in ("normal", "unused")]


def _special_tokens(spec: Spec, types: _Types, trainer: dict[str, Any]) -> SpecialTokens:
    """unk, and those of bos, eos and pad that are control pieces; the other control pieces."""
    pieces = spec.model.pieces  # type: ignore[attr-defined]
    control = [pieces[id][0] for id in types["control"]]
    roles = {"unk": pieces[types["unknown"][0]][0]}
    for role in ("bos", "eos", "pad"):
        if trainer[f"{role}_piece"] in control:
            roles[role] = trainer[f"{role}_piece"]
    taken = set(roles.values())
    return SpecialTokens(**roles, extra=tuple(piece for piece in control if piece not in taken))
