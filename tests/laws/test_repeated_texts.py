"""A text has its ids whatever was encoded before it: first, again, after others, by any thread."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest

import bpe_cases
import subwords
from samples import random_texts
from subwords import SpecialTokens, Tokenizer, WordPieceTokenizer
from subwords.engine import native_available
from subwords.models import BPE, Unigram
from subwords.patterns import Regex
from subwords.pre_tokenizers import ByteLevel, Metaspace, Split
from subwords.reference.byte_alphabet import SPELLINGS
from subwords.spec import AddedToken, Spec
from subwords.tables import Merges, Pieces, Vocab

pytestmark = pytest.mark.skipif(not native_available(), reason="the extension is absent")

LETTERS = "abcdefgh"


def _wordpiece() -> Spec:
    tokens = ["[UNK]", "[CLS]", "[SEP]", *LETTERS, *(f"##{c}" for c in LETTERS), "abc", "##def"]
    special = SpecialTokens(unk="[UNK]", cls="[CLS]", sep="[SEP]")
    return WordPieceTokenizer(
        {token: id for id, token in enumerate(tokens)}, special_tokens=special
    ).spec


def _bpe(suffix: str = "", ignore_merges: bool = False) -> Spec:
    """Merges of bytes at random; among the tokens some that no merge makes."""
    rng = random.Random(len(suffix) + ignore_merges)
    alphabet = list(SPELLINGS)
    tokens = dict.fromkeys([*alphabet, *(c + suffix for c in alphabet)])
    merges = []
    parts = [*"Ġabcdefgh.é", *(c + suffix for c in "abcdefgh.")]
    for _ in range(400):
        left, right = rng.choices(parts, k=2)
        if suffix and left.endswith(suffix):
            continue
        if (left, right) not in merges and len(left + right) < 12:
            merges.append((left, right))
            tokens[left + right] = None
            parts.append(left + right)
    tokens.update(
        dict.fromkeys("".join(rng.choices("abcĠ", k=rng.randint(2, 9))) for _ in range(40))
    )
    vocab = Vocab((token, id) for id, token in enumerate(tokens))
    return Spec(
        BPE(vocab, Merges(merges), end_of_word_suffix=suffix, ignore_merges=ignore_merges),
        pre_tokenizer=ByteLevel(add_prefix_space=False),
        added_tokens=(
            AddedToken("[SEP]", len(tokens), special=True, normalized=False),
            AddedToken("bcd!", 70001),
        ),
    )


def _unigram() -> Spec:
    rng = random.Random(1)
    pieces = dict.fromkeys(["<unk>", "▁", *LETTERS, "▁a", "▁the", "é"])
    for _ in range(60):
        pieces["".join(rng.choices("▁" + LETTERS, k=rng.randint(2, 5)))] = None
    rows = [(piece, -rng.uniform(2, 9)) for piece in pieces]
    return Spec(
        Unigram(Pieces(rows), 0),
        pre_tokenizer=Metaspace(),
        added_tokens=(AddedToken("[SEP]", len(rows), special=True, normalized=False),),
    )


def _ranks() -> Spec:
    model = bpe_cases.random_ranks(random.Random(2), 400)
    special = AddedToken("[SEP]", len(model.vocab), special=True, normalized=False)
    pattern = Regex(r"\s?[a-h]+|\s?[^\sa-h]+|\s+")
    return Spec(
        model,
        pre_tokenizer=Split(pattern, "removed", invert=True),
        added_tokens=(special,),
        semantics="tiktoken",
    )


SPECS = {
    "wordpiece": _wordpiece,
    "bpe": _bpe,
    "bpe with suffix": lambda: _bpe(suffix="</w>"),
    "bpe that takes whole words": lambda: _bpe(ignore_merges=True),
    "unigram": _unigram,
    "ranks": _ranks,
}


def _texts() -> list[str]:
    """Short and long ones, of one, two and four bytes a character, with special tokens in them."""
    rng = random.Random(3)

    def sentence(count: int) -> str:
        return " ".join(
            "".join(rng.choices(LETTERS, k=rng.choice([1, 2, 3, 5, 9, 15, 16, 17, 31, 32, 40])))
            for _ in range(count)
        )

    texts = [sentence(count) for count in (1, 1, 2, 3, 5, 8, 20, 40)]
    texts += [
        sentence(3) + tail for tail in ("é", "é b", " 日本 a", "😀", " [SEP] ab", "bcd!e", ".")
    ]
    texts += [
        "",
        " ",
        "a",
        "[SEP]",
        "a[SEP]",
        "a" * 15,
        "a" * 16,
        "a" * 270,
        "abcdefgh" * 40,
        "日" * 90,
    ]
    long = sentence(30)
    for at in range(0, len(long), 97):  # alike but for one character
        texts.append(long[:at] + "h" + long[at + 1 :])
    return [*texts, *random_texts(20, seed=9, longest=25)]


TEXTS = _texts()
ASKED: list[dict[str, Any]] = [
    {},
    {"untrusted": True},
    {"add_special_tokens": False},
    {"allowed_special": {"[SEP]"}},
]
OPTIONS = [
    *ASKED,
    {"allowed_special": set()},
    {"errors": "replace"},
    {"untrusted": True, "errors": "replace"},
]
SAME_AS = [0, 1, 2, 3, 1, 0, 1]  # none of the texts has a lone surrogate


@pytest.fixture(scope="module", params=SPECS)
def spec(request) -> Spec:
    return SPECS[request.param]()


@pytest.fixture(scope="module")
def expected(spec) -> list[list[list[int]]]:
    """What the reference engine says: for every set of options, the ids of every text."""
    tok = Tokenizer(spec, engine="reference")
    columns = [[tok.encode(text, **options) for text in TEXTS] for options in ASKED]
    return [columns[column] for column in SAME_AS]


@pytest.fixture
def tok(spec) -> Tokenizer:
    """With nothing remembered yet."""
    return Tokenizer(spec, engine="native")


def test_the_options_matter(expected):
    assert expected[1] != expected[3]


def test_again_and_again(tok, expected):
    for _ in range(3):
        assert [tok.encode(text) for text in TEXTS] == expected[0]
        assert tok.encode_batch(TEXTS, threads=1).to_list() == expected[0]


def test_each_three_times(tok, expected):
    for text, ids in zip(TEXTS, expected[0], strict=True):
        assert [tok.encode(text) for _ in range(3)] == [ids] * 3


def test_in_any_order_with_any_options(tok, expected):
    rng = random.Random(4)
    for _ in range(4 * len(TEXTS)):
        at, which = rng.randrange(len(TEXTS)), rng.randrange(len(OPTIONS))
        assert tok.encode(TEXTS[at], **OPTIONS[which]) == expected[which][at], (
            TEXTS[at],
            OPTIONS[which],
        )


def test_in_batches_with_any_options(tok, expected):
    rng = random.Random(5)
    for _ in range(20):
        order, which = rng.choices(range(len(TEXTS)), k=30), rng.randrange(len(OPTIONS))
        rows = tok.encode_batch([TEXTS[at] for at in order], **OPTIONS[which])
        assert rows.to_list() == [expected[which][at] for at in order]


def test_what_else_is_asked_about_a_text(tok, expected):
    """Annotations, counts and refused texts neither take what is not theirs nor leave it behind."""
    for text, ids in zip(TEXTS, expected[0], strict=True):
        with pytest.raises(subwords.SurrogateError):
            tok.encode(text + "\ud800")
        assert tok.count(text) == len(ids)
        assert tok.annotate(text).ids == ids
        assert tok.encode(text) == ids
        assert tok.encode(text, errors="replace") == ids
    again = tok.encode("ab\ud800", errors="replace")
    with pytest.raises(subwords.SurrogateError):
        tok.encode("ab\ud800")
    assert tok.encode("ab\ufffd") == again


def test_more_texts_than_are_remembered(tok, expected):
    """What comes in between is several times what a worker keeps."""
    filler = "abc def gh " * 700
    rng = random.Random(6)
    for turn in range(1200):
        at = rng.randrange(len(TEXTS))
        assert tok.encode(TEXTS[at]) == expected[0][at]
        tok.encode(f"{turn} {filler}")
    assert [tok.encode(text) for text in TEXTS] == expected[0]


def test_more_words_than_are_remembered(spec):
    """Short words, as many as make a cache grow; then all again."""
    tok = Tokenizer(spec, engine="native")
    rng = random.Random(7)
    words = ["".join(rng.choices(LETTERS, k=rng.randint(4, 15))) for _ in range(60000)]
    texts = [" ".join(words[begin : begin + 2000]) for begin in range(0, len(words), 2000)]
    first = [tok.encode(text) for text in texts]
    assert [tok.encode(text) for text in reversed(texts)] == first[::-1]
    fresh = Tokenizer(spec, engine="native")
    assert [fresh.encode(text) for text in reversed(texts)] == first[::-1]
    some = [" ".join(words[begin : begin + 20]) for begin in range(0, len(words), 6000)]
    reference = Tokenizer(spec, engine="reference")
    assert [tok.encode(text) for text in some] == [reference.encode(text) for text in some]


def _together(work: Callable[[int], None], count: int) -> None:
    failures: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(number)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def test_many_threads(tok, expected):
    def work(number: int) -> None:
        rng = random.Random(number)
        for _ in range(2 * len(TEXTS)):
            at, which = rng.randrange(len(TEXTS)), rng.randrange(len(OPTIONS))
            assert tok.encode(TEXTS[at], **OPTIONS[which]) == expected[which][at]
        assert tok.encode_batch(TEXTS * 3, threads=3).to_list() == expected[0] * 3

    _together(work, 6)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_after_a_fork(tok, expected):
    """Parent and child go on from what both remember, each by itself."""

    def all_again(step: int) -> bool:
        return all(
            tok.encode(text, **options) == ids
            for options, column in list(zip(OPTIONS, expected, strict=True))[::step]
            for text, ids in list(zip(TEXTS, column, strict=True))[::step]
        )

    assert [tok.encode(text) for text in TEXTS] == expected[0]
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if all_again(-1) else 3)
        finally:
            os._exit(4)
    assert all_again(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert all_again(-1)
