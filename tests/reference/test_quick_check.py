"""What the quick check of normal forms calls normal stays, and it finds most such text."""

from __future__ import annotations

import random

import pytest

from normalizer_cases import ALPHABET, random_text
from subwords import normalizers
from subwords.reference.aligned import AlignedText
from subwords.reference.normalize import normalize

core = pytest.importorskip("subwords.native._core", reason="the extension is not built")

FORMS = [normalizers.NFC(), normalizers.NFD(), normalizers.NFKC(), normalizers.NFKD()]


def check(form, text):
    """Whether the text is called normal; then it must come out as it is."""
    said = core.is_already_normal(FORMS.index(form), text)
    if said:
        out = normalize(form, AlignedText.from_str(text))
        assert out.text == text, (form, ascii(text))
        assert out.origin == [(at, at + 1) for at in range(len(text))]
    return said


def cases(data):
    lines = (data / "corpora/unicode/NormalizationTest.txt").read_text("utf-8").splitlines()
    for line in lines:
        if line and line[0] not in "#@":
            fields = line.split(";")[:5]
            yield ["".join(chr(int(c, 16)) for c in field.split()) for field in fields]


@pytest.mark.parametrize("form", FORMS, ids=repr)
def test_normalization_test(form, data):
    """The official cases; the tables are of another version, so some of them do not apply."""
    found = wanted = 0
    for _, nfc, nfd, nfkc, nfkd in cases(data):
        for text in (nfc, nfd, nfkc, nfkd):
            check(form, text)
            check(form, "a" + text + "b")
        normal = {"NFC": nfc, "NFD": nfd, "NFKC": nfkc, "NFKD": nfkd}[type(form).__name__]
        found, wanted = found + check(form, normal), wanted + 1
    assert found > wanted * 0.8


@pytest.mark.parametrize("form", FORMS, ids=repr)
def test_random_text(form):
    draw = random.Random(repr(form))
    for _ in range(4000):
        text = random_text(draw, 8)
        check(form, text)
        check(form, normalize(form, AlignedText.from_str(text)).text)
    for first in ALPHABET:
        for second in ALPHABET:
            check(form, f"e{first}{second}")


def test_ordinary_text():
    for text in ["hello world" * 9, "Société générale, naïve café", "日本語テキスト", "한국어", ""]:
        assert check(FORMS[0], text)
    assert check(FORMS[2], "Tiếng Việt rất đẹp")
    assert not check(FORMS[0], "e\u0301")
    assert not check(FORMS[1], "é")
    assert not check(FORMS[2], "ﬁ")
    assert not check(FORMS[3], "a\u0301\u0323")


@pytest.mark.parametrize("form", FORMS, ids=repr)
def test_every_code_point(form):
    for code_point in [*range(0xD800), *range(0xE000, 0x110000, 5)]:
        check(form, chr(code_point))
