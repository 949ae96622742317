"""`load`: a tokenizer from a path or a name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypeVar

from subwords import formats
from subwords.engine import EngineName, native_available, require_engine
from subwords.formats import Loaded
from subwords.names import locate
from subwords.special_tokens import SpecialTokens
from subwords.tokenizer import Tokenizer

if native_available():  # with the package, rather than in the middle of the first load
    import subwords.native.engine  # noqa: F401

_T = TypeVar("_T", bound=Tokenizer)


def load(
    path_or_name: str | os.PathLike[str],
    *,
    engine: EngineName | None = None,
    prefer: str | None = None,
    pattern: str | None = None,
    special_tokens: SpecialTokens | Mapping[str, int] | None = None,
    revision: str | None = None,
    offline: bool = False,
) -> Tokenizer:
    """Load a tokenizer.

    A file is recognised by its content and read alone (only a ``vocab.txt`` also looks at the
    config beside it). In a directory ``tokenizer.json`` wins, then ``.model``, then ``.tiktoken``,
    then vocabulary and merges, then ``vocab.txt``. A name that is no existing path is looked up in
    the Hugging Face cache, then on the hub, both through huggingface_hub where it is installed.

    Args:
        path_or_name: A file, a directory, or a name.
        engine: "native", "reference", or None for native where present, else reference.
        prefer: The format to take where a directory holds several.
        pattern: The split pattern, where the format states none (rank files): a regular
            expression, or a known name such as "o200k_base" or "llama-4".
        special_tokens: Which token plays which part, instead of what the file says. For rank
            files, a mapping from further special tokens to their ids.
        revision: Branch, tag or commit of a name on the hub.
        offline: Never connect.

    Raises:
        MissingFileError: Nothing was found under the path or name (also a `FileNotFoundError`).
        FormatError: A file is damaged or contradicts another; the message says where.
        UnsupportedError: A field that decides ids cannot be honoured; the message names it.
        EngineUnavailableError: engine="native" without the extension.
    """
    require_engine(engine)
    path = locate(path_or_name, revision=revision, offline=offline)
    loaded = formats.load(path, prefer=prefer, pattern=pattern, special_tokens=special_tokens)
    return make(Tokenizer, loaded, engine)


def make(kind: type[_T], loaded: Loaded, engine: EngineName | None) -> _T:
    """The tokenizer of what a format has read."""
    tokenizer = kind.__new__(kind)
    Tokenizer.__init__(
        tokenizer,
        loaded.spec,
        engine=engine,
        metadata=loaded.metadata,
        special_tokens=loaded.special_tokens,
    )
    return tokenizer
