"""subword-nmt's codes: what the vocabulary is, and that words are cut as the tool cuts them."""

from __future__ import annotations

import io
import random

import pytest

import subwords
from subwords.errors import FormatError, UnsupportedError
from subwords.formats import load

CODES = "#version: 0.2\nl o\nlo w</w>\ne r</w>\nlo w\nlow er</w>\n"


def test_vocabulary(write):
    loaded = load(write(CODES, "codes.bpe"))
    vocab = loaded.spec.model.vocab.to_dict()
    letters = [form for char in "elorw" for form in (char, char + "</w>")]
    made = ["lo", "low</w>", "er</w>", "low", "lower</w>"]
    assert list(vocab) == ["<unk>", *letters, *made]
    assert list(vocab.values()) == list(range(16))
    assert loaded.special_tokens.unk == "<unk>"


def test_words(write):
    tok = subwords.load(write(CODES, "codes.bpe"), engine="reference")
    assert tok.tokenize("low lower  lowlow wro x") == [
        "low</w>", "lower</w>", "low", "low</w>", "w", "r", "o</w>", "<unk>",
    ]  # fmt: skip
    assert tok.decode(tok.encode("low lower")) == "low lower"


def test_a_repeated_merge_counts_once(write):
    once = load(write(CODES, "a")).spec
    assert load(write(CODES + "l o\n", "b")).spec == once


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("#version: 0.1\ne </w>\nl o</w>\n", UnsupportedError, "version 0.1"),
        ("e r</w>\nl o</w>\n", UnsupportedError, "version 0.1"),
        ("#version: 0.2\ne r</w>\nl o w</w>\n", FormatError, "line 3"),
        ("#version: 0.2\ne r</w>\nzz r</w>\n", FormatError, "line 3: no line makes 'zz'"),
    ],
)
def test_what_is_refused(text, error, says, write):
    with pytest.raises(error, match=says):
        load(write(text, "codes"))


def test_merges_of_bytes_are_no_codes(write):
    """CLIP's merges end words in the same way, but spell bytes."""
    with pytest.raises(UnsupportedError, match="merges of a BPE alone"):
        load(write("#version: 0.2\nâ Ģ</w>\na t</w>\n", "merges.txt"))
    with pytest.raises(UnsupportedError, match="merges of a BPE alone"):
        load(write("#version: 0.2\na t\n", "merges.txt"))
    polish = load(write("#version: 0.2\nł ś</w>\na t</w>\n", "codes"))
    assert polish.spec.model.end_of_word_suffix == "</w>"


def test_words_are_cut_as_the_tool_cuts_them(write):
    apply = pytest.importorskip("subword_nmt.apply_bpe")
    learn = pytest.importorskip("subword_nmt.learn_bpe")
    text = "the cat sat on the mat lower lowest newer naïve straße ünder 日本 日本語 wide\n" * 30
    codes = io.StringIO()
    learn.learn_bpe(io.StringIO(text), codes, 60, min_frequency=1)
    tool = apply.BPE(io.StringIO(codes.getvalue()))
    tok = subwords.load(write(codes.getvalue(), "codes"), engine="reference")
    draw = random.Random(1)
    for _ in range(300):
        line = " ".join(
            "".join(draw.choices("theacsolwnrid日本üß", k=draw.randrange(1, 9))) for _ in range(5)
        )
        pieces = tool.process_line(line).split(" ")
        spelled = [p[:-2] if p.endswith("@@") else p + "</w>" for p in pieces]
        known = [p if tok.token_to_id(p) is not None else "<unk>" for p in spelled]
        assert tok.tokenize(line) == known
