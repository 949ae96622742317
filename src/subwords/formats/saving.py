"""A tokenizer as the files of a directory."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from subwords.errors import UnsupportedError
from subwords.formats.atomic import write_files
from subwords.formats.bert_files import CONFIG, SPECIAL_MAP
from subwords.formats.beside import MERGES_TXT, VOCAB_JSON, VOCAB_TXT
from subwords.formats.directory import RANKS, TOKENIZER_JSON, TOKENIZER_MODEL
from subwords.formats.json_writer import added_flags, tokenizer_json
from subwords.formats.merges_txt import write_merges_txt, write_vocab_json
from subwords.formats.sentencepiece_writer import write_sentencepiece_model
from subwords.formats.special_tokens_map import special_tokens_document
from subwords.formats.tiktoken_ranks import rank_file_settings, rank_model, write_ranks
from subwords.formats.vocab_txt import write_vocab_txt
from subwords.models import BPE, WordPiece
from subwords.normalizers import BERTNormalizer
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens

Contents = dict[str, str | bytes]


def save(
    directory: str | os.PathLike[str],
    *,
    spec: Spec,
    metadata: dict[str, Any] | None = None,
    special_tokens: SpecialTokens | None = None,
) -> None:
    """Write a tokenizer as the files of its family.

    With "huggingface" semantics ``tokenizer.json``, and beside it ``vocab.txt`` for WordPiece,
    ``vocab.json`` with ``merges.txt`` for BPE; with "sentencepiece" semantics ``tokenizer.model``;
    with "tiktoken" semantics ``tokenizer.tiktoken``. ``special_tokens_map.json`` is always written,
    ``tokenizer_config.json`` where casing other than BERT's default, a split pattern that no rank
    file can state, or metadata needs it (or one lies there already and would go stale). All files
    take their names only when all are complete.

    Args:
        directory: Where to write; made where it is missing.
        spec: The tokenizer.
        metadata: What decides no id, as in `Loaded`.
        special_tokens: Which token plays which part.

    Raises:
        UnsupportedError: The files cannot hold the tokenizer exactly; says what in it.
    """
    if not os.fspath(directory):
        raise ValueError('the directory to save into is ""; pass "." for the working directory')
    directory, metadata = Path(directory), metadata or {}
    special = special_tokens or SpecialTokens()
    config = _config(spec, metadata)
    contents: Contents = {}
    if spec.semantics == "sentencepiece":
        contents[TOKENIZER_MODEL] = write_sentencepiece_model(spec, metadata, special)
        _refuse_stale(directory, TOKENIZER_JSON, "it would be read instead of the .model")
    elif spec.semantics == "tiktoken":
        config.update(rank_file_settings(spec))
        contents[RANKS] = write_ranks(rank_model(spec).vocab)
        for name in (TOKENIZER_JSON, TOKENIZER_MODEL):
            _refuse_stale(directory, name, "it would be read instead of the ranks")
    else:
        contents.update(_classic(directory, spec))
    document = special_tokens_document(_recognised(special, spec), added_flags(spec.added_tokens))
    contents[SPECIAL_MAP] = _pretty(document)
    if config or (directory / CONFIG).exists():
        contents[CONFIG] = _pretty(config)
    if spec.semantics == "huggingface":
        contents[TOKENIZER_JSON] = tokenizer_json(spec, metadata)
    write_files(directory, contents)


def _classic(directory: Path, spec: Spec) -> Contents:
    """The files that lie beside a ``tokenizer.json``, where the format can express the tables."""
    if isinstance(spec.model, WordPiece):
        text = write_vocab_txt(spec.model.vocab)
        if text is not None:
            return {VOCAB_TXT: text}
        why = (
            "the vocabulary to save cannot be written as one (its ids have holes, or a token ends "
            "in white space)"
        )
        _refuse_stale(directory, VOCAB_TXT, why)
    if isinstance(spec.model, BPE):
        merges = write_merges_txt(spec.model.merges)
        if merges is not None:
            return {VOCAB_JSON: write_vocab_json(spec.model.vocab), MERGES_TXT: merges}
        why = "the merges to save cannot be written as one (a token holds white space)"
        _refuse_stale(directory, MERGES_TXT, why)
    return {}


def _refuse_stale(directory: Path, name: str, why: str) -> None:
    if (directory / name).exists():
        raise UnsupportedError(
            f"{directory / name}: this file is of another tokenizer, and {why}. "
            "Save into an empty directory"
        )


def _recognised(special: SpecialTokens, spec: Spec) -> SpecialTokens:
    """Without the tokens that are not looked for in text.

    Readers of the map add every token in it to the added tokens, and give other ids for a text that
    spells one. The unknown token is stated by the model anyway.
    """
    found = {token.content for token in spec.added_tokens}
    roles = {role: token for role, token in special.to_dict().items() if token in found}
    return SpecialTokens(**roles, extra=tuple(token for token in special.extra if token in found))


def _config(spec: Spec, metadata: dict[str, Any]) -> dict[str, Any]:
    config: dict[str, Any] = dict(metadata.get("config", {}))
    if metadata.get("chat_template") is not None:
        config["chat_template"] = metadata["chat_template"]
    bert = spec.normalizer
    if isinstance(spec.model, WordPiece) and isinstance(bert, BERTNormalizer):
        plain = bert.lowercase and bert.strip_accents is None and bert.handle_chinese_chars
        if config or not plain:
            config["do_lower_case"] = bert.lowercase
            config["strip_accents"] = bert.strip_accents
            config["tokenize_chinese_chars"] = bert.handle_chinese_chars
    return config


def _pretty(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
