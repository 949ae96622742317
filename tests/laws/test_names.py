"""Names: a path wins, then what is bundled, then the cache, then the hub; never more than asked."""

import sys
from types import SimpleNamespace

import pytest

import subwords
from subwords import names

VOCAB = "[UNK]\n[CLS]\n[SEP]\nlow\n"


@pytest.fixture
def directory(tmp_path):
    path = tmp_path / "published"
    path.mkdir()
    (path / "vocab.txt").write_text(VOCAB, encoding="utf-8")
    return path


@pytest.fixture
def hub(monkeypatch):
    """A stand-in for huggingface_hub that records what it was asked for."""
    calls = []
    answers = {}

    def snapshot_download(name, *, revision, local_files_only, allow_patterns):
        calls.append((name, revision, local_files_only))
        where = "cache" if local_files_only else "hub"
        if where not in answers:
            raise OSError(f"not in the {where}")
        return str(answers[where])

    module = SimpleNamespace(snapshot_download=snapshot_download)
    monkeypatch.setitem(sys.modules, "huggingface_hub", module)
    return SimpleNamespace(calls=calls, answers=answers)


def test_an_existing_path_wins(directory, hub, monkeypatch):
    monkeypatch.chdir(directory.parent)
    for path in (directory, str(directory), "published", directory / "vocab.txt"):
        assert subwords.load(path, engine="reference").encode("low") == [1, 3, 2]
    assert hub.calls == []


def test_a_missing_path_opens_no_connection(tmp_path, hub):
    for path in (tmp_path / "x", str(tmp_path / "x"), "./x", "a/b/c", "C:\\x", ""):
        with pytest.raises(FileNotFoundError, match="no such file"):
            subwords.load(path)
    assert hub.calls == []


def test_what_is_bundled_comes_before_the_cache(directory, hub, monkeypatch):
    monkeypatch.setattr(names, "BUNDLED", directory.parent)
    assert subwords.load("published", engine="reference").vocab_size == 4
    assert hub.calls == []


def test_the_cache_comes_before_the_hub(directory, hub):
    hub.answers["cache"] = directory
    assert subwords.load("some/name", engine="reference", revision="v1").vocab_size == 4
    assert hub.calls == [("some/name", "v1", True)]


def test_the_hub_is_last(directory, hub):
    hub.answers["hub"] = directory
    assert subwords.WordPieceTokenizer.from_pretrained("some-name").vocab_size == 4
    assert hub.calls == [("some-name", None, True), ("some-name", None, False)]


def test_offline_never_connects(directory, hub):
    hub.answers["hub"] = directory
    with pytest.raises(FileNotFoundError, match=r"cache.*offline=True"):
        subwords.load("some/name", offline=True)
    assert hub.calls == [("some/name", None, True)]


def test_nothing_anywhere(hub):
    with pytest.raises(subwords.MissingFileError, match=r"bundled.*cache.*hub"):
        subwords.load("some/name")


def test_without_the_hub_client(monkeypatch):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(subwords.MissingFileError, match=r"bundled.*pip install"):
        subwords.load("some/name")
