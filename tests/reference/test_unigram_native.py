"""The native Unigram model gives the reference's tokens, spans and draws."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("subwords.native._core", reason="the native engine is not installed")

from subwords.engine import Engine
from subwords.errors import UnsupportedError
from subwords.models import Unigram
from subwords.native.engine import NativeEngine
from subwords.reference.engine import ReferenceEngine
from subwords.spec import Spec
from subwords.tables import Pieces

ALPHABETS = ["ab", "abc", "aé漢😀", "a▁b"]
SCORES = [-1.0, -2.0, -40000.1, 70000.0, -0.1, -3.3, -6.6, 0.0, 30.0, -9.899999618530273]
KINDS = ["normal"] * 6 + ["user_defined", "unused", "control"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


@st.composite
def specs(draw):
    """A spec of any Unigram model, and texts for it."""
    alphabet = draw(st.sampled_from(ALPHABETS))
    piece = st.text(alphabet, min_size=1, max_size=5)
    pieces = draw(st.lists(st.tuples(piece, st.sampled_from(SCORES)), max_size=14))
    pieces.insert(draw(st.integers(0, len(pieces))), ("<unk>", draw(st.sampled_from(SCORES))))
    byte_fallback = draw(st.booleans())
    semantics = draw(st.sampled_from(["sentencepiece", "huggingface"]))
    types = None
    if semantics == "sentencepiece":
        types = [draw(st.sampled_from(KINDS)) for _ in pieces]
    if byte_fallback:
        kept = BYTES if types is not None or draw(st.booleans()) else BYTES[:200]
        pieces += [(byte, -0.5) for byte in kept]
        types = types and types + ["byte"] * 256
    unk_id = draw(st.one_of(st.just(0), st.integers(0, len(pieces) - 1)))
    model = Unigram(Pieces(pieces, types), unk_id, byte_fallback)
    letters = st.text(alphabet + "z😀", max_size=60)
    repeated = st.builds(lambda text, times: text * times, letters, st.integers(1, 20))
    texts = st.lists(st.one_of(letters, repeated, st.just("<unk>é<unk>")), min_size=1, max_size=4)
    return Spec(model, semantics=semantics), draw(texts)


def rows(engine: Engine, text: str) -> list[tuple[int, int, int]]:
    columns = engine.annotate(text, None, False, None, "strict")
    begins, ends = columns.begins.tolist(), columns.ends.tolist()
    return list(zip(columns.ids.tolist(), begins, ends, strict=True))


@settings(max_examples=300)
@given(specs())
def test_tokens_and_spans(case):
    spec, texts = case
    native, reference = NativeEngine(spec), ReferenceEngine(spec)
    for text in texts:
        expected = rows(reference, text)
        assert rows(native, text) == expected
        assert native.encode(text, False, None, "strict") == [id for id, _, _ in expected]


@settings(max_examples=200)
@given(specs(), st.sampled_from([0.0, 0.1, 0.5, 1.0, 3.0, -1.0]), st.integers(0, 2**64 - 1))
def test_draws(case, alpha, seed):
    spec, texts = case
    native, reference = NativeEngine(spec), ReferenceEngine(spec)
    for document, text in enumerate(texts):
        arguments = (text, False, None, "strict", alpha, seed, document)
        assert native.sample(*arguments) == reference.sample(*arguments)


def test_a_long_word_uses_its_memory_again():
    model = Unigram(Pieces([("<unk>", 0.0), ("a", -1.1), ("aa", -2.2), ("b", -0.7)]), 0)
    for semantics in ("sentencepiece", "huggingface"):
        spec = Spec(model, semantics=semantics)
        for text in ("a" * 3000, "aab" * 1000, "zé" * 1000, "ab" * 1500):
            assert rows(NativeEngine(spec), text) == rows(ReferenceEngine(spec), text)


def test_both_engines_raise_the_same_errors():
    spec = Spec(Unigram(Pieces([("ab", -1.0), ("c", -1.0)]), None))
    messages = []
    for engine in (NativeEngine(spec), ReferenceEngine(spec)):
        assert engine.encode("cc", False, None, "strict") == [1, 1]
        for call in (
            lambda engine=engine: engine.encode("cab", False, None, "strict"),
            lambda engine=engine: engine.encode("é'", False, None, "strict"),
            lambda engine=engine: engine.sample("x", False, None, "strict", 0.5, 1),
            lambda engine=engine: engine.encode_batch(["c", "x"], False, None, "strict", 2),
        ):
            with pytest.raises(UnsupportedError, match="unk_id") as raised:
                call()
            messages.append(str(raised.value))
    assert messages[: len(messages) // 2] == messages[len(messages) // 2 :]


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -1e30])
def test_scores_must_be_numbers(score):
    spec = Spec(Unigram(Pieces([("<unk>", 0.0), ("a", score)]), 0))
    for kind in (ReferenceEngine, NativeEngine):
        with pytest.raises(UnsupportedError, match="score of piece 1"):
            kind(spec).encode("a", False, None, "strict")


def test_sentencepiece_needs_all_bytes():
    pieces = Pieces([("<unk>", 0.0), ("<0x00>", 0.0)], ["unknown", "byte"])
    spec = Spec(Unigram(pieces, 0, True), semantics="sentencepiece")
    for kind in (ReferenceEngine, NativeEngine):
        with pytest.raises(UnsupportedError, match="<0x01> is missing"):
            kind(spec).encode("a", False, None, "strict")
