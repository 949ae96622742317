"""A ``vocab.txt`` with the configs that may lie beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from subwords.errors import FormatError
from subwords.formats.bert import BERT_SPECIAL_TOKENS, Casing, bert_spec
from subwords.formats.casing import LIMIT, impossible_pieces
from subwords.formats.loaded import Loaded
from subwords.formats.place import Place
from subwords.formats.source import read_bytes
from subwords.formats.special_tokens_map import read_special_tokens_map
from subwords.formats.tokenizer_config import Config, config_of, read_tokenizer_config
from subwords.formats.vocab_txt import read_vocab_txt
from subwords.spec import AddedToken
from subwords.special_tokens import ROLES, SpecialTokens
from subwords.tables import VocabTable

CONFIG = "tokenizer_config.json"
SPECIAL_MAP = "special_tokens_map.json"


def read_config(directory: Path) -> Config:
    """The tokenizer_config.json of a directory; an empty one where there is none."""
    path = directory / CONFIG
    if path.is_file():
        return read_tokenizer_config(read_bytes(path), path)
    return config_of({}, Place())


def read_special_map(directory: Path) -> tuple[SpecialTokens | None, dict[str, AddedToken]]:
    """The special_tokens_map.json of a directory; None where there is none."""
    path = directory / SPECIAL_MAP
    return read_special_tokens_map(read_bytes(path), path) if path.is_file() else (None, {})


def load_vocab_txt(path: Path, data: bytes, special_tokens: SpecialTokens | None = None) -> Loaded:
    """Load a ``vocab.txt``, heeding the configs beside it.

    Args:
        path: The file.
        data: Its content.
        special_tokens: The special tokens; None: the configs beside the file say, else BERT's.

    Raises:
        FormatError: The vocabulary is damaged, lacks its unknown token, or does not fit its casing.
    """
    vocab = read_vocab_txt(data, path)
    config = read_config(path.parent)
    config.require_plain_bert()
    stated, flags = read_special_map(path.parent)
    if special_tokens is not None:
        special = special_tokens
        require_present(special, vocab, path)
    else:
        special = merge_roles(stated, config.special_tokens, BERT_SPECIAL_TOKENS)
    if special.unk is None or vocab.get(special.unk) is None:
        raise FormatError(
            f"the unknown token {special.unk or '[UNK]'!r} is not in the vocabulary",
            file=path,
            remedy=f"Add a line for it, or name the one that is there in a {SPECIAL_MAP} beside "
            'the file or with special_tokens=SpecialTokens(unk="...").',
        )
    if config.casing.lowercase is None:
        _check_casing(vocab, special, path)
    present = keep_present(special, vocab)
    spec = bert_spec(vocab, config.casing, present, flags={**config.flags, **flags})
    return Loaded(spec, config_metadata(config), present)


def _check_casing(vocab: VocabTable, special: SpecialTokens, path: Path) -> None:
    impossible, counted = impossible_pieces(vocab, frozenset(special))
    if len(impossible) > LIMIT * counted:
        examples = ", ".join(repr(piece) for piece in impossible[:3])
        raise FormatError(
            f"nothing states the casing, and lower-casing with accent stripping makes "
            f"{len(impossible)} of {counted} pieces impossible (such as {examples}): this is a "
            "cased vocabulary",
            file=path,
            remedy=f'Put a {CONFIG} with {{"do_lower_case": false}} beside it (or true, if it is '
            "meant to be lower-cased).",
        )


def require_present(special: SpecialTokens, vocab: VocabTable, path: object) -> None:
    """Raise for a special token the caller names that the vocabulary lacks."""
    for token in special:
        if vocab.get(token) is None and token != special.unk:
            raise FormatError(
                f"the special token {token!r} is not in the vocabulary",
                file=path,
                remedy="Name one that is, or add it to the tokenizer after loading.",
            )


def merge_roles(*sources: SpecialTokens | None) -> SpecialTokens:
    """For each part the first source that fills it; extras of all sources."""
    given = [source for source in sources if source is not None]
    roles = {}
    for role in ROLES:
        token = next((getattr(s, role) for s in given if getattr(s, role) is not None), None)
        if token is not None:
            roles[role] = token
    extra = dict.fromkeys(token for source in given for token in source.extra)
    return SpecialTokens(**roles, extra=tuple(token for token in extra))


def keep_present(special: SpecialTokens, vocab: VocabTable) -> SpecialTokens:
    """Without the tokens that the vocabulary lacks."""
    roles = {r: t for r, t in special.to_dict().items() if vocab.get(t) is not None}
    return SpecialTokens(
        **roles, extra=tuple(token for token in special.extra if vocab.get(token) is not None)
    )


def config_metadata(config: Config) -> dict[str, Any]:
    """What of a tokenizer_config.json decides no id."""
    metadata: dict[str, Any] = {}
    if config.rest:
        metadata["config"] = config.rest
    if config.chat_template is not None:
        metadata["chat_template"] = config.chat_template
    return metadata


__all__ = ["CONFIG", "SPECIAL_MAP", "Casing", "load_vocab_txt"]
