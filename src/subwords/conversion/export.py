"""`subwords.save`: a tokenizer written in the format that is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from subwords import models
from subwords.conversion.ranks import merges_to_ranks, ranks_to_merges
from subwords.conversion.report import ConversionReport, Loss
from subwords.conversion.sentencepiece import from_sentencepiece
from subwords.conversion.to_sentencepiece import to_sentencepiece
from subwords.errors import FormatError, UnsupportedError
from subwords.formats.atomic import write_files
from subwords.formats.bert_files import load_vocab_txt
from subwords.formats.json_writer import tokenizer_json
from subwords.formats.merges_txt import (
    gpt2_spec,
    read_merges_txt,
    read_vocab_json,
    write_merges_txt,
    write_vocab_json,
)
from subwords.formats.sentencepiece_writer import write_sentencepiece_model, write_vocab
from subwords.formats.tiktoken_ranks import rank_file_settings, rank_model, write_ranks
from subwords.formats.vocab_txt import write_vocab_txt
from subwords.patterns.known import name_or_expression
from subwords.pre_tokenizers import ByteLevel
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens

if TYPE_CHECKING:
    from subwords.tokenizer import Tokenizer


@dataclass(frozen=True)
class Source:
    """What is to be written: a tokenizer's spec, metadata and parts."""

    spec: Spec
    metadata: dict[str, Any]
    special_tokens: SpecialTokens


Contents = dict[str, str | bytes]
"""Files by name; the name "" stands for the path that was asked for."""


def save(
    tokenizer: Tokenizer,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    lossy: bool = False,
) -> ConversionReport:
    """Write a tokenizer in another format, and tell what the format cannot carry.

    Args:
        tokenizer: The tokenizer.
        path: The file to write; for "merges" the directory.
        format: "huggingface" (a ``tokenizer.json``), "merges" (``vocab.json`` and ``merges.txt``),
            "tiktoken" (a rank file), "sentencepiece" (a ``.model``), "vocab.txt", or "vocab" (the
            list of pieces and scores that lies beside a ``.model``; no tokenizer can be made of
            it). None: as the name of the path says.
        lossy: Write even where ordinary text would get other ids than before; the report tells.

    Returns:
        What was written, and every loss by kind; see `ConversionReport`.

    Raises:
        UnsupportedError: The format cannot hold such a tokenizer, or it would give other ids for
            ordinary text and `lossy` is False.
        ValueError: The format is none of these.
    """
    path = Path(path)
    name = _format(path, format)
    parts = tokenizer._parts
    source = Source(parts.spec, dict(parts.metadata), parts.special_tokens)
    contents, losses = FORMATS[name](source)
    changing = [loss.what for loss in losses if loss.kind == "ids"]
    if changing and not lossy:
        raise UnsupportedError(
            f'ids would change in the format "{name}", which cannot say: {"; ".join(changing)}. '
            "Pass lossy=True to write it anyway"
        )
    directory, alone = (path, "") if "" not in contents else (path.parent, path.name)
    files = {own or alone: content for own, content in contents.items()}
    write_files(directory, files)
    return ConversionReport(name, tuple(directory / own for own in files), tuple(losses))


def _format(path: Path, format: str | None) -> str:
    if format is not None:
        name = _ALIASES.get(format, format)
        if name not in FORMATS:
            raise ValueError(f"format must be one of {', '.join(FORMATS)}; got {format!r}")
        return name
    if path.name == "vocab.txt":
        return "vocab.txt"
    found = _BY_SUFFIX.get(path.suffix)
    if found is None:
        raise ValueError(
            f"{path}: the name does not say which format is meant; pass format=, one of "
            + ", ".join(FORMATS)
        )
    return found


_ALIASES = {
    "tokenizer.json": "huggingface",
    "vocab.json+merges.txt": "merges",
    "merges.txt": "merges",
    ".model": "sentencepiece",
    ".tiktoken": "tiktoken",
    ".vocab": "vocab",
}
_BY_SUFFIX = {
    ".json": "huggingface",
    ".model": "sentencepiece",
    ".tiktoken": "tiktoken",
    ".vocab": "vocab",
}


def _huggingface_spec(spec: Spec) -> tuple[Spec, list[Loss]]:
    if spec.semantics == "tiktoken":
        return ranks_to_merges(spec)
    if spec.semantics == "sentencepiece":
        return from_sentencepiece(spec)
    return spec, []


def _huggingface(source: Source) -> tuple[Contents, list[Loss]]:
    spec, losses = _huggingface_spec(source.spec)
    return {"": tokenizer_json(spec, source.metadata)}, [*losses, *_metadata_losses(source, _JSON)]


