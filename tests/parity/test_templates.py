"""Post-processors of every kind give the rows that `tokenizers` 0.23.3 gives."""

import itertools
import json

import pytest

import subwords
from subwords import decoders, models, normalizers, post_processors, pre_tokenizers
from subwords.errors import UnsupportedError
from subwords.spec import Spec
from subwords.tables import Vocab

tokenizers = pytest.importorskip("tokenizers")

VOCAB = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "a": 3, "b": 4, "##b": 5, "c": 6, "Ġa": 7, "Ġ": 8,
         " a": 9, "a ": 10, "  a": 11, " b": 12, " a b ": 13, "\u00a0a": 14, " ": 15, "   a": 16,
         "\u3000": 17, "Ġ a": 18}  # fmt: skip
TEXTS = [
    "ab c",
    "",
    "a",
    "b ab",
    " a",
    "  a",
    "a ",
    " a b ",
    "Ġa",
    "Ġ",
    " ",
    "   a",
    "\u00a0a",
    "Ġ a",
]
S, Q = post_processors.SpecialSlot, post_processors.SequenceSlot
SPECIALS = (
    post_processors.TemplateSpecial("[CLS]", (1,), ("[CLS]",)),
    post_processors.TemplateSpecial("[SEP]", (2, 3), ("[SEP]", "a")),
)
BERT = post_processors.Bert(sep=("[SEP]", 2), cls=("[CLS]", 1))
TEMPLATE = post_processors.Template(
    (S("[CLS]", 5), Q("A", 3), S("[SEP]", 4)),
    (Q("B", 2), S("[CLS]", 7), Q("A", 3), S("[SEP]", 4)),
    SPECIALS,
)
PROCESSORS = {
    "none": None,
    "bert": BERT,
    "template": TEMPLATE,
    "empty sequence": post_processors.Sequence(()),
    "byte-level then bert": post_processors.Sequence((post_processors.ByteLevel(), BERT)),
    "pair without B": post_processors.Template((Q("A"),), (Q("A", 2), S("[CLS]", 7)), SPECIALS),
}
for trim in (True, False):
    for space in (True, False):
        roberta = post_processors.Roberta(("[SEP]", 2), ("[CLS]", 1), trim, space)
        PROCESSORS[f"roberta {trim} {space}"] = roberta
        PROCESSORS[f"byte-level {trim} {space}"] = post_processors.ByteLevel(space, trim)
        PROCESSORS[f"byte-level then roberta {trim} {space}"] = post_processors.Sequence(
            (post_processors.ByteLevel(space, True), roberta)
        )


def to_json(processor):
    """The component as a tokenizer.json states it."""
    if processor is None:
        return None
    if isinstance(processor, post_processors.Sequence):
        return {"type": "Sequence", "processors": [to_json(p) for p in processor.processors]}
    if isinstance(processor, post_processors.ByteLevel):
        return {"type": "ByteLevel", "add_prefix_space": processor.add_prefix_space,
                "trim_offsets": processor.trim_offsets, "use_regex": True}  # fmt: skip
    if isinstance(processor, post_processors.Template):

        def slots(side):
            kinds = ["Sequence" if isinstance(slot, Q) else "SpecialToken" for slot in side]
            parts = [{"id": slot.id, "type_id": slot.type_id} for slot in side]
            return [{kind: part} for kind, part in zip(kinds, parts, strict=True)]

        special = {t.id: {"id": t.id, "ids": list(t.ids), "tokens": list(t.tokens)}
                   for t in processor.special_tokens}  # fmt: skip
        return {"type": "TemplateProcessing", "single": slots(processor.single),
                "pair": slots(processor.pair), "special_tokens": special}  # fmt: skip
    sides = {"sep": list(processor.sep), "cls": list(processor.cls)}
    if isinstance(processor, post_processors.Bert):
        return {"type": "BertProcessing", **sides}
    return {"type": "RobertaProcessing", **sides, "trim_offsets": processor.trim_offsets,
            "add_prefix_space": processor.add_prefix_space}  # fmt: skip


@pytest.mark.parametrize("cut", [pre_tokenizers.WhitespaceSplit(), None], ids=["words", "whole"])
@pytest.mark.parametrize("name", PROCESSORS)
def test_rows(name, cut, engine):
    processor = PROCESSORS[name]
    spec = Spec(
        model=models.WordPiece(Vocab(VOCAB)),
        pre_tokenizer=cut,
        post_processor=processor,
        decoder=decoders.WordPiece(),
    )
    ours = subwords.Tokenizer(spec, engine=engine)
    theirs = tokenizers.Tokenizer.from_str(json.dumps({
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": None, "pre_tokenizer": cut and {"type": "WhitespaceSplit"},
        "post_processor": to_json(processor), "decoder": None,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": VOCAB},
    }))  # fmt: skip
    for add in (True, False):
        for text in TEXTS:
            assert (
                ours.encode(text, add_special_tokens=add)
                == theirs.encode(text, add_special_tokens=add).ids
            )
            for second in (None, *TEXTS[:6]):
                mine = ours.annotate(text, second, add_special_tokens=add)
                yours = theirs.encode(text, second, add_special_tokens=add)
                for field in ("ids", "offsets", "word_ids", "sequence_ids", "type_ids",
                              "special_tokens_mask"):  # fmt: skip
                    assert getattr(mine, field) == getattr(yours, field), (field, text, second)


@pytest.mark.parametrize(
    "processor",
    [
        post_processors.Template((S("[CLS]"),), (Q("A"), Q("B")), SPECIALS),
        post_processors.Template((Q("A"), Q("A")), (Q("A"), Q("B")), SPECIALS),
        post_processors.Template((Q("A"),), (S("[CLS]"),), SPECIALS),
        post_processors.Template((Q("A"), Q("B")), (Q("A"), Q("B")), SPECIALS),
        post_processors.Sequence((BERT, TEMPLATE)),
        post_processors.Sequence((BERT, post_processors.ByteLevel())),
    ],
)
def test_templates_that_cannot_be_honoured_raise(processor, engine):
    spec = Spec(model=models.WordPiece(Vocab(VOCAB)), post_processor=processor)
    with pytest.raises(UnsupportedError, match="post_processor"):
        subwords.Tokenizer(spec, engine=engine)


@pytest.mark.parametrize("add_prefix_space", [True, False])
def test_more_white_space_in_a_token_than_in_the_text(add_prefix_space, engine):
    """A normalizer can put it there; then an end that lies before so much stays where it is."""
    processor = post_processors.ByteLevel(add_prefix_space=add_prefix_space, trim_offsets=True)
    for leading, trailing, before in itertools.product(range(4), range(6), range(4)):
        piece = " " * leading + "b" + " " * trailing
        vocab = {"[UNK]": 0, "c": 1, piece: 2}
        theirs = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocab, unk_token="[UNK]"))
        theirs.normalizer = tokenizers.normalizers.Replace("b", piece)
        theirs.pre_tokenizer = tokenizers.pre_tokenizers.Split("c", "isolated")
        theirs.post_processor = tokenizers.processors.ByteLevel(
            trim_offsets=True, add_prefix_space=add_prefix_space
        )
        ours = subwords.Tokenizer(
            Spec(
                models.WordPiece(Vocab(vocab)),
                normalizer=normalizers.Replace("b", piece),
                pre_tokenizer=pre_tokenizers.Split("c", "isolated"),
                post_processor=processor,
            ),
            engine=engine,
        )
        text = "c" * before + "b"
        assert ours.annotate(text).offsets == theirs.encode(text).offsets, (piece, text)
