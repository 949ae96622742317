"""The spec of a BERT tokenizer from its parts: what a ``vocab.txt`` leaves unsaid."""

from __future__ import annotations

from subwords.decoders import WordPiece as WordPieceDecoder
from subwords.models import WordPiece
from subwords.nodes import node
from subwords.normalizers import BERTNormalizer
from subwords.post_processors import SequenceSlot, SpecialSlot, Template, TemplateSpecial
from subwords.pre_tokenizers import WhitespacePunctuationSplit
from subwords.spec import AddedToken, Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import VocabTable

BERT_SPECIAL_TOKENS = SpecialTokens(
    pad="[PAD]", unk="[UNK]", mask="[MASK]", sep="[SEP]", cls="[CLS]"
)
"""The special tokens of the published BERT vocabularies."""


@node(frozen=True, slots=True)
class Casing:
    """What a config says about BERT's normalizer; None where it says nothing."""

    lowercase: bool | None = None
    strip_accents: bool | None = None
    handle_chinese_chars: bool | None = None

    def normalizer(self) -> BERTNormalizer:
        """BERT's normalizer with the published defaults for what is not stated."""
        return BERTNormalizer(
            lowercase=True if self.lowercase is None else self.lowercase,
            handle_chinese_chars=(
                True if self.handle_chinese_chars is None else self.handle_chinese_chars
            ),
            strip_accents=self.strip_accents,
        )


def bert_template(vocab: VocabTable, special: SpecialTokens) -> Template | None:
    """``[CLS] A [SEP]`` and ``[CLS] A [SEP] B [SEP]``; None unless the vocabulary has both."""
    cls, sep = special.cls, special.sep
    if cls is None or sep is None:
        return None
    cls_id, sep_id = vocab.get(cls), vocab.get(sep)
    if cls_id is None or sep_id is None:
        return None
    first = (SpecialSlot(cls, 0), SequenceSlot("A", 0), SpecialSlot(sep, 0))
    specials = {
        cls: TemplateSpecial(cls, (cls_id,), (cls,)),
        sep: TemplateSpecial(sep, (sep_id,), (sep,)),
    }
    return Template(
        single=first,
        pair=(*first, SequenceSlot("B", 1), SpecialSlot(sep, 1)),
        special_tokens=tuple(specials[key] for key in sorted(specials)),
    )


def bert_spec(
    vocab: VocabTable,
    casing: Casing,
    special: SpecialTokens,
    prefix: str = "##",
    flags: dict[str, AddedToken] | None = None,
) -> Spec:
    """A BERT tokenizer.

    Args:
        vocab: Its vocabulary; it must hold `special.unk`.
        casing: What is stated about the normalizer.
        special: Its special tokens; those that the vocabulary lacks are left out.
        prefix: The mark of a continuation piece.
        flags: Further flags of special tokens by content (the ids in them are not used).
    """
    added = []
    for token in special:
        id = vocab.get(token)
        if id is not None:
            stated = (flags or {}).get(token)
            added.append(
                AddedToken(token, id, special=True, normalized=False)
                if stated is None
                else AddedToken(
                    token,
                    id,
                    special=True,
                    single_word=stated.single_word,
                    lstrip=stated.lstrip,
                    rstrip=stated.rstrip,
                    normalized=stated.normalized,
                )
            )
    return Spec(
        model=WordPiece(vocab, special.unk or "[UNK]", prefix),
        normalizer=casing.normalizer(),
        pre_tokenizer=WhitespacePunctuationSplit(),
        post_processor=bert_template(vocab, special),
        decoder=WordPieceDecoder(prefix=prefix),
        added_tokens=tuple(sorted(added, key=lambda token: token.id)),
    )
