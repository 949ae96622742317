"""Where text may be cut before it is normalized, so that every different part is treated once.

Natural text repeats itself. If white space is a boundary that no stage looks across, the corpus
can be cut into *runs* there, the different runs counted, and only these normalized and cut into
words. The result is the same, and the work that depends on the stages shrinks from the size of the
corpus to that of its vocabulary.
"""

from __future__ import annotations

from typing import Literal

from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.training.maps import rule_name
from subwords.training.pattern_cuts import cuts_before_spaces

Cut = Literal["punctuation", "space", "blank", "before", "none"]
"""Cut at ASCII white space and punctuation, at white space only, at U+0020 and ends of lines only,
before each space that follows something visible, or not at all."""

SPACES = b" \t\n\r"
PUNCTUATION = bytes(b for b in range(33, 127) if not chr(b).isalnum())

# Normalizers that treat what stands between two spaces as if it stood alone: a space never composes
# with a neighbour and never changes place with one.
_LOCAL = (
    norm.BERTNormalizer,
    norm.NFC,
    norm.NFD,
    norm.NFKC,
    norm.NFKD,
    norm.Lowercase,
    norm.StripAccents,
)
# Those of them that never take a character away, which could bring two spaces together.
_KEEPING = (norm.NFC, norm.NFD, norm.NFKC, norm.NFKD, norm.Lowercase)
_SPACE_CUTTERS = (pre.WhitespacePunctuationSplit, pre.WhitespaceSplit, pre.Whitespace)


def safe_cut(normalizer: norm.Normalizer | None, pre_tokenizer: pre.PreTokenizer | None) -> Cut:
    """The finest cut that cannot change any word.

    Punctuation is safe only where nothing composes with it ("=" and U+0338 become one character
    under NFC), so with BERT's normalizer alone.
    """
    if isinstance(normalizer, norm.SentencePieceText):
        return _sentencepiece_cut(normalizer, pre_tokenizer)
    normalizers = _flat(normalizer, norm.Sequence, "normalizers")
    cutters = _flat(pre_tokenizer, pre.Sequence, "pre_tokenizers")
    if not all(isinstance(part, _LOCAL) for part in normalizers):
        return "none"
    if not cutters or not isinstance(cutters[0], _SPACE_CUTTERS):
        keeping = all(isinstance(part, _KEEPING) for part in normalizers)
        return "before" if keeping and cuts_before_spaces(cutters) else "none"
    if isinstance(cutters[0], pre.WhitespacePunctuationSplit) and all(
        isinstance(part, norm.BERTNormalizer) for part in normalizers
    ):
        return "punctuation"
    return "space"


def is_word_rule(pre_tokenizer: pre.PreTokenizer | None) -> bool:
    """Whether a text is cut as sentencepiece's trainers cut it: before or after each ▁, or not."""
    if isinstance(pre_tokenizer, pre.Split):
        sides = ("merged_with_next", "merged_with_previous")
        return pre_tokenizer.pattern == "▁" and pre_tokenizer.behavior in sides
    return pre_tokenizer == pre.Sequence([])


def _sentencepiece_cut(
    rules: norm.SentencePieceText, pre_tokenizer: pre.PreTokenizer | None
) -> Cut:
    """No key of a published map reaches over a space; other maps are not taken apart to see."""
    name = rule_name(rules.charsmap)
    apart = isinstance(pre_tokenizer, pre.Split) and is_word_rule(pre_tokenizer)
    tidy = rules.add_dummy_prefix and rules.remove_extra_whitespaces and rules.escape_whitespaces
    spaced = any(c.isspace() or c == "▁" for symbol in rules.protected for c in symbol)
    if name == "user_defined" or not apart or not tidy or spaced:
        return "none"
    return "space" if name.startswith("nmt") else "blank"


def byte_classes(cut: Cut, by_line: bool = True) -> bytes:
    """For each byte: what it does to runs.

    0 part of a run, 1 between runs, 2 a run of its own; 3 begins a run after a visible character,
    4 white space that is part of a run, 5 ends a run.

    Args:
        cut: Where text may be cut.
        by_line: Whether every line is a text of its own, as in files.
    """
    classes = bytearray(256)
    if cut == "before":
        classes[9:14] = bytes([4, 5 if by_line else 4, 4, 4, 4])
        classes[32] = 3
        return bytes(classes)
    between = {"none": b"", "blank": b" \r\n"}.get(cut, SPACES)
    for byte in between:
        classes[byte] = 1
    for byte in PUNCTUATION if cut == "punctuation" else b"":
        classes[byte] = 2
    return bytes(classes)


def _flat(component: object, sequence: type, parts: str) -> list[object]:
    if component is None:
        return []
    if isinstance(component, sequence):
        return [leaf for part in getattr(component, parts) for leaf in _flat(part, sequence, parts)]
    return [component]
