"""Cutting before spaces gives the words of the whole text, wherever the pattern says it may."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from subwords import native
from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.patterns import Regex
from subwords.patterns.known import known_pattern
from subwords.training import count_words, counting
from subwords.training.pattern_cuts import cuts_before_spaces

BYTES = pre.ByteLevel(False, use_regex=False)
KNOWN = ["cl100k_base", "o200k_base", "llama-3", "llama-4", "qwen2", "kimi-k2", "p50k_base"]


def split(expression, behavior="isolated", invert=False):
    return pre.Split(Regex(expression), behavior, invert)


def chain(*parts):
    return pre.Sequence(parts)


SAFE = {
    "gpt2": pre.ByteLevel(False),
    "gpt2 with a space": pre.ByteLevel(True),
    **{name: chain(split(known_pattern(name), "removed", True), BYTES) for name in KNOWN},
    "numbers first": chain(split(r"\p{N}{1,3}"), pre.ByteLevel(False)),
    "possessive": split(r" ?+\p{L}++|\s+"),
    "words then spaces": split(r"\w+|\s+"),
}
UNSAFE = {
    "line": split(r".+"),
    "nothing at a space": split(r"\w+"),
    "over a space": split(r"\w+ \w|\s+"),
    "repeated over": split(r"(?:\w| )+|\s"),
    "looks at a space": split(r"\w+(?= )|\s+|."),
    "does not look at one": split(r"\w+(?!\s)|\s+|."),
    "looks behind": split(r"(?<=a) b|\s+|\S"),
    "at the start": split(r"^a|\s+|\S"),
    "at the end": split(r"\w+$|\s+|\S"),
    "joined": split(r"\s", "merged_with_previous"),
    "runs": split(r"\s|\w", "contiguous"),
    "can be empty": split(r"\s*"),
    "lazy": split(r"\s*?a|b"),
    "before the cut": chain(BYTES, pre.ByteLevel(False)),
    "asks for its place": chain(pre.ByteLevel(False), pre.Metaspace()),
}


def parts(pre_tokenizer):
    return list(getattr(pre_tokenizer, "pre_tokenizers", [pre_tokenizer]))


@pytest.mark.parametrize("name", SAFE)
def test_what_may_be_cut(name):
    assert cuts_before_spaces(parts(SAFE[name]))


@pytest.mark.parametrize("name", UNSAFE)
def test_what_may_not(name):
    assert not cuts_before_spaces(parts(UNSAFE[name]))


def texts(seed):
    draw = random.Random(seed)
    letters = "ab é日1'st.,!\n\r\t\v  \x85\u00a0\u2003\u3000\u200b\x1c\x00\u0301_-"
    common = "ab  .1\n"
    for _ in range(40):
        yield "".join(draw.choices(draw.choice([letters, common]), k=draw.randint(0, 30)))


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("name", SAFE)
@pytest.mark.parametrize("normalizer", [norm.Sequence(), norm.NFKC()], ids=["as it is", "NFKC"])
def test_same_words_as_whole_texts(monkeypatch, tmp_path, engine, name, normalizer):
    if engine == "native" and not native.available():
        pytest.skip("the native engine is not installed")
    corpus = [text for seed in range(6) for text in texts(seed)]
    file = tmp_path / "corpus.txt"
    file.write_bytes("".join(corpus).encode())
    options = {"normalizer": normalizer, "pre_tokenizer": SAFE[name], "engine": engine}
    cut = dict(count_words(corpus, **options)), dict(count_words(file, **options))
    monkeypatch.setattr(counting, "pattern_words", lambda *_: None)
    scanned = cut
    cut = dict(count_words(corpus, **options)), dict(count_words(file, **options))
    monkeypatch.setattr(counting, "safe_cut", lambda *_: "none")
    whole = dict(count_words(corpus, **options)), dict(count_words(file, **options))
    assert cut == whole
    assert scanned == whole
    assert sum(cut[0].values()) > 1000


def test_both_stores_cut_alike():
    if not native.available():
        pytest.skip("the native engine is not installed")
    from subwords.training.runs import byte_classes
    from subwords.training.store import new_store

    for by_line in (True, False):
        classes = byte_classes("before", by_line)
        for seed in range(50):
            for text in texts(seed):
                found = []
                for engine in ("reference", "native"):
                    store = new_store(engine)
                    store.add_runs(text.replace("\x1c", "").encode(), classes)
                    found.append(Counter(dict(store.sorted_items())))
                assert found[0] == found[1], text
