"""A directory of tokenizer files: which one is read, and what may not contradict it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from subwords.errors import MissingFileError
from subwords.formats.bert_files import (
    CONFIG,
    config_metadata,
    load_vocab_txt,
    merge_roles,
    read_config,
    read_special_map,
)
from subwords.formats.beside import MERGES_TXT, VOCAB_JSON, VOCAB_TXT, check_beside
from subwords.formats.detect import detect
from subwords.formats.loaded import Loaded
from subwords.formats.merges_txt import gpt2_spec, read_merges_txt, read_vocab_json
from subwords.formats.opening import load_file, refuse_rank_options
from subwords.formats.source import decode_utf8, read_bytes
from subwords.formats.special_tokens import finder
from subwords.formats.tokenizer_config import Config
from subwords.formats.tokenizer_json import load_tokenizer_json
from subwords.nodes import replace
from subwords.normalizers import BERTNormalizer
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens

TOKENIZER_JSON, TOKENIZER_MODEL, RANKS = "tokenizer.json", "tokenizer.model", "tokenizer.tiktoken"

PREFER = {
    "tokenizer_json": "tokenizer_json",
    "tokenizer.json": "tokenizer_json",
    "sentencepiece": "sentencepiece",
    ".model": "sentencepiece",
    ".spm": "sentencepiece",
    "tiktoken": "ranks",
    ".tiktoken": "ranks",
    "merges": "merges",
    "vocab.json": "merges",
    "merges.txt": "merges",
    "vocab_txt": "vocab_txt",
    "vocab.txt": "vocab_txt",
}
"""What `prefer=` may say, and the way of reading it stands for."""


def load_directory(
    directory: Path,
    prefer: str | None,
    special_tokens: SpecialTokens | None,
    *,
    pattern: str | None = None,
    mapping: Mapping[str, int] | None = None,
) -> Loaded:
    """Load the tokenizer of a directory.

    The first there is of tokenizer.json, .model, .tiktoken, vocab.json with merges.txt, vocab.txt.

    Raises:
        MissingFileError: There is none, or not the preferred one.
        FormatError: It is damaged, or a file beside it contradicts it.
        UnsupportedError: It is of a kind that makes no tokenizer, such as a word model.
    """
    ways = _ways(directory)
    if prefer is not None:
        if prefer not in PREFER:
            raise ValueError(f"prefer must be one of {', '.join(PREFER)}; got {prefer!r}")
        way = PREFER[prefer]
        if way not in ways:
            raise MissingFileError(
                f"{directory}: nothing here that prefer={prefer!r} asks for; "
                f"there is {', '.join(str(p.name) for p in ways.values()) or 'no tokenizer file'}"
            )
    elif ways:
        way = next(iter(ways))
    else:
        raise MissingFileError(
            f"{directory}: no tokenizer file in this directory. Expected {TOKENIZER_JSON}, a "
            f".model, {VOCAB_JSON} with {MERGES_TXT}, or {VOCAB_TXT}."
        )
    path = ways[way]
    if way == "ranks" or (way == "sentencepiece" and detect(read_bytes(path)) == "tiktoken_ranks"):
        stated = read_config(directory).ranks
        loaded = load_file(
            path,
            special_tokens,
            pattern=stated.pattern if pattern is None else pattern,
            mapping=stated.special_tokens if mapping is None else mapping,
        )
        return _with_configs(loaded, directory)
    refuse_rank_options(path, pattern, mapping)
    if way == "vocab_txt":
        return load_vocab_txt(path, read_bytes(path), special_tokens)
    if way == "sentencepiece":
        loaded = load_file(path, special_tokens)
    elif way == "merges":
        loaded = gpt2_spec(
            read_vocab_json(read_bytes(path), path),
            read_merges_txt(read_bytes(directory / MERGES_TXT), directory / MERGES_TXT),
            directory,
        )
    else:
        loaded = load_tokenizer_json(read_bytes(path), path)
    if prefer is None:
        check_beside(loaded.spec, directory, path)
    return _with_configs(loaded, directory)


def _ways(directory: Path) -> dict[str, Path]:
    """The ways this directory can be read, best first."""
    ways: dict[str, Path] = {}
    if (directory / TOKENIZER_JSON).is_file():
        ways["tokenizer_json"] = directory / TOKENIZER_JSON
    models = [p for p in directory.iterdir() if p.suffix in (".model", ".spm") and p.is_file()]
    if models:
        ways["sentencepiece"] = min(models, key=lambda p: (p.name != TOKENIZER_MODEL, p.name))
    ranks = sorted(directory.glob("*.tiktoken"))
    if ranks:
        ways["ranks"] = ranks[0]
    if (directory / VOCAB_JSON).is_file() and (directory / MERGES_TXT).is_file():
        ways["merges"] = directory / VOCAB_JSON
    if (directory / VOCAB_TXT).is_file():
        ways["vocab_txt"] = directory / VOCAB_TXT
    return ways


def _with_configs(loaded: Loaded, directory: Path) -> Loaded:
    """Add the parts and the metadata that the configs state."""
    config = read_config(directory)
    _check_casing(loaded.spec, config)
    stated, _ = read_special_map(directory)
    metadata = {**loaded.metadata, **config_metadata(config)}
    template = directory / "chat_template.jinja"
    if template.is_file():
        metadata["chat_template"] = decode_utf8(read_bytes(template), template)
    special = loaded.special_tokens
    if stated is not None or config.special_tokens != SpecialTokens():
        special = _known_only(merge_roles(stated, config.special_tokens, special), loaded.spec)
    return replace(loaded, metadata=metadata, special_tokens=special)


def _known_only(special: SpecialTokens, spec: Spec) -> SpecialTokens:
    """Without tokens that the tokenizer lacks; a token that has a part is not an extra too."""
    added = {token.content for token in spec.added_tokens}
    find = finder(spec.model)

    def known(token: str) -> bool:
        return token in added or find(token) is not None

    roles = {role: token for role, token in special.to_dict().items() if known(token)}
    taken = set(roles.values())
    extra = tuple(token for token in special.extra if token not in taken and known(token))
    return SpecialTokens(**roles, extra=extra)


def _check_casing(spec: Spec, config: Config) -> None:
    normalizer = spec.normalizer
    if not isinstance(normalizer, BERTNormalizer):
        return
    casing = config.casing
    accents = casing.strip_accents
    for key, stated, actual in (
        ("do_lower_case", casing.lowercase, normalizer.lowercase),
        ("strip_accents", accents, normalizer.strips_accents),
        ("tokenize_chinese_chars", casing.handle_chinese_chars, normalizer.handle_chinese_chars),
    ):
        if stated is not None and stated != actual:
            raise config.place.key(key).error(
                f"{str(stated).lower()} contradicts the normalizer of {TOKENIZER_JSON}",
                f"Correct one of the two files, or take the key out of {CONFIG}.",
            )
