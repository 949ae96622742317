"""Whether a pre-tokenizer always cuts a string, wherever it stands.

This is known where a cut depends on the two characters around it alone, as in all pre-tokenizers
that go by single characters. Then a string that is cut by itself is cut in every text.
"""

from __future__ import annotations

from subwords import pre_tokenizers as pre
from subwords.reference.aligned import AlignedText
from subwords.reference.pretokenize import pre_tokenize
from subwords.reference.unicode import is_cjk

_BY_CHARACTER = (
    pre.WhitespacePunctuationSplit,
    pre.Whitespace,
    pre.WhitespaceSplit,
    pre.Punctuation,
    pre.Digits,
    pre.CharDelimiterSplit,
)
_AT_SPACE = (pre.WhitespacePunctuationSplit, pre.Whitespace, pre.WhitespaceSplit)
_NEIGHBOURS = "ab0_!€½"
"""One character of each class that a pre-tokenizer tells apart, and a second letter."""
_KEEP_SPACES = {"nfd", "nfc", "marks", "accents", "lower"}
"""Steps that neither touch the spaces around an ideograph nor make an ideograph."""


class Cuts:
    """What is known about the cuts of one tokenizer.

    Args:
        pre_tokenizer: Where the normalized text is cut.
        steps: The normalizer, as `normalized.simple_steps` gives it.
    """

    def __init__(self, pre_tokenizer: pre.PreTokenizer | None, steps: list[str]) -> None:
        self._pre_tokenizer = pre_tokenizer
        parts = _flat(pre_tokenizer)
        self._known = all(map(_goes_by_character, parts))
        spaced = "cjk" in steps and set(steps[steps.index("cjk") + 1 :]) <= _KEEP_SPACES
        self._ideographs_alone = spaced and bool(parts) and isinstance(parts[0], _AT_SPACE)

    def always(self, text: str, inside: bool) -> bool:
        """Whether the text is never part of one word (`inside`: behind another character)."""
        if self._ideographs_alone and (inside or len(text) > 1) and any(map(is_cjk, text)):
            return True
        if not self._known:
            return False
        if not self._whole(text):
            return True
        return inside and not any(self._whole(c + text) for c in (*_NEIGHBOURS, text[0]))

    def _whole(self, text: str) -> bool:
        pieces = pre_tokenize(self._pre_tokenizer, [AlignedText.from_str(text)])
        return [piece.text for piece in pieces] == [text]


def _flat(pre_tokenizer: pre.PreTokenizer | None) -> list[pre.PreTokenizer]:
    if pre_tokenizer is None:
        return []
    if isinstance(pre_tokenizer, pre.Sequence):
        return [leaf for part in pre_tokenizer.pre_tokenizers for leaf in _flat(part)]
    return [pre_tokenizer]


def _goes_by_character(part: pre.PreTokenizer) -> bool:
    if isinstance(part, pre.Split):
        return isinstance(part.pattern, str) and len(part.pattern) == 1
    return isinstance(part, _BY_CHARACTER)
