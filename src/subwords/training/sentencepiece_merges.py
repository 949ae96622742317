"""What a trainer of SentencePiece BPE finds, before the vocabulary is put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from subwords.training.learned import Merge
from subwords.training.sentencepiece_options import SentencePieceOptions
from subwords.training.sentencepiece_pieces import learnable, room_for_learned


@dataclass(frozen=True, slots=True)
class MergesFound:
    """What a trainer found.

    Args:
        merges: The merges in order; each makes a piece that is new.
        required: Characters that must have a piece, with counts, most frequent first.
        dropped: Characters that were left out, with counts, most frequent first.
        words: Different words.
        occurrences: Words in all.
    """

    merges: Sequence[Merge]
    required: Mapping[str, int]
    dropped: Mapping[str, int]
    words: int
    occurrences: int


def room_for_merges(options: SentencePieceOptions, required: Mapping[str, int]) -> int:
    """How many merged pieces the vocabulary can hold beside symbols and characters."""
    return room_for_learned(options) - len(learnable(required, options))
