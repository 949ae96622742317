"""One enormous id costs no gigabytes, and none comes after the greatest that there is."""

import json
import sys
from pathlib import Path

import pytest

import subwords
from subwords import AddedToken, WordPieceTokenizer
from subwords.tables import MAX_ID


@pytest.mark.parametrize("id", [2**31 - 1, 2**31, MAX_ID])
def test_loading_and_encoding(tmp_path, engine, id):
    resource = pytest.importorskip("resource")
    if not sys.platform.startswith("linux"):
        pytest.skip("limits address space, which only Linux honours")
    path = tmp_path / "tokenizer.json"
    model = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
             "max_input_chars_per_word": 100, "vocab": {"[UNK]": 0, "a": id, "##b": 1}}  # fmt: skip
    path.write_text(json.dumps({"version": "1.0", "added_tokens": [], "model": model}))
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 30), before[1]))
    try:
        tok = subwords.load(path, engine=engine)
        assert tok.encode("ab") == [id, 1]
        assert tok.annotate("ab").offsets == [(0, 1), (1, 2)]
        assert tok.encode_batch(["a", "ab"]).to_list() == [[id], [id, 1]]
        assert tok.decode([id]) == "a"
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def test_no_id_is_left_to_add():
    tok = WordPieceTokenizer({"[UNK]": 0, "a": MAX_ID})
    with pytest.raises(ValueError, match=f"must be an integer from 0 to {MAX_ID}"):
        tok.add_tokens(["b"])


@pytest.mark.parametrize("id", [-1, MAX_ID + 1, 2**40, 1.0, "1", None, True])
def test_ids_that_are_none(id):
    with pytest.raises(ValueError, match="must be an integer from 0 to"):
        WordPieceTokenizer({"[UNK]": 0}).add_tokens([AddedToken("b", id)])
