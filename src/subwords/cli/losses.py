"""What a tokenizer loses: why text that went through it may not come back as it was."""

from __future__ import annotations

from collections.abc import Iterator

from subwords import decoders, models, normalizers, pre_tokenizers
from subwords.spec import Spec

_NORMALIZERS: dict[type[normalizers.Normalizer], str] = {
    normalizers.NFC: "spellings of a character that Unicode holds equal become one (NFC)",
    normalizers.NFD: "spellings of a character that Unicode holds equal become one (NFD)",
    normalizers.NFKC: "compatibility forms become plain ones: ﬁ is fi, ² is 2 (NFKC)",
    normalizers.NFKD: "compatibility forms become plain ones: ﬁ is fi, ² is 2 (NFKD)",
    normalizers.Lowercase: "upper case",
    normalizers.StripAccents: "combining accents",
    normalizers.Nmt: "control characters, and which kind of white space it was",
    normalizers.Precompiled: "what the model's own character map folds",
    normalizers.Custom: "whatever the Python function changes",
}

_CUTS_AT_SPACE = (
    pre_tokenizers.WhitespacePunctuationSplit,
    pre_tokenizers.Whitespace,
    pre_tokenizers.WhitespaceSplit,
)


def losses(spec: Spec) -> list[str]:
    """What `spec` loses, a phrase each; empty where nothing is known to be lost."""
    found = [
        *_of_normalizer(spec.normalizer),
        *_of_pre_tokenizer(spec.pre_tokenizer),
        *_of_model(spec.model),
        *_of_decoder(spec.decoder),
    ]
    return list(dict.fromkeys(found))


def _of_normalizer(part: normalizers.Normalizer | None) -> Iterator[str]:
    if isinstance(part, normalizers.Sequence):
        for inner in part.normalizers:
            yield from _of_normalizer(inner)
    elif isinstance(part, normalizers.BERTNormalizer):
        yield from _of_bert(part)
    elif isinstance(part, normalizers.Strip):
        ends = [side for side in ("left", "right") if getattr(part, side)]
        if ends:
            yield f"white space at the {' and the '.join(ends)} end of the text"
    elif isinstance(part, normalizers.Replace):
        yield f"every match of {part.pattern!r}, which becomes {part.content!r}"
    elif isinstance(part, normalizers.SentencePieceText):
        yield from _of_sentencepiece(part)
    elif part is not None and type(part) in _NORMALIZERS:
        yield _NORMALIZERS[type(part)]


def _of_bert(part: normalizers.BERTNormalizer) -> Iterator[str]:
    if part.lowercase:
        yield "upper case"
    if part.strips_accents:
        yield "accents"
    if part.clean_text:
        yield "control characters, U+FFFD, and which kind of white space it was"


def _of_sentencepiece(part: normalizers.SentencePieceText) -> Iterator[str]:
    if part.charsmap:
        yield "what the model's own character map folds"
    if part.remove_extra_whitespaces:
        yield "white space at the ends and runs of it"


def _of_pre_tokenizer(part: pre_tokenizers.PreTokenizer | None) -> Iterator[str]:
    if isinstance(part, pre_tokenizers.Sequence):
        for inner in part.pre_tokenizers:
            yield from _of_pre_tokenizer(inner)
    elif isinstance(part, _CUTS_AT_SPACE):
        yield "white space: how much there was, and whether there was any beside punctuation"
    elif isinstance(part, pre_tokenizers.CharDelimiterSplit):
        yield f"the delimiter {part.delimiter!r}"
    elif getattr(part, "behavior", None) == "removed":
        yield "the delimiters that the pre-tokenizer removes"


def _of_model(part: models.Model) -> Iterator[str]:
    if isinstance(part, models.WordPiece):
        yield f"a word that the vocabulary cannot spell, which becomes {part.unk_token}"
        if part.max_chars_per_word is not None:
            yield (
                f"a word of more than {part.max_chars_per_word} characters, "
                f"which becomes {part.unk_token}"
            )
    elif isinstance(part, models.WordLevel):
        yield f"a word that is not in the vocabulary, which becomes {part.unk_token}"


def _of_decoder(part: decoders.Decoder | None) -> Iterator[str]:
    if isinstance(part, decoders.Sequence):
        for inner in part.decoders:
            yield from _of_decoder(inner)
    elif getattr(part, "cleanup", False):
        yield "spaces before punctuation and English contractions, which decoding takes out"
