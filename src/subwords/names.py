"""From a name to a path: what is bundled, what the Hugging Face cache holds, then the hub."""

from __future__ import annotations

import os
import re

from subwords.errors import MissingFileError

BUNDLED = os.path.join(os.path.dirname(__file__), "bundled")
"""Tokenizers that come with the package, one directory each."""

_HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")
_HUB_FILES = [
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "vocab.txt",
    "vocab.json",
    "merges.txt",
    "*.model",
    "*.spm",
    "*.tiktoken",
]


def locate(
    path_or_name: str | os.PathLike[str], *, revision: str | None = None, offline: bool = False
) -> str:
    """The file or directory that a path or a name stands for.

    An existing path wins; else a bundled name; else the Hugging Face cache, and the hub unless
    `offline`, both through huggingface_hub where it is installed. A path opens no connection.

    Args:
        path_or_name: A path, or a name such as ``"bert-base-uncased"``.
        revision: Branch, tag or commit of the name on the hub.
        offline: Never connect.

    Raises:
        MissingFileError: Nothing was found; the message says where was looked.
        TypeError: It is neither `str` nor `os.PathLike`.
    """
    if not isinstance(path_or_name, (str, os.PathLike)):
        raise TypeError(f"a path or a name is expected, not {type(path_or_name).__name__}")
    name = os.fspath(path_or_name)
    if not isinstance(name, str):
        raise TypeError(f"a path or a name is expected as text, not {name!r}")
    if os.path.exists(name):
        return name
    if not isinstance(path_or_name, str) or not _HUB_NAME.fullmatch(name):
        raise MissingFileError(f"{name!r}: there is no such file or directory")
    bundled = os.path.join(BUNDLED, name)
    if revision is None and os.path.isdir(bundled) and "/" not in name:
        return bundled
    return _from_hub(name, revision, offline)


def _from_hub(name: str, revision: str | None, offline: bool) -> str:
    looked = f"{name!r} is no existing path and no tokenizer bundled with subwords"
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        raise MissingFileError(
            f"{looked}; to look it up in the Hugging Face cache and on the hub, install "
            "huggingface_hub: pip install 'subwords[hub]'"
        ) from None
    from pathlib import Path

    attempts = (True,) if offline else (True, False)
    failure: Exception | None = None
    for local_only in attempts:
        try:
            found: str = snapshot_download(
                name, revision=revision, local_files_only=local_only, allow_patterns=_HUB_FILES
            )
            if any(any(Path(found).glob(pattern)) for pattern in _HUB_FILES):
                return found
        except Exception as error:  # the hub's client raises many kinds, for one outcome
            failure = error
    where = "it is not in the Hugging Face cache"
    if offline:
        where += ", and offline=True keeps it from the hub"
    else:
        where += f", and the hub did not give it ({type(failure).__name__})"
    raise MissingFileError(f"{looked}; {where}") from failure
