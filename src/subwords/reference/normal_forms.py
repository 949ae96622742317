"""Unicode normal forms with alignments: decompose, put marks in order, compose again.

The text is rewritten as a list of edits, each a new character and how many of the old characters it
uses up, in the order of the text. Decomposition gives a character's first part its one, the other
parts none. Reordering takes the counts along. Composition adds the counts of what it joins.
"""

from __future__ import annotations

from itertools import groupby

from subwords.reference.aligned import AlignedText
from subwords.reference.unicode import combining_class, compose, decompose

Edit = tuple[str, int]


def normal_form(text: AlignedText, *, compatibility: bool, composed: bool) -> AlignedText:
    """NFD, NFC, NFKD or NFKC of a text.

    Args:
        text: What to rewrite.
        compatibility: Take apart what only looks alike (NFKD, NFKC).
        composed: Compose again (NFC, NFKC).
    """
    edits = _reorder(_decompose(text.chars, compatibility))
    return _apply(text, _compose(edits) if composed else edits)


def _decompose(chars: list[str], compatibility: bool) -> list[Edit]:
    return [
        (part, 1 if at == 0 else 0)
        for c in chars
        for at, part in enumerate(decompose(c, compatibility))
    ]


def _reorder(edits: list[Edit]) -> list[Edit]:
    """Sort each run of marks by combining class; marks of one class keep their order."""

    def class_of(edit: Edit) -> int:
        return combining_class(edit[0])

    ordered: list[Edit] = []
    for _, run in groupby(edits, lambda edit: class_of(edit) != 0):
        ordered += sorted(run, key=class_of)
    return ordered


def _compose(edits: list[Edit]) -> list[Edit]:
    """Join each character to the last starter before it, unless another one blocks the way.

    What blocks is a character in between whose class is not lower.
    """
    out: list[Edit] = []
    starter = -1  # where the last starter stands in out
    last_class = 0
    for c, used in edits:
        own_class = combining_class(c)
        adjacent = starter == len(out) - 1
        if starter >= 0 and (adjacent or last_class < own_class):
            base, base_used = out[starter]
            composite = compose(base, c)
            if composite is not None:
                out[starter] = (composite, base_used + used)
                continue
        if own_class == 0:
            starter = len(out)
        out.append((c, used))
        last_class = own_class
    return out


def _apply(text: AlignedText, edits: list[Edit]) -> AlignedText:
    """Give each new character the origin of the first old one it uses, else of the last one used.

    The first edit always uses one: a character's first part has the lowest class of its parts.
    """
    origin = []
    at = 0
    for _, used in edits:
        origin.append(text.origin[at if used else at - 1])
        at += used
    return AlignedText([c for c, _ in edits], origin)
