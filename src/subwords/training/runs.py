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

Cut = Literal["punctuation", "space", "none"]
"""Cut at ASCII white space and punctuation, at white space only, or not at all."""

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
_SPACE_CUTTERS = (pre.WhitespacePunctuationSplit, pre.WhitespaceSplit, pre.Whitespace)


def safe_cut(normalizer: norm.Normalizer | None, pre_tokenizer: pre.PreTokenizer | None) -> Cut:
    """The finest cut that cannot change any word.

    Punctuation is safe only where nothing composes with it ("=" and U+0338 become one character
    under NFC), so with BERT's normalizer alone.
    """
    normalizers = _flat(normalizer, norm.Sequence, "normalizers")
    cutters = _flat(pre_tokenizer, pre.Sequence, "pre_tokenizers")
    if not all(isinstance(part, _LOCAL) for part in normalizers):
        return "none"
    if not cutters or not isinstance(cutters[0], _SPACE_CUTTERS):
        return "none"
    if isinstance(cutters[0], pre.WhitespacePunctuationSplit) and all(
        isinstance(part, norm.BERTNormalizer) for part in normalizers
    ):
        return "punctuation"
    return "space"


def byte_classes(cut: Cut) -> bytes:
    """For each byte: 0 part of a run, 1 between runs, 2 a run of its own."""
    classes = bytearray(256)
    for byte in SPACES if cut != "none" else b"":
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
