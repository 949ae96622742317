"""Which two tokens a token is merged from: the step between "any neighbours" and a list of merges.

With ranks (or scores), any two neighbours that together are a token may merge, the best first. Yet
every token is made from one pair only, whatever stands around it. For when two tokens merge into T,
nothing inside T's bytes ever merged with anything outside of them. So of the merges within these
bytes, each was the best (and leftmost) of those within them, exactly as if T's bytes stood alone:
the pair is what T alone comes to before its last merge. A list that holds this pair for each token,
in the order of the tokens, therefore takes the same steps on every text, and a token that alone
comes to no pair is never made by merging at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

Text = TypeVar("Text", str, bytes)


def last_pair(parts: Sequence[Text], priority: Mapping[Text, float]) -> tuple[Text, Text] | None:
    """The pair that a token is merged from; None where merging alone does not reach it.

    Args:
        parts: The token's smallest parts, at least two: bytes, or characters.
        priority: By token, its rank; the least merges first, the leftmost among equals. Tokens that
            no merge makes are left out.
    """
    pieces = list(parts)
    get = priority.get
    while len(pieces) > 2:
        best, at = None, -1
        for i in range(len(pieces) - 1):
            rank = get(pieces[i] + pieces[i + 1])
            if rank is not None and (best is None or rank < best):
                best, at = rank, i
        if best is None:
            return None
        pieces[at : at + 2] = [pieces[at] + pieces[at + 1]]
    return pieces[0], pieces[1]


def pairs_of(
    tokens: Sequence[Text], split: Callable[[Text], Sequence[Text]], priority: Mapping[Text, float]
) -> tuple[list[tuple[Text, Text]], list[Text]]:
    """The pair of every token of several parts, in order, and the tokens that have none."""
    pairs: list[tuple[Text, Text]] = []
    unreachable: list[Text] = []
    for token in tokens:
        parts = split(token)
        if len(parts) < 2:
            continue
        pair = last_pair(parts, priority)
        if pair is None:
            unreachable.append(token)
        else:
            pairs.append(pair)
    return pairs, unreachable
