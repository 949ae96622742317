"""The two JSON readers: the same values, the same refusals, the same places."""

from __future__ import annotations

import json
import math

import pytest

from subwords.errors import FormatError
from subwords.formats import json_reader
from subwords.formats.json_pure import read_json_pure
from subwords.formats.json_reader import read_json

READERS = [read_json_pure] + ([read_json] if json_reader.native is not None else [])
reader = pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)


@reader
@pytest.mark.parametrize(
    "text",
    ["01", "1.", ".5", "+1", "1e", "NaN", "-Infinity", "tru", "'a'", "[1,]", '{"a":1,}', "{a:1}",
     "[1 2]", '{"a" 1}', "1 2", " ", "[", '{"a"', '"', '"\\', '"\\u12"', '"\\q"', '"\t"', "\x01",
     "/**/1", "1e400", "[" * 128 + "]" * 128, "[" * 100_000, '{"a":' * 50_000, '"\\ud800"',
     '["\\udc00"]', '"\\ud83d\\ud83d\\ude00"', '{"\\ud800": 1}', "9" * 5000],
)  # fmt: skip
def test_refused(read, text):
    with pytest.raises(FormatError) as caught:
        read(text.encode(), "f.json")
    assert str(caught.value).startswith("f.json: ")


@reader
@pytest.mark.parametrize(
    "text",
    ["{}", "[]", '""', "null", "-1.5E+3", "[1,[2,{\"a\":null}],true,false]", "\r\n\t 7 ", "5e-324",
     "1e-400", "18446744073709551615", "18446744073709551616", "-9223372036854775809", "-0", "0",
     "-0.0", r'"\"\\\/\b\f\n\r\té\u00e9\ud83d\ude00\u0000"', '{"a": 1, "b": 2, "a": 3}',
     "[" * 127 + "]" * 127, "0.1", "123456789.123456789e-3"],
)  # fmt: skip
def test_accepted(read, text):
    value, expected = read(text.encode(), None), json.loads(text)
    if not isinstance(value, float):
        assert value == expected
    else:
        assert math.isclose(value, float(text), rel_tol=4e-16)  # rounded twice, as published
        assert math.copysign(1, value) == math.copysign(1, float(text))


@reader
def test_an_integer_too_wide_or_minus_zero_is_a_float(read):
    assert [type(v) for v in read(b"[-0, 18446744073709551616, 18446744073709551615]", None)] == [
        float,
        float,
        int,
    ]


@reader
@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b'{\n  "a": x}', "line 2 column 8"),
        ('["é", x]'.encode(), "line 1 column 7"),
        (b'["a", "\\ud800"]', "line 1 column 8"),
        (b'["ab\xff"]', "byte 4"),
        (b'["\xed\xa0\x80"]', "byte 2"),
        (b"[\xff]", "byte 1"),
        (b"\xef\xbb\xbf{}", "byte 0"),
    ],
)
def test_places(read, data, where):
    del read  # the byte order mark is seen before a reader is chosen
    with pytest.raises(FormatError) as caught:
        read_json(data, None)
    assert caught.value.where == where


@reader
@pytest.mark.parametrize(
    ("model", "where"),
    [
        ('{"vocab": {"a": 0, "a": 1}}', "model.vocab.a"),
        ('{"vocab": {"a b": 3, "c": 3}}', "model.vocab.c"),
        ('{"vocab": {"é\\n": -1}}', 'model.vocab["é\\n"]'),
        ('{"vocab": {"a": 1.0}}', "model.vocab.a"),
        ('{"vocab": {"a": 4294967295}}', "model.vocab.a"),
        ('{"vocab": [["a", 1], ["b", "c"]]}', "model.vocab[1][1]"),
        ('{"vocab": [["a"]]}', "model.vocab[0]"),
        ('{"vocab": [[1, 2]]}', "model.vocab[0][0]"),
        ('{"merges": ["a b", "ab"]}', "model.merges[1]"),
        ('{"merges": [["a", "b"], "a b"]}', "model.merges[1]"),
        ('{"merges": ["a b", 3]}', "model.merges[1]"),
    ],
)
def test_table_errors_name_the_entry(read, model, where):
    with pytest.raises(FormatError) as caught:
        read(f'{{"model": {model}}}'.encode(), None, "tokenizer")
    stated = caught.value.where.replace('["a"]', ".a").replace('["c"]', ".c")
    assert stated == where


def test_tables_are_equal_across_the_twins(published):
    for model in ("bert-base-uncased", "gpt2", "t5-small"):
        data = published(model).read_bytes()
        ours, theirs = read_json(data, None, "tokenizer"), read_json_pure(data, None, "tokenizer")
        assert ours == theirs
        assert theirs == ours
