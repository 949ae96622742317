"""`Precompiled` does to every cluster of characters what the published library does."""

from __future__ import annotations

import random

import pytest

from normalizer_cases import ALPHABET, published, random_text
from subwords.normalizers import NFC, Precompiled, Sequence, Strip
from subwords.reference.aligned import AlignedText
from subwords.reference.normalize import normalize
from subwords.reference.segmentation import clusters
from subwords.training.charsmap import compile_charsmap

pytest.importorskip("tokenizers")

# One or more of every class of the rules of clusters, most of them short enough to matter.
CLASSES = (
    "aé\r\n\t\x7f\u200b\u0301\u0308\u200d\u200c\u0600\u0903\u0940\u094d\u09cd\u0915\u0937\u09950©®‼☺"
    "\u1100\u1161\u11a8가각\ufe0f\U0001f468\U0001f1e9\U0001f1ea\U000e0041ﬁ中\u00ad\u0e33\u0bcd\u0b95"
)


def random_map(draw):
    """Keys of one to three characters, so that clusters begin with some of them."""
    pairs = {}
    for _ in range(draw.randint(1, 40)):
        key = "".join(draw.choices(CLASSES, k=draw.choice([1, 1, 2, 3])))
        value = "".join(draw.choices("xyZ é中", k=draw.choice([0, 1, 1, 2, 3])))
        if key != value:
            pairs[key] = value
    return compile_charsmap(pairs)


def check(normalizer, text):
    out = normalize(normalizer, AlignedText.from_str(text))
    assert (out.text, out.origin) == published(normalizer, text), ascii(text)


def test_random_maps():
    draw = random.Random(1)
    for _ in range(400):
        normalizer = Precompiled(random_map(draw))
        for _ in range(20):
            check(normalizer, "".join(draw.choices(CLASSES, k=draw.randrange(9))))


def test_chains():
    draw = random.Random(2)
    for _ in range(300):
        steps = [Precompiled(random_map(draw)), draw.choice([NFC(), Strip(), Precompiled(b"")])]
        draw.shuffle(steps)
        steps = [step for step in steps if step != Precompiled(b"")]
        for _ in range(8):
            text = "".join(draw.choices(CLASSES + " ", k=draw.randrange(9)))
            check(Sequence(steps), text)


@pytest.mark.parametrize("name", ["t5-small", "xlnet-base-cased", "pegasus"])
def test_published_maps(name, data):
    import base64
    import json

    content = json.loads((data / "models" / name / "tokenizer.json").read_text("utf-8"))
    [stated] = [
        step for step in content["normalizer"]["normalizers"] if step["type"] == "Precompiled"
    ]
    normalizer = Precompiled(base64.b64decode(stated["precompiled_charsmap"]))
    draw = random.Random(name)
    for _ in range(2500):
        check(normalizer, random_text(draw, 14))
    for _ in range(2500):
        check(normalizer, "".join(draw.choices(ALPHABET + CLASSES, k=draw.randrange(9))))


def test_every_code_point_beside_others():
    """A map of single characters shows where clusters of less than six bytes end."""
    normalizer = Precompiled(
        compile_charsmap({"a": "x", "\u00a9": "y", "\u0301": "z", "\u0915": "w"})
    )
    points = [*range(0x600), *range(0x600, 0xD800, 3), *range(0xE000, 0x20000, 7), 0xE0041, 0xE0100]
    for first in range(0, len(points), 2000):
        for before, after in (
            ("a", "a\u0301"),
            ("\u00a9\u200d", "\u0301"),
            ("\u0915\u094d", "\u0301"),
        ):
            text = "".join(f"{before}{chr(c)}{after}\n" for c in points[first : first + 2000])
            out = normalize(normalizer, AlignedText.from_str(text)).text
            assert out == published(normalizer, text)[0]


def test_clusters():
    text = "e\u0301\r\n각\u1100\u1161\u11a8क्ष\u0915\u094d\u200d\u0937👨\u200d👩a\u0600b"
    found = [text[begin:end] for begin, end in clusters(text)]
    assert found == [
        *("e\u0301", "\r\n", "각", "\u1100\u1161\u11a8", "क्ष", "\u0915\u094d\u200d\u0937"),
        *("👨\u200d👩", "a", "\u0600b"),
    ]