def _merges(source: Source) -> tuple[Contents, list[Loss]]:
    spec, losses = _huggingface_spec(source.spec)
    if not isinstance(spec.model, models.BPE):
        raise UnsupportedError(f"a {type(spec.model).__name__} model has no merges")
    merges = write_merges_txt(spec.model.merges)
    if merges is None:
        raise UnsupportedError("a merges.txt cannot hold tokens with white space in them")
    vocab = write_vocab_json(spec.model.vocab)
    read = gpt2_spec(
        read_vocab_json(vocab.encode(), "vocab.json"),
        read_merges_txt(merges.encode(), "merges.txt"),
        "vocab.json",
    )
    losses += _differences(spec, read.spec)
    losses += _metadata_losses(source, ())
    return {"vocab.json": vocab, "merges.txt": merges}, losses


def _tiktoken(source: Source) -> tuple[Contents, list[Loss]]:
    spec, losses = source.spec, list[Loss]()
    if spec.semantics == "sentencepiece":
        raise UnsupportedError(
            f"a {type(spec.model).__name__} model has scored pieces, from which no ranks follow"
        )
    if spec.semantics == "huggingface":
        spec, losses = merges_to_ranks(spec)
    data = write_ranks(rank_model(spec).vocab)
    settings = rank_file_settings(spec).get("tiktoken")
    if settings is not None:
        pattern, tokens = name_or_expression(settings["pattern"]), settings["special_tokens"]
        what = f"how text is cut: load it with pattern={pattern!r} and special_tokens={tokens!r}"
        losses.append(Loss("special", what))
    return {"": data}, [*losses, *_metadata_losses(source, ())]


def _sentencepiece(source: Source) -> tuple[Contents, list[Loss]]:
    spec, losses = source.spec, list[Loss]()
    if spec.semantics == "huggingface":
        spec, losses = to_sentencepiece(spec, source.special_tokens)
    data = write_sentencepiece_model(spec, source.metadata, source.special_tokens)
    return {"": data}, [*losses, *_metadata_losses(source, ("sentencepiece",))]


def _vocab_txt(source: Source) -> tuple[Contents, list[Loss]]:
    if not isinstance(source.spec.model, models.WordPiece):
        raise UnsupportedError(
            f"a vocab.txt means a WordPiece model, not a {type(source.spec.model).__name__}"
        )
    text = write_vocab_txt(source.spec.model.vocab)
    if text is None:
        raise UnsupportedError(
            "a vocab.txt cannot hold ids with holes, or tokens that end in white space"
        )
    try:
        read = load_vocab_txt(Path("/nowhere/vocab.txt"), text.encode())
    except FormatError as error:
        return {"": text}, [Loss("ids", f"how text is normalized: {error.what}")]
    return {"": text}, [*_differences(source.spec, read.spec), *_metadata_losses(source, ())]


def _vocab(source: Source) -> tuple[Contents, list[Loss]]:
    pieces = getattr(source.spec.model, "pieces", None)
    if pieces is None:
        raise UnsupportedError(f"a {type(source.spec.model).__name__} model has no scored pieces")
    losses = [Loss("text", "all but the pieces and six digits of their scores; it is for reading")]
    return {"": write_vocab(pieces)}, losses


FORMATS: dict[str, Callable[[Source], tuple[Contents, list[Loss]]]] = {
    "huggingface": _huggingface,
    "merges": _merges,
    "tiktoken": _tiktoken,
    "sentencepiece": _sentencepiece,
    "vocab.txt": _vocab_txt,
    "vocab": _vocab,
}
"""What makes the files of each format."""

_JSON = ("truncation", "padding", "unknown_keys")
_DERIVED = ("ranks",)


def _differences(spec: Spec, read: Spec) -> list[Loss]:
    """What reads back otherwise than it was."""
    losses = []
    for name in ("normalizer", "pre_tokenizer", "post_processor", "decoder", "added_tokens"):
        was, now = getattr(spec, name), getattr(read, name)
        if was != now:
            kind = "text" if name == "decoder" else "special" if name == "added_tokens" else "ids"
            if name == "post_processor" and _adds_nothing(was) and _adds_nothing(now):
                kind = "metadata"
            if isinstance(was, ByteLevel) and was == replace(now, trim_offsets=was.trim_offsets):
                kind = "metadata"  # it decides offsets, not ids
            losses.append(Loss(kind, f"the {name} {was!r}"))  # type: ignore[arg-type]
    if replace(spec, model=read.model) != spec:
        losses.append(Loss("ids", "options of the model"))
    return losses


def _adds_nothing(part: object) -> bool:
    return part is None or type(part).__name__ == "ByteLevel"


def _metadata_losses(source: Source, kept: tuple[str, ...]) -> list[Loss]:
    """What decides no id and has no place in the format."""
    keys = [
        key
        for key, value in source.metadata.items()
        if key not in (*kept, *_DERIVED) and value not in (None, {})
    ]
    return [Loss("metadata", f"the metadata {key!r}") for key in keys]


__all__ = ["FORMATS", "save"]
