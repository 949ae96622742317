"""Random tokenizers of BPE and Unigram, shaped like published ones, give what the library gives.

``SUBWORDS_TEST_SCALE=50`` tries fifty times as many.
"""

import os

import pytest

pytest.importorskip("tokenizers")

import whole_variants
from subwords.engine import native_available
from subwords.models import Unigram
from variant_checks import FIELDS, check, loaded, published

COUNT = {"native": 150, "reference": 25}
SCALE = float(os.environ.get("SUBWORDS_TEST_SCALE", "1"))


def drawn(count, first=0):
    """The variants of so many seeds."""
    return filter(None, map(whole_variants.make, range(first, first + count)))


def test_variants(tmp_path, engine):
    compared = tried = 0
    count = int(COUNT[engine] * SCALE)
    for variant in drawn(count):
        fields = (
            FIELDS if whole_variants.has_offsets(variant) else [f for f in FIELDS if f != "offsets"]
        )
        ours = loaded(variant, tmp_path, engine)
        compared += check(ours, variant, fields) + check_round_trip(ours, variant)
        tried += 1
    print(f"{engine}: {tried} tokenizers, {compared} values")
    assert tried > 0.9 * count
    assert compared > 300 * tried


def check_round_trip(ours, variant):
    """The text decoded from the ids of a text; how many were compared."""
    compared = 0
    for text in variant.texts:
        expected = published(variant.tokenizer.encode, text)
        for skip in (True, False) if expected is not None else ():
            decoded = published(variant.tokenizer.decode, expected.ids, skip_special_tokens=skip)
            if decoded is None:
                continue
            found = ours.decode(expected.ids, skip_special_tokens=skip)
            assert found == decoded, (variant.seed, text, skip)
            compared += 1
    return compared


@pytest.mark.skipif(not native_available(), reason="the native engine is not built here")
def test_parts_that_are_not_trusted(tmp_path):
    """Where the library has nothing to compare with, both engines agree."""
    for variant in drawn(int(20 * SCALE), first=1_000_000):
        native, reference = (loaded(variant, tmp_path, e) for e in ("native", "reference"))
        if isinstance(native.spec.model, Unigram):
            continue  # of a Unigram model no piece can be hidden, which raises
        for text in variant.texts:
            middle = len(text) // 2
            for untrusted in (True, [(0, middle)], [(middle, len(text))]):
                found = native.annotate(text, untrusted=untrusted)
                assert found == reference.annotate(text, untrusted=untrusted), (variant.seed, text)
                assert native.encode(text, untrusted=untrusted) == found.ids, (variant.seed, text)
