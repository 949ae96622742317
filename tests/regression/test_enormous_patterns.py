"""Patterns of any size are carried out, or refused, in moderate time and with a short message."""

import time

import pytest

from subwords import Regex, Tokenizer, WordPieceTokenizer, load
from subwords.errors import FormatError, UnsupportedPatternError
from subwords.patterns.parser import parse
from subwords.pre_tokenizers import Split


def cuts(engine, expression, text):
    split = Split(Regex(expression), "isolated")
    spec = WordPieceTokenizer({"[UNK]": 0}, pre_tokenizer=split).spec
    return Tokenizer(spec, engine=engine).annotate(text).offsets


@pytest.mark.parametrize(
    "expression",
    [
        "(?:(?:a{1000}){1000}){1000}",
        "(?:(?:(?:ab|c){1000}){1000}){1000,}?",
        "(?:(?:a{1000}b){1000}){1000,}",
        "a" * 100_000,
        "|".join(f"w{i}" for i in range(20_000)),
    ],
)
def test_endless_patterns_are_refused_alike(engine, expression):
    began = time.perf_counter()
    with pytest.raises(UnsupportedPatternError, match=r"more than 50,000 steps") as caught:
        cuts(engine, expression, "aaab")
    assert len(str(caught.value)) < 1000
    assert time.perf_counter() - began < 10


@pytest.mark.parametrize("expression", ["b" * 2500, "(?:b{1000})c", "b{1000,}"])
def test_long_chains_of_states(engine, expression):
    began = time.perf_counter()
    assert cuts(engine, expression, "ac") == [(0, 2)]
    assert time.perf_counter() - began < 5


def test_a_class_of_many_members():
    began = time.perf_counter()
    tree = parse(f"[{''.join(map(chr, range(0x4E00, 0x9FFF, 2)))}]", "oniguruma")
    assert tree.ranges[:2] == ((0x4E00, 0x4E00), (0x4E02, 0x4E02))
    assert len(tree.ranges) == 10_496
    assert time.perf_counter() - began < 5


def test_messages_do_not_repeat_a_whole_file(tmp_path):
    (tmp_path / "tokenizer.json").write_text(
        '{"normalizer": {"type": "%s"}, "model": {"type": "BPE", "vocab": {}, "merges": []}}'
        % ("N" * 100_000)
    )
    with pytest.raises(FormatError, match=r"normalizer\.type: unknown normalizer 'NNN") as caught:
        load(tmp_path / "tokenizer.json")
    assert len(str(caught.value)) < 1000 + len(str(tmp_path))
