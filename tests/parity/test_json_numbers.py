"""Numbers of a tokenizer.json become what `tokenizers` makes of them, which rounds twice."""

import json
import random

import numpy as np
import pytest

import subwords
from subwords.formats.json_numbers import read_float, write_float
from subwords.formats.json_pure import read_json_pure
from subwords.formats.json_reader import read_json

tokenizers = pytest.importorskip("tokenizers")


ODD = ["0", "-0", "-0.0", "-1e-400", "5e-324", "2.5e-324", "1e22", "1e23", "-9007199254740993",
       "-9223372036854775809", "18446744073709551615", "18446744073709551616",
       "-18446744073709551615.5", "-1844674407370955161.55", "-1844674407370955162.01",
       "-184467440737095516199", "1.7976931348623157e308", "123456e-99999999999999999999",
       "0.000000000000000000000000000001", "-2.0122928619384766", "7E+3"]  # fmt: skip


def number(rng: random.Random) -> str:
    def digits(most: int) -> str:
        return "".join(rng.choices("0123456789", k=rng.randrange(1, most)))

    return rng.choice(
        [
            lambda: repr(rng.uniform(-30, 0)),
            lambda: f"-{rng.randrange(40)}.{digits(30)}",
            lambda: repr(rng.uniform(-1, 1) * 10 ** rng.randrange(-300, 300)),
            lambda: f"-{int(digits(25))}.{digits(25)}e{rng.randrange(-330, 250)}",
            lambda: f"-0.{'0' * rng.randrange(40)}{digits(19)}",
        ]
    )()


def published(numbers: list[str]) -> list[float]:
    pieces = ",".join(f'["p{i}",{text}]' for i, text in enumerate(numbers))
    document = (
        '{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],"normalizer":null,'
        '"pre_tokenizer":null,"post_processor":null,"decoder":null,'
        f'"model":{{"type":"Unigram","unk_id":0,"vocab":[{pieces}]}}}}'
    )
    written = json.loads(tokenizers.Tokenizer.from_str(document).to_str())
    return [score for _, score in written["model"]["vocab"]]


def test_every_number_is_read_alike():
    rng = random.Random(9)
    numbers = [*ODD, *(number(rng) for _ in range(5_000))]
    expected = published(numbers)
    assert any(float(text) != value for text, value in zip(numbers, expected, strict=True))
    data = f"[{','.join(numbers)}]".encode()
    for read in (read_json, read_json_pure):
        assert [float(value) for value in read(data, None)] == expected


def test_what_was_read_is_written_so_that_it_is_read_again():
    rng = random.Random(10)
    values = [read_float(repr(rng.uniform(-30, 0))) for _ in range(5_000)]
    assert [read_float(write_float(value)) for value in values] == values


def test_ties_fall_as_published(tmp_path):
    pieces = [["<unk>", 0.0], ["-", -5.129043102264404], ["---", -12.130167007446289]]
    pieces.append(["▁", -2.0122928619384766])
    written = json.loads(tokenizers.Tokenizer(tokenizers.models.Unigram([("a", 0.0)])).to_str())
    written["model"] = {"type": "Unigram", "unk_id": 0, "vocab": pieces}
    (tmp_path / "tokenizer.json").write_text(json.dumps(written), encoding="utf-8")
    oracle = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for engine in ("reference", None):
        tok = subwords.load(tmp_path / "tokenizer.json", engine=engine)
        assert tok.encode("▁-------") == oracle.encode("▁-------").ids == [3, 2, 2, 1]


def test_scores_are_written_so_that_the_library_reads_them_back():
    rng = random.Random(4)
    scores = [float(np.float32(-20 * rng.random())) for _ in range(2000)]
    written = [write_float(score) for score in scores]
    different = sum(a != b for a, b in zip(scores, published(written), strict=True))
    assert different <= 8  # for a few there is no such number


@pytest.mark.parametrize("engine", ["reference", None])
def test_equal_ways_are_told_apart_by_these_doubles(engine, data):
    path = data / "models" / "t5-small" / "tokenizer.json"
    oracle = tokenizers.Tokenizer.from_file(str(path))
    tok = subwords.load(path, engine=engine)
    assert tok.tokenize("-" * 7) == ["▁", "---", "---", "-"]
    for count in range(1, 70):
        for text in ("-" * count, "_" * count, "." * count, "=" * count + " x"):
            assert tok.encode(text) == oracle.encode(text).ids
