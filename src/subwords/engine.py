"""The engine protocol: what the reference and the native engine both offer, and how one is chosen.

Also here is what both do to a text before anything else, so that wrong types and lone surrogates
get the same answer in every entry point of either engine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from subwords.errors import EngineUnavailableError, SurrogateError, UnsupportedError
from subwords.spec import Spec

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from subwords.columns import Columns

EngineName = Literal["native", "reference"]
Errors = Literal["strict", "replace"]

_SURROGATES = re.compile("[\ud800-\udfff]")


class Engine(Protocol):
    """What interprets a spec. Both engines give the same values and raise the same errors.

    `allowed` names the special tokens that are recognised in the text: None for every one, else
    only those in the set. `errors` is "strict" (a lone surrogate raises) or "replace" (U+FFFD).
    """

    name: EngineName

    def encode(
        self, text: str, add_special_tokens: bool, allowed: frozenset[str] | None, errors: str
    ) -> list[int]:
        """The ids of one text."""

    def annotate(
        self,
        text: str,
        pair: str | None,
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
    ) -> Columns:
        """The ids of one text or a pair, with offsets, word ids and masks."""

    def annotate_drawn(
        self,
        text: str,
        pair: str | None,
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        amount: float,
        seed: int,
    ) -> Columns:
        """`annotate` of what `sample` draws from stream 0, and of the pair from stream 1."""

    def encode_batch(
        self,
        texts: Sequence[str],
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        threads: int | None,
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """The ids of many texts, flat, and where each text's row begins (one more than texts)."""

    def sample(
        self,
        text: str,
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        amount: float,
        seed: int,
        document: int = 0,
    ) -> list[int]:
        """The ids of one text, drawn from stream `document` of `seed`.

        `amount` is the model's own parameter: of BPE the probability that a merge is skipped, of
        Unigram the power of the probabilities.
        """

    def sample_batch(
        self,
        texts: Sequence[str],
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        amount: float,
        seed: int,
        threads: int | None,
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """`sample` of many texts, document i drawn from stream i; flat, as `encode_batch`."""

    def decode(self, ids: Sequence[int], skip_special_tokens: bool) -> str:
        """The text of some ids."""

    def normalize(self, text: str, errors: str) -> str:
        """The text after the normalizer."""


def clean_text(text: object, errors: str, document: int | None = None) -> str:
    """The text as an engine may read it: a `str` without lone surrogates.

    Args:
        text: What the caller passed.
        errors: "strict" or "replace".
        document: Index of the text in its batch, for messages.

    Raises:
        TypeError: It is no `str`, or `errors` is unknown.
        SurrogateError: It holds a lone surrogate and `errors` is "strict".
    """
    if not isinstance(text, str):
        raise TypeError(wrong_text(text, document))
    text = str.__str__(text)  # a subclass may answer otherwise than its characters do
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        if errors == "replace":
            return _SURROGATES.sub("\ufffd", text)
        raise SurrogateError(error.start, document) from None
    return text


def wrong_text(value: object, document: int | None = None) -> str:
    """What to tell a caller who passed `value` where a `str` belongs."""
    name = "text" if document is None else f"text {document}"
    hint = ""
    if isinstance(value, (bytes, bytearray)):
        hint = "; decode the bytes first, for example with .decode('utf-8')"
    elif isinstance(value, (list, tuple)) and document is None:
        hint = "; encode_batch takes many texts"
    return f"{name} must be a str, not {type(value).__name__}{hint}"


def unsupported_model(spec: Spec) -> UnsupportedError:
    """The error for a spec whose model is none of `subwords.models`."""
    return UnsupportedError(
        f"{type(spec.model).__name__} is no model that this version can encode with"
    )


def choose_engine(spec: Spec, name: EngineName | None) -> Engine:
    """Build the engine `name` for `spec`; None takes native where present, else reference.

    Raises:
        EngineUnavailableError: "native" was asked for and the extension is absent.
        ValueError: There is no such engine.
    """
    require_engine(name)
    if name == "native" or (name is None and native_available()):
        from subwords.native.engine import NativeEngine

        return NativeEngine(spec)
    from subwords.reference.engine import ReferenceEngine

    return ReferenceEngine(spec)


def require_engine(name: EngineName | None) -> None:
    """Raise unless the engine `name` can be built here."""
    if name not in (None, "native", "reference"):
        raise ValueError(f'engine must be "native", "reference" or None, not {name!r}')
    if name == "native" and not native_available():
        raise EngineUnavailableError(
            "the native engine is not part of this installation; "
            'use engine="reference", or install a wheel that has it'
        )


def native_available() -> bool:
    """Whether the native engine is part of this installation."""
    from subwords import native

    available = getattr(native, "available", None)
    return available is not None and bool(available())


__all__ = ["Engine", "EngineName", "Errors"]
