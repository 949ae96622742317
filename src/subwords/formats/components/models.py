"""Model components of a ``tokenizer.json``.

The tables inside a model (vocabulary, merges, pieces) arrive here already built: the reader turns
them into tables while it scans the file, see `subwords.formats.json_reader`.
"""

from __future__ import annotations

from typing import Any

from subwords import models as m
from subwords.formats.codec import (
    BOOL,
    SIZE,
    STRING,
    Codec,
    Field,
    Kind,
    Registry,
)
from subwords.formats.place import Place
from subwords.tables import GREATEST_SCORE

_NO_LIMIT = 2**64 - 1


def _read_vocab(value: object, place: Place) -> Any:
    if not hasattr(value, "token_bytes"):
        raise place.expected("an object from token to id", value)
    return value


def _read_merges(value: object, place: Place) -> Any:
    if not hasattr(value, "pair_bytes"):
        raise place.expected("a list of merges", value)
    return value


def _read_pieces(value: object, place: Place) -> Any:
    if not hasattr(value, "piece_bytes"):
        raise place.expected("a list of [piece, score]", value)
    return value


def _read_optional_string(value: object, place: Place) -> str | None:
    return None if value is None else STRING.read(value, place)


def _read_affix(value: object, place: Place) -> str:
    return "" if value is None else STRING.read(value, place)


def _read_limit(value: object, place: Place) -> int | None:
    limit = SIZE.read(value, place)
    return None if limit == _NO_LIMIT else limit


def _read_dropout(value: object, place: Place) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise place.expected("a probability from 0 to 1, or null", value)
    return float(value)


def _read_unk_id(value: object, place: Place) -> int | None:
    return None if value is None else SIZE.read(value, place)


def _unreachable(value: Any) -> Any:
    """Tables are written by `subwords.formats.json_writer`, entry by entry."""
    return value


_VOCAB = Kind(_read_vocab, _unreachable)
_MERGES = Kind(_read_merges, _unreachable)
_PIECES = Kind(_read_pieces, _unreachable)
_LIMIT = Kind(_read_limit, lambda limit: _NO_LIMIT if limit is None else limit)
_OPTIONAL_STRING = Kind(_read_optional_string)
_AFFIX = Kind(_read_affix, lambda affix: affix or None)

_BPE = Codec(
    "BPE",
    m.BPE,
    (
        Field("dropout", "dropout", Kind(_read_dropout), default=None),
        Field("unk_token", "unk_token", _OPTIONAL_STRING, default=None),
        Field("continuing_subword_prefix", "continuing_prefix", _AFFIX, default=""),
        Field("end_of_word_suffix", "end_of_word_suffix", _AFFIX, default=""),
        Field("fuse_unk", "fuse_unk", BOOL, default=False, null=True),
        Field("byte_fallback", "byte_fallback", BOOL, default=False, null=True),
        Field("ignore_merges", "ignore_merges", BOOL, default=False, null=True),
        Field("vocab", "vocab", _VOCAB),
        Field("merges", "merges", _MERGES),
    ),
)

_WORD_PIECE = Codec(
    "WordPiece",
    m.WordPiece,
    (
        Field("unk_token", "unk_token", STRING),
        Field("continuing_subword_prefix", "continuing_prefix", STRING),
        Field("max_input_chars_per_word", "max_chars_per_word", _LIMIT),
        Field("vocab", "vocab", _VOCAB),
    ),
)

_WORD_LEVEL = Codec(
    "WordLevel",
    m.WordLevel,
    (Field("vocab", "vocab", _VOCAB), Field("unk_token", "unk_token", STRING)),
)

_UNIGRAM = Codec(
    "Unigram",
    m.Unigram,
    (
        Field("unk_id", "unk_id", Kind(_read_unk_id), default=None),
        Field("vocab", "pieces", _PIECES),
        Field("byte_fallback", "byte_fallback", BOOL, default=False),
    ),
)


def _choose(value: dict[str, Any], place: Place) -> str | None:
    """Infer the type of a model that states none, as the published library does."""
    if "type" in value:
        if value["type"] is None:
            raise place.key("type").expected("a model type", None)
        return None
    if hasattr(value.get("vocab"), "piece_bytes"):
        return "Unigram"
    if "vocab" in value and "merges" in value:
        return "BPE"
    if all(f.key in value for f in _WORD_PIECE.fields):
        return "WordPiece"
    if "vocab" in value and "unk_token" in value:
        return "WordLevel"
    return None


REGISTRY: Registry = Registry("model", [_BPE, _WORD_PIECE, _WORD_LEVEL, _UNIGRAM], _choose)


def read_model(value: object, place: Place) -> m.Model:
    """The model of a ``tokenizer.json``, checked: its unknown token and its merges must exist."""
    model: m.Model = REGISTRY.decode(value, place)
    if isinstance(model, m.WordPiece) and model.vocab.get(model.unk_token) is None:
        raise place.key("unk_token").error(
            f"the unknown token {model.unk_token!r} is not in the vocabulary",
            "Add it to the vocabulary, or name the one that is there.",
        )
    if isinstance(model, m.BPE):
        check_merges(model, place)
    if isinstance(model, m.Unigram) and model.unk_id is not None:
        count = len(model.pieces)
        if model.unk_id >= count:
            raise place.key("unk_id").error(
                f"id {model.unk_id} is not in the vocabulary of {count} pieces",
                "Name the position of the unknown piece, or null.",
            )
    if isinstance(model, m.Unigram):
        wild = model.pieces.first_beyond(GREATEST_SCORE)
        if wild is not None:
            raise place.key("vocab").item(wild).item(1).error(*wild_score(model.pieces.score(wild)))
    return model


def wild_score(score: float) -> tuple[str, str]:
    """What is wrong with a score that cannot be added up, and what to do."""
    return (
        f"the score {score:g} is not between -1e28 and 1e28, so that sums of it could be infinite",
        "A score is the natural logarithm of a probability.",
    )


def check_merges(model: m.BPE, place: Place) -> None:
    """Both parts of a merge, and what they become, must be tokens."""
    prefix = len(model.continuing_prefix.encode("utf-8"))
    index = model.merges.first_unknown(model.vocab, prefix)
    if index is None:
        return
    left, right = model.merges.pair_bytes(index)
    for token in (left, right, left + right[prefix:]):
        text = token.decode("utf-8", "replace")
        if model.vocab.get(text) is None:
            raise (
                place.key("merges")
                .item(index)
                .error(
                    f"the merge needs the token {text!r}, which is not in the vocabulary",
                    "Vocabulary and merges must come from the same training.",
                )
            )
    raise (
        place.key("merges")
        .item(index)
        .error(f"the right side {right!r} is shorter than continuing_subword_prefix")
    )
