"""Adding tokens to a spec: which id each gets, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable

from subwords.lookup import Lookup
from subwords.nodes import replace
from subwords.options import require_flag
from subwords.spec import AddedToken, Spec
from subwords.surrogates import refuse_surrogates
from subwords.tables import MAX_ID


def with_added_tokens(
    spec: Spec, lookup: Lookup, tokens: Iterable[str | AddedToken], special: bool
) -> Spec:
    """The spec that also finds `tokens` in text.

    A `str` that is in the vocabulary keeps its id, another gets the next one after the greatest.
    Of the same content given twice, the later wins.

    Raises:
        TypeError: A token is neither `str` nor `AddedToken`, or all of them are one `str`.
        ValueError: A token is empty or holds a lone surrogate, or an id is out of range or belongs
            to another token.
    """
    if isinstance(tokens, (str, bytes)) or not isinstance(tokens, Iterable):
        raise TypeError(f"tokens must be an iterable of tokens, not one {type(tokens).__name__}")
    require_flag("special", special)
    added = {token.content: token for token in spec.added_tokens}
    owners = {token.id: token.content for token in spec.added_tokens}
    next_id = lookup.max_id + 1
    for token in tokens:
        if isinstance(token, str):
            known = added.get(token)
            id = known.id if known is not None else lookup.model_id(token)
            token = AddedToken(  # noqa: PLW2901
                token, next_id if id is None else id, special=special, normalized=not special
            )
        elif not isinstance(token, AddedToken):
            raise TypeError(f"a token must be a str or AddedToken, not {type(token).__name__}")
        _check(token, owners.get(token.id), added.get(token.content), lookup)
        added[token.content] = token
        owners[token.id] = token.content
        next_id = max(next_id, token.id + 1)
    return replace(spec, added_tokens=tuple(sorted(added.values(), key=lambda t: t.id)))


def _check(token: AddedToken, owner: str | None, same: AddedToken | None, lookup: Lookup) -> None:
    if not token.content:
        raise ValueError("an added token must not be empty")
    if isinstance(token.id, bool) or not isinstance(token.id, int) or not 0 <= token.id <= MAX_ID:
        raise ValueError(
            f"the id of {token.content!r} must be an integer from 0 to {MAX_ID}, got {token.id!r}"
        )
    refuse_surrogates("an added token", token.content)
    owner = owner if owner is not None else lookup.token(token.id)
    if owner is not None and owner != token.content:
        raise ValueError(f"id {token.id} of {token.content!r} belongs to {owner!r}")
    own_id = same.id if same is not None else lookup.model_id(token.content)
    if own_id is not None and own_id != token.id:
        raise ValueError(f"{token.content!r} has id {own_id}, not {token.id}")
