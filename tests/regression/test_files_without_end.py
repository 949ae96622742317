"""What has no end, or is no pattern's name, is refused before anything is lost."""

import os
import threading

import pytest

import subwords
from subwords.cli.main import main
from subwords.errors import FormatError
from subwords.formats import source


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="this system has no /dev/zero")
def test_a_device_is_no_tokenizer():
    with pytest.raises(FormatError, match="a device is no file"):
        subwords.load("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_read_up_to_the_cap(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "MAX_FILE_BYTES", 1000)
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def pour():
        try:
            with path.open("wb") as pipe:
                pipe.write(b"x" * 10_000_000)
        except BrokenPipeError:
            pass

    thread = threading.Thread(target=pour)
    thread.start()
    with pytest.raises(FormatError, match="1001 bytes are more than the 1000 that are read"):
        source.read_bytes(path)
    thread.join(10)
    assert not thread.is_alive()


@pytest.mark.parametrize("name", ["o200k", "nope", "cl100k-base", "llama-3.1"])
def test_a_name_that_is_no_pattern(tmp_path, name, capsys):
    import base64

    ranks = b"".join(base64.b64encode(bytes([b])) + b" %d\n" % b for b in range(256))
    (tmp_path / "mine.tiktoken").write_bytes(ranks)
    with pytest.raises(ValueError, match=f"no pattern is known by the name '{name}'; known are"):
        subwords.load(tmp_path / "mine.tiktoken", pattern=name)
    tok = subwords.load(tmp_path / "mine.tiktoken", pattern=f"(?:{name})")
    assert bytes(tok.encode(f"a {name} b")) == name.encode()

    (tmp_path / "text").write_text("a b a b")
    arguments = ["train", str(tmp_path / "text"), "--algorithm", "bpe", "--vocab-size", "258"]
    assert main([*arguments, "--pattern", name, "--output", str(tmp_path / "out")]) != 0
    assert "no pattern is known by the name" in capsys.readouterr().err
