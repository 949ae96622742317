"""Special tokens that the caller names on loading, laid over those of the file."""

from __future__ import annotations

from dataclasses import replace

from subwords.errors import FormatError
from subwords.models import Unigram
from subwords.spec import AddedToken, Spec
from subwords.special_tokens import SpecialTokens


def with_special_tokens(spec: Spec, special: SpecialTokens, file: object) -> Spec:
    """`spec` with every token of `special` recognised in text as special.

    A token that the file lists keeps its flags; one that only the vocabulary knows becomes a
    special added token, matched in the raw text.

    Raises:
        FormatError: A token has no id in the file.
    """
    added = {token.content: token for token in spec.added_tokens}
    for token in special:
        if token in added:
            added[token] = replace(added[token], special=True)
            continue
        id = _find(spec, token)
        if id is None:
            raise FormatError(
                f"the special token {token!r} is not in the vocabulary",
                file=file,
                remedy="Name one that is, or add it to the tokenizer after loading.",
            )
        added[token] = AddedToken(token, id, special=True, normalized=False)
    ordered = tuple(sorted(added.values(), key=lambda token: token.id))
    return spec if ordered == spec.added_tokens else replace(spec, added_tokens=ordered)


def _find(spec: Spec, token: str) -> int | None:
    model = spec.model
    if isinstance(model, Unigram):
        return model.pieces.find(token)
    return model.vocab.get(token)  # type: ignore[attr-defined,no-any-return]
