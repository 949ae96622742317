"""Pain 3: a rank file does not say how text is cut, so loading one that is not known must raise."""

from __future__ import annotations

import base64

import pytest

import subwords


def test_ranks_without_a_pattern(tmp_path):
    path = tmp_path / "mine.tiktoken"
    path.write_bytes(
        b"".join(base64.b64encode(bytes((byte,))) + b" %d\n" % byte for byte in range(256))
    )
    with pytest.raises(subwords.FormatError, match="how text is cut") as caught:
        subwords.load(path)
    assert "pattern=" in str(caught.value)
    tok = subwords.load(path, pattern=r"\w+|\W+", engine="reference")
    assert tok.encode("ab") == [97, 98]
