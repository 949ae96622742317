"""The scores of a tokenizer.json: the doubles that tokenizers reads, and the ids that follow."""

from __future__ import annotations

import json
import random
import struct

import pytest

import subwords
from subwords.formats import json_reader
from subwords.formats.json_numbers import write_float
from subwords.formats.json_reader import read_json, read_json_pure

READERS = [read_json_pure] + ([read_json] if json_reader.native is not None else [])
ODD = ["0", "-0", "-0.0", "-1e-400", "5e-324", "2.5e-324", "1e22", "1e23", "-9007199254740993",
       "-9223372036854775809", "18446744073709551615", "18446744073709551616",
       "-18446744073709551615.5", "-1844674407370955161.55", "-1844674407370955162.01",
       "-184467440737095516199", "1.7976931348623157e308", "123456e-99999999999999999999",
       "0.000000000000000000000000000001", "-2.0122928619384766", "7E+3"]  # fmt: skip


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def numbers():
    rng = random.Random(3)

    def digits(count):
        return "".join(rng.choices("0123456789", k=count))

    for _ in range(300):
        yield repr(single(-20 * rng.random()))
        yield repr(-20 * rng.random() * 10.0 ** rng.randint(-30, 30))
        yield f"-{rng.randrange(30)}.{digits(rng.randint(1, 40))}"
        yield f"{rng.randrange(10)}.{digits(rng.randint(1, 25))}e{rng.randint(-330, 280)}"
        yield f"-1{digits(rng.randint(1, 40))}"
        yield f"0.{'0' * rng.randrange(30)}{digits(rng.randint(1, 22))}"


def scores_of_the_library(texts):
    """What tokenizers reads; it writes doubles without loss."""
    tokenizers = pytest.importorskip("tokenizers")
    rows = ",".join(f'["p{i}",{text}]' for i, text in enumerate(texts))
    model = f'{{"type":"Unigram","unk_id":0,"vocab":[{rows}]}}'
    content = tokenizers.Tokenizer.from_str(
        f'{{"version":"1.0","added_tokens":[],"model":{model}}}'
    ).to_str()
    return [score for _, score in json.loads(content)["model"]["vocab"]]


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
def test_scores_are_the_doubles_that_the_library_reads(read):
    texts = [*ODD, *numbers()]
    rows = ",".join(f'["p{i}",{text}]' for i, text in enumerate(texts))
    pieces = read(f'{{"model":{{"vocab":[{rows}]}}}}'.encode(), None, "tokenizer")["model"]["vocab"]
    found = [repr(pieces.score(i)) for i in range(len(texts))]
    assert found == list(map(repr, scores_of_the_library(texts)))
    assert found != [repr(float(text)) for text in texts]  # not the nearest doubles


def test_scores_are_written_so_that_the_library_reads_them_back():
    rng = random.Random(4)
    scores = [single(-20 * rng.random()) for _ in range(2000)]
    written = [write_float(score) for score in scores]
    different = sum(a != b for a, b in zip(scores, scores_of_the_library(written), strict=True))
    assert different <= 8  # for a few there is no such number


@pytest.mark.parametrize("engine", ["reference", None])
def test_equal_ways_are_told_apart_by_these_doubles(engine, data):
    tokenizers = pytest.importorskip("tokenizers")
    path = data / "models" / "t5-small" / "tokenizer.json"
    oracle = tokenizers.Tokenizer.from_file(str(path))
    tok = subwords.load(path, engine=engine)
    assert tok.tokenize("-" * 7) == ["▁", "---", "---", "-"]
    for count in range(1, 70):
        for text in ("-" * count, "_" * count, "." * count, "=" * count + " x"):
            assert tok.encode(text) == oracle.encode(text).ids
