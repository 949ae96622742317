"""What one enormous text needed is given back; workers keep their caches and little else."""

import sys
from pathlib import Path

import pytest

import subwords
from subwords import WordPieceTokenizer


def resident_bytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc/self/statm")
@pytest.mark.parametrize("unit", ["é", "e\u0301 ", "\u6f22", "\ud55c"])
def test_one_huge_text(unit):
    pytest.importorskip("subwords.native._core")
    tok = subwords.Tokenizer(WordPieceTokenizer({"[UNK]": 0, "a": 1}).spec, engine="native")

    def use(text):
        tok.annotate(text)
        tok.encode(text)
        tok.encode_batch([text])
        tok.normalize(text)

    use(unit * 100)
    before = resident_bytes()
    use(unit * 3_000_000)
    assert resident_bytes() - before < 64 << 20
