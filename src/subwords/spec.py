"""The spec: everything that decides ids and offsets, as one immutable tree, and nothing else.

Formats build it from files, training builds it from counts, and two engines interpret it. What
decides no id (padding and truncation defaults, chat templates, unknown harmless keys) is kept
beside it, in `Tokenizer.metadata`.
"""

from __future__ import annotations

from typing import Literal

from subwords.decoders import Decoder
from subwords.models import Model
from subwords.nodes import node
from subwords.normalizers import Normalizer
from subwords.post_processors import PostProcessor
from subwords.pre_tokenizers import PreTokenizer

Semantics = Literal["huggingface", "sentencepiece", "tiktoken"]
"""Whose Unicode tables, pattern dialect, float width and tie rules hold."""


@node(frozen=True, slots=True)
class AddedToken:
    """A token found in the text before the model sees it.

    Args:
        content: The token's text.
        id: Its id.
        special: `decode` skips it, and callers can forbid it in text.
        single_word: Match only where no word character stands beside it.
        lstrip: Take the white space before a match into it.
        rstrip: Take the white space after a match into it.
        normalized: Match in the normalized text instead of the raw one.
    """

    content: str
    id: int
    special: bool = False
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False
    normalized: bool = True


@node(frozen=True, slots=True)
class Spec:
    """A tokenizer as data. Two equal specs give equal ids.

    Args:
        model: How a word becomes pieces.
        normalizer: What is done to the text first; None for nothing.
        pre_tokenizer: Where it is cut; None for nowhere.
        post_processor: The special tokens around it; None for none.
        decoder: How tokens become text again; None joins them with spaces.
        added_tokens: Tokens found in the text, by ascending id.
        semantics: Whose exact behaviour is meant.
    """

    model: Model
    normalizer: Normalizer | None = None
    pre_tokenizer: PreTokenizer | None = None
    post_processor: PostProcessor | None = None
    decoder: Decoder | None = None
    added_tokens: tuple[AddedToken, ...] = ()
    semantics: Semantics = "huggingface"


__all__ = ["AddedToken", "Semantics", "Spec"]
