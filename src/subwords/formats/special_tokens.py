"""Special tokens that the caller names on loading, laid over those of the file."""

from __future__ import annotations

from collections.abc import Callable

from subwords.errors import FormatError
from subwords.models import Model, SentencePieceBPE, Unigram
from subwords.nodes import replace
from subwords.spec import AddedToken, Spec
from subwords.special_tokens import SpecialTokens


def with_special_tokens(spec: Spec, special: SpecialTokens, file: object) -> Spec:
    """`spec` with every token of `special` recognised in text as special.

    A token that the file lists keeps its flags; one that only the vocabulary knows becomes a
    special added token, matched in the raw text, but for the control and unknown pieces of a
    ``.model``, which are never recognised in text.

    Raises:
        FormatError: A token has no id in the file.
    """
    added = {token.content: token for token in spec.added_tokens}
    find = finder(spec.model)
    for token in special:
        if token in added:
            added[token] = replace(added[token], special=True)
            continue
        id = find(token)
        if id is None:
            raise FormatError(
                f"the special token {token!r} is not in the vocabulary",
                file=file,
                remedy="Name one that is, or add it to the tokenizer after loading.",
            )
        if not _is_hidden(spec.model, id):
            added[token] = AddedToken(token, id, special=True, normalized=False)
    ordered = tuple(sorted(added.values(), key=lambda token: token.id))
    return spec if ordered == spec.added_tokens else replace(spec, added_tokens=ordered)


def finder(model: Model) -> Callable[[str], int | None]:
    """The function from token to id of a model's own table."""
    pieces = getattr(model, "pieces", None)
    find: Callable[[str], int | None] = model.vocab.get if pieces is None else pieces.find  # type: ignore[attr-defined]
    return find


def _is_hidden(model: Model, id: int) -> bool:
    """Whether a piece is one that its library never recognises in text."""
    return isinstance(model, (SentencePieceBPE, Unigram)) and model.pieces.type(id) in (
        "control",
        "unknown",
    )
