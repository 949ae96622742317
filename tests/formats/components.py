"""Components of every spelling: each row is a family and one JSON value.

The tests ask the published library about every row, and want the same answer here: refused, or
accepted with the same meaning.
"""

from __future__ import annotations

from typing import Any

_TEMPLATE: dict[str, Any] = {
    "type": "TemplateProcessing",
    "single": [
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "[S]", "type_id": 0}},
    ],
    "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
    "special_tokens": {"[S]": {"id": "[S]", "ids": [1], "tokens": ["[S]"]}},
}
_SEP_CLS: dict[str, Any] = {"sep": ["s", 1], "cls": ["c", 2]}
_ROBERTA = {**_SEP_CLS, "trim_offsets": False, "add_prefix_space": True}
_VOCAB = {"a": 0, "b": 1, "ab": 2, "[UNK]": 3}
_WORD_PIECE = {
    "vocab": _VOCAB,
    "unk_token": "[UNK]",
    "continuing_subword_prefix": "##",
    "max_input_chars_per_word": 100,
}
_BERT = {"clean_text": True, "handle_chinese_chars": True, "lowercase": True}


def _without(value: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: item for name, item in value.items() if name != key}


def _bpe(**fields: Any) -> dict[str, Any]:
    return {"type": "BPE", "vocab": _VOCAB, "merges": ["a b"], **fields}


def _unigram(pieces: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "Unigram", "vocab": pieces, **fields}


NORMALIZERS: list[Any] = [
    *({"type": name} for name in ("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents")),
    *({"type": name} for name in ("Nmt", "ByteLevel", "BertNormalizer", "Strip", "Replace", "Foo")),
    *({"type": name} for name in ("Prepend", "Sequence", "nfc", "BertPreTokenizer", "Unicode")),
    {"type": "NFC", "x": 1},
    {"type": "NFC", "prepend": "q"},
    {"type": "BertNormalizer", **_BERT},
    {"type": "BertNormalizer", **_BERT, "strip_accents": False, "foo": 1},
    {"type": "BertNormalizer", **_BERT, "clean_text": None},
    {"type": "BertNormalizer", **_BERT, "strip_accents": 1},
    {"type": "Strip", "strip_left": True},
    {"type": "Strip", "strip_left": True, "strip_right": False},
    {"type": "StripNormalizer", "strip_left": True, "strip_right": False},
    {"type": "Replace", "pattern": "a", "content": "b"},
    {"type": "Replace", "pattern": {"String": "a"}, "content": "b"},
    {"type": "Replace", "pattern": {"Regex": "a+"}, "content": "b"},
    {"type": "Replace", "pattern": {"Regex": "a", "String": "b"}, "content": "b"},
    {"type": "Replace", "pattern": {"Foo": "a"}, "content": "b"},
    {"type": "Replace", "pattern": {"String": ""}, "content": "b"},
    {"type": "Prepend", "prepend": "x"},
    {"type": "Prepend", "prepend": 3},
    {"type": "Sequence", "normalizers": []},
    {"type": "Sequence", "normalizers": [{"type": "NFC"}, None]},
    {"type": "Sequence", "normalizers": [{"type": "Sequence", "normalizers": [{"type": "NFD"}]}]},
    {"normalizers": [{"prepend": "x"}]},
    {"strip_left": True, "strip_right": True, "prepend": "x"},
    {"pattern": {"String": "a"}, "content": "b", "prepend": "x"},
    {"prepend": "q", "normalizers": []},
    {"type": None, "prepend": "q"},
    _BERT,
    {"foo": 1},
    {},
    "NFC",
    3,
    [],
]

