"""What lies beside the file that a directory is read from, and may not contradict it.

It is an error only where two files give one id different tokens, or state merges differently; extra
entries and differing scores are not. One difference of numbering is none: published directories
hold a ``.model`` beside a ``tokenizer.json`` that numbers the same pieces from another start.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from subwords.errors import FormatError
from subwords.formats.detect import detect
from subwords.formats.merges_txt import read_merges_txt, read_vocab_json
from subwords.formats.sentencepiece_pieces import read_pieces
from subwords.formats.source import read_bytes
from subwords.formats.tiktoken_ranks import read_ranks
from subwords.formats.vocab_txt import read_vocab_txt
from subwords.lookup import Lookup
from subwords.lossless import token_bytes
from subwords.models import BPE
from subwords.spec import Spec
from subwords.tables import PiecesTable, VocabTable

VOCAB_TXT, VOCAB_JSON, MERGES_TXT = "vocab.txt", "vocab.json", "merges.txt"


def check_beside(spec: Spec, directory: Path, winner: Path) -> None:
    """Compare the tokenizer that was read with the other files of its directory.

    Args:
        spec: The tokenizer.
        directory: The directory.
        winner: The file it was read from.

    Raises:
        FormatError: A file contradicts it; names the file, the id and both tokens.
    """
    for path in (directory / VOCAB_TXT, directory / VOCAB_JSON):
        if path == winner or not path.is_file():
            continue
        data = read_bytes(path)
        kind = detect(data)
        if path.name == VOCAB_TXT:
            _compare_vocab(spec, read_vocab_txt(data, path), path, winner)
        elif kind == "vocab_json":
            _compare_vocab(spec, read_vocab_json(data, path), path, winner)
    for path in sorted(directory.iterdir()):
        if path != winner and path.suffix in (".model", ".spm", ".tiktoken") and path.is_file():
            _compare_other(spec, path, winner)
    path = directory / MERGES_TXT
    if isinstance(spec.model, BPE) and path.is_file() and winner.name != VOCAB_JSON:
        merges = read_merges_txt(read_bytes(path), path)
        if merges != spec.model.merges:
            raise FormatError(
                f"these merges are not those of {winner.name}",
                file=path,
                remedy="Delete the stale one of the two, or load one file by its path.",
            )


def _compare_other(spec: Spec, path: Path, winner: Path) -> None:
    data = read_bytes(path)
    kind = detect(data)
    if kind == "sentencepiece_model":
        pieces = read_pieces(data, path).pieces
        if pieces != getattr(spec.model, "pieces", None) and not _is_shifted(spec, pieces):
            _compare(spec, ((pieces[id][0], id) for id in range(len(pieces))), path, winner)
    elif kind == "tiktoken_ranks":
        lookup, vocab = Lookup(spec), read_ranks(data, path)
        for _, id in vocab.items():
            theirs = vocab.token_bytes(id)
            if lookup.token(id) is not None and token_bytes(spec, lookup, id) != theirs:
                raise _contradiction(id, theirs, lookup.token(id), path, winner)


def _compare_vocab(spec: Spec, other: VocabTable, path: Path, winner: Path) -> None:
    if getattr(spec.model, "vocab", None) != other:
        _compare(spec, other.items(), path, winner)


def _compare(spec: Spec, entries: Iterable[tuple[str, int]], path: Path, winner: Path) -> None:
    lookup = Lookup(spec)
    for token, id in entries:
        here = lookup.token(id)
        if here is not None and here != token:
            raise _contradiction(id, token, here, path, winner)


def _contradiction(id: int, token: object, here: object, path: Path, winner: Path) -> FormatError:
    return FormatError(
        f"id {id} is {token!r} here, but {here!r} in {winner.name}",
        file=path,
        remedy="Delete the stale one of the two, or choose one with prefer=.",
    )


def _is_shifted(spec: Spec, pieces: PiecesTable) -> bool:
    """Whether the spec has all normal pieces, each with its id moved by the same distance."""
    lookup = Lookup(spec)
    distances = set()
    for id in range(len(pieces)):
        if pieces.type(id) == "normal":
            known = lookup.model_id(pieces[id][0])
            if known is None:
                return False
            distances.add(known - id)
            if len(distances) > 1:
                return False
    return bool(distances) and distances != {0}
