"""A compiled normalizer map as `tokenizers` applies it, which is not as sentencepiece does.

The text is taken grapheme cluster by grapheme cluster. A cluster of less than six bytes that begins
with a string of the map becomes what the *shortest* such string becomes, the rest of it is lost; in
any other, each character is looked up by itself.

Of the characters that a cluster becomes, the first ones have the origins of its characters one by
one, more of them that of the last one. What is deleted is counted with the character before it;
where there is none, the origins of all that follows stay behind by as much, as published.
"""

from __future__ import annotations

from subwords.reference.aligned import AlignedText
from subwords.reference.charsmap import Charsmap
from subwords.reference.segmentation import clusters

SHORT_CLUSTER = 6  # bytes


def precompiled(charsmap: Charsmap, text: AlignedText) -> AlignedText:
    """Rewrite a text with a map."""
    out = _Rewriting(text)
    for begin, end in clusters(text.chars):
        cluster = text.chars[begin:end]
        short = len("".join(cluster).encode()) < SHORT_CLUSTER
        if short and (match := charsmap.shortest(cluster, 0)) is not None:
            out.replace(len(cluster), match[1])
            continue
        for char in cluster:
            match = charsmap.shortest([char], 0)
            out.replace(1, char if match is None else match[1])
    return out.apply()


class _Rewriting:
    """New characters, and how many of the old ones each uses up."""

    def __init__(self, text: AlignedText) -> None:
        self._text = text
        self._chars: list[str] = []
        self._used: list[int] = []

    def replace(self, old: int, new: str) -> None:
        """Note what the next `old` characters become."""
        self._chars += new
        self._used += [1 if at < old else 0 for at in range(len(new))]
        if len(new) < old and self._used:
            self._used[-1] += old - len(new)

    def apply(self) -> AlignedText:
        """The new text."""
        out = AlignedText(self._chars, [])
        at = 0
        for used in self._used:
            out.origin.append(self._text.origin[at if used else at - 1])
            at += used
        return out