PRE_TOKENIZERS: list[Any] = [
    *({"type": name} for name in ("BertPreTokenizer", "Whitespace", "WhitespaceSplit", "Split")),
    *({"type": name} for name in ("Punctuation", "Digits", "CharDelimiterSplit", "ByteLevel")),
    *({"type": name} for name in ("Metaspace", "UnicodeScripts", "FixedLength", "Sequence", "Q")),
    {"type": "BertPreTokenizer", "q": 2},
    {"type": "Punctuation", "behavior": "Removed"},
    {"type": "Punctuation", "behavior": "removed"},
    {"type": "Punctuation", "behavior": "Foo"},
    {"type": "Digits", "individual_digits": True},
    {"type": "CharDelimiterSplit", "delimiter": "a"},
    {"type": "CharDelimiterSplit", "delimiter": "😀"},
    {"type": "CharDelimiterSplit", "delimiter": "ab"},
    {"type": "CharDelimiterSplit", "delimiter": ""},
    {"type": "Delimiter", "delimiter": "a"},
    {"type": "Split", "pattern": {"String": "a"}, "behavior": "Isolated"},
    {"type": "Split", "pattern": {"String": "a"}, "behavior": "Contiguous", "invert": False},
    {"type": "Split", "pattern": {"Regex": "a|b"}, "behavior": "MergedWithNext", "invert": True},
    {"type": "Split", "pattern": "a", "behavior": "MergedWithNext", "invert": False},
    {"type": "ByteLevel", "add_prefix_space": True},
    {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True},
    {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False},
    {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": None},
    *(
        {"type": "Metaspace", "replacement": "_", **fields}
        for fields in (
            {},
            {"add_prefix_space": True},
            {"add_prefix_space": False},
            {"add_prefix_space": None},
            {"str_rep": "x", "add_prefix_space": True},
            {"prepend_scheme": "first"},
            {"prepend_scheme": "first", "add_prefix_space": False},
            {"prepend_scheme": "never", "add_prefix_space": False},
            {"prepend_scheme": "never", "add_prefix_space": True, "split": False},
            {"prepend_scheme": "Never"},
            {"prepend_scheme": None},
            {"split": None},
            {"foo": 1},
        )
    ),
    {"type": "Metaspace", "replacement": "__"},
    *({"type": "FixedLength", "length": length} for length in (3, 0, -1, 1.0)),
    {"type": "Sequence", "pretokenizers": []},
    {"type": "Sequence", "pretokenizers": [{"type": "Whitespace"}, {"type": "Q"}]},
    {"type": "Sequence", "pretokenizers": [{"type": "Whitespace"}]},
    {"type": "Sequence", "pre_tokenizers": []},
    {"pretokenizers": []},
    {"replacement": "_"},
    {"individual_digits": True},
    {},
]

POST_PROCESSORS: list[Any] = [
    _TEMPLATE,
    *(_without(_TEMPLATE, key) for key in _TEMPLATE),
    {**_TEMPLATE, "foo": 1},
    {**_TEMPLATE, "special_tokens": []},
    {**_TEMPLATE, "special_tokens": {"[S]": {"id": "[S]", "ids": [1, 2], "tokens": ["[S]", "t"]}}},
    {**_TEMPLATE, "special_tokens": {"[S]": {"id": "[S]", "ids": [1]}}},
    {**_TEMPLATE, "single": []},
    {**_TEMPLATE, "pair": []},
    {**_TEMPLATE, "single": "[S] $A"},
    {**_TEMPLATE, "single": ["$A"]},
    {**_TEMPLATE, "single": [{"Sequence": {"id": "C", "type_id": 0}}]},
    {**_TEMPLATE, "single": [{"Sequence": {"id": "B", "type_id": 0}}]},
    {**_TEMPLATE, "single": [{"Sequence": {"id": "A"}}]},
    {**_TEMPLATE, "single": [{"Sequence": {"id": "A", "type_id": 0, "foo": 3}}]},
    {"type": "BertProcessing"},
    {"type": "BertProcessing", "sep": ["s", 1]},
    {"type": "BertProcessing", **_SEP_CLS, "z": 1},
    {"type": "BertProcessing", "sep": ["s", 1, 3], "cls": ["c", 2]},
    {"type": "BertProcessing", "sep": ["s", -1], "cls": ["c", 2]},
    {"type": "BertProcessing", **_ROBERTA},
    {"type": "RobertaProcessing", **_SEP_CLS},
    {"type": "RobertaProcessing", **_SEP_CLS, "trim_offsets": False},
    {"type": "RobertaProcessing", **_ROBERTA},
    _SEP_CLS,
    _ROBERTA,
    {"type": "ByteLevel"},
    {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True},
    {"type": "Sequence"},
    {"type": "Sequence", "processors": []},
    {"type": "Sequence", "processors": [_SEP_CLS, _TEMPLATE]},
    {"type": "Sequence", "processors": [{"type": "Foo"}]},
    {"processors": []},
    {"type": "Foo"},
    {},
]

DECODERS: list[Any] = [
    *({"type": name} for name in ("WordPiece", "BPEDecoder", "ByteLevel", "Metaspace", "Strip")),
    *({"type": name} for name in ("ByteFallback", "Fuse", "CTC", "Sequence", "Foo")),
    {"type": "WordPiece", "prefix": "#"},
    {"type": "WordPiece", "prefix": "#", "cleanup": False, "x": 1},
    {"type": "WordPiece", "suffix": "x"},
    {"type": "BPEDecoder", "suffix": "x"},
    {"type": "BPE", "suffix": "x"},
    {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True},
    {"type": "ByteLevel", "add_prefix_space": 1, "trim_offsets": True},
    {"type": "Metaspace", "replacement": "_"},
    {"type": "Metaspace", "replacement": "_", "add_prefix_space": False},
    {"type": "Replace", "pattern": {"String": "a"}, "content": "b"},
    {"type": "Replace", "pattern": {"Regex": "a"}, "content": "b"},
    {"type": "Strip", "content": " ", "start": 1, "stop": 2},
    {"type": "Strip", "content": "ab", "start": 1, "stop": 2},
    {"type": "Strip", "content": " ", "start": -1, "stop": 2},
    {"type": "CTC", "pad_token": "a", "word_delimiter_token": "|"},
    {"type": "CTC", "pad_token": "a", "word_delimiter_token": "|", "cleanup": False},
    {"type": "Sequence", "decoders": [{"type": "Fuse"}, {"suffix": "a"}]},
    {"decoders": []},
    {"prefix": "a", "cleanup": True},
    {"suffix": "a"},
    {"pad_token": "a", "word_delimiter_token": "|", "cleanup": False},
    {"pad_token": "a", "word_delimiter_token": "|", "cleanup": False, "prefix": "x"},
    {"content": " ", "start": 1, "stop": 2},
    {"pattern": {"String": "a"}, "content": "b"},
    {"replacement": "_"},
    {},
]

MODELS: list[Any] = [
    {"type": "WordPiece", **_WORD_PIECE},
    {"type": "WordPiece", **_WORD_PIECE, "zz": 1},
    *({"type": "WordPiece", **_without(_WORD_PIECE, key)} for key in _WORD_PIECE),
    *({"type": "WordPiece", **_WORD_PIECE, key: None} for key in _WORD_PIECE),
    _WORD_PIECE,
    _without(_WORD_PIECE, "max_input_chars_per_word"),
    {"vocab": _VOCAB},
    {"type": "WordLevel", "vocab": _VOCAB},
    {"type": "WordLevel", "vocab": _VOCAB, "unk_token": "zzz"},
    {"type": "WordLevel", "vocab": {"a": 0, "b": 5}, "unk_token": "a"},
    *(
        {"type": "WordLevel", "vocab": {"a": id}, "unk_token": "a"}
        for id in (-1, 2**32, 0.0, "0", True, None)
    ),
    {"type": "BPE"},
    {"type": "BPE", "vocab": _VOCAB},
    _bpe(),
    *(
        _bpe(merges=merges)
        for merges in (
            [],
            None,
            [["a", "b"]],
            [["a", "b"], "a b"],
            ["a b c"],
            ["ab"],
            ["a  b"],
            [" a b"],
            [""],
            ["#version: 0.2", "a b"],
            [["a", "b", "c"]],
            [["a"]],
            [["#version", "b"]],
            ["a q"],
            ["b a"],
            ["a b", "a b"],
        )
    ),
    *(_bpe(dropout=dropout) for dropout in (0.5, 1.5, -1, 1, 0, "0")),
    *(_bpe(unk_token=unk) for unk in ("zz", "a", None, 3)),
    *({**_bpe(), key: None} for key in ("fuse_unk", "byte_fallback", "ignore_merges")),
    *({**_bpe(), key: True} for key in ("fuse_unk", "byte_fallback", "ignore_merges")),
    _bpe(vocab={"a": 0, "##b": 1, "ab": 2}, merges=["a ##b"], continuing_subword_prefix="##"),
    _bpe(end_of_word_suffix="</w>"),
    {"vocab": _VOCAB, "merges": [], "unk_id": 0},
    {**_WORD_PIECE, "merges": []},
    {"type": "Unigram"},
    _unigram([]),
    _unigram([], unk_id=0),
    _unigram([["a", -1.5]], unk_id=0),
    _unigram([["a", -1]], unk_id=None),
    _unigram([["a", -1]], unk_id=1),
    _unigram([["a", -1, 2]]),
    _unigram([["a", None]]),
    _unigram({"a": -1}),
    _unigram({"a": 1}),
    _unigram([["a", -1], ["a", -2]], unk_id=0),
    _unigram([["a", -1.0]], byte_fallback=True),
    _unigram([["a", -1.0]], byte_fallback=None),
    {"vocab": [["a", 1]], "unk_token": "a", "merges": []},
    {"vocab": []},
    {"type": "Foo", "vocab": {}},
    {"type": None, "vocab": {"a": 0}, "unk_token": "a"},
    {},
    None,
    3,
]

ROWS: list[tuple[str, Any]] = [
    *(("normalizer", value) for value in NORMALIZERS),
    *(("pre_tokenizer", value) for value in PRE_TOKENIZERS),
    *(("post_processor", value) for value in POST_PROCESSORS),
    *(("decoder", value) for value in DECODERS),
    *(("model", value) for value in MODELS),
]
