"""Random tokenizers of WordPiece's kind give what the published library gives, in every field.

``SUBWORDS_TEST_SCALE=50`` tries fifty times as many.
"""

import os
import random
import shutil

import pytest

import subwords
from subwords import models, normalizers, post_processors, pre_tokenizers
from subwords.engine import native_available
from subwords.spec import AddedToken, Spec
from subwords.tables import Vocab
from variant_checks import check, loaded, published

tokenizers = pytest.importorskip("tokenizers")
variants = pytest.importorskip("variants")

COUNT = int(300 * float(os.environ.get("SUBWORDS_TEST_SCALE", "1")))


def drawn(count, first=0):
    """The variants of so many seeds."""
    return filter(None, map(variants.make, range(first, first + count)))


def test_variants(tmp_path, engine):
    compared = tried = 0
    for variant in drawn(COUNT):
        compared += check(loaded(variant, tmp_path, engine), variant)
        tried += 1
    print(f"{engine}: {tried} tokenizers, {compared} values")
    assert tried > 0.7 * COUNT
    assert compared > 150 * tried


@pytest.mark.skipif(not native_available(), reason="the native engine is not built here")
def test_engines_agree_on_untrusted_text(tmp_path):
    """Where the library has nothing to compare with: only some special tokens, parts of a text."""
    for variant in drawn(COUNT // 2, first=1_000_000):
        both = [loaded(variant, tmp_path, engine) for engine in ("native", "reference")]
        special = [t.content for t in both[0].spec.added_tokens if t.special]
        draw = random.Random(variant.seed)
        for text in variant.texts:
            begin, end = sorted(draw.choices(range(len(text) + 1), k=2))
            for options in (
                {"untrusted": True},
                {"untrusted": [(begin, end)]},
                {"allowed_special": draw.sample(special, k=draw.randint(0, len(special)))},
            ):
                native, reference = (tok.annotate(text, **options) for tok in both)
                assert native == reference, (variant.seed, text, options)
                assert both[0].encode(text, **options) == native.ids, (variant.seed, text, options)


def test_streams_give_what_decode_gives(tmp_path):
    for variant in drawn(COUNT // 3, first=2_000_000):
        ours = loaded(variant, tmp_path)
        for text in variant.texts:
            ids = [id for id in ours.encode(text) if ours.id_to_token(id) is not None]
            for skip in (True, False):
                stream = ours.decoder_stream(skip_special_tokens=skip)
                streamed = "".join(map(stream.step, ids)) + stream.flush()
                expected = ours.decode(ids, skip_special_tokens=skip)
                assert streamed == expected, (variant.seed, ids, skip)


def saved(ours, directory):
    shutil.rmtree(directory, ignore_errors=True)
    ours.save(directory)
    return directory


def test_saved_variants_load(tmp_path):
    """Here and in the published library, from what `save` writes."""
    for variant in drawn(COUNT // 3, first=3_000_000):
        ours = loaded(variant, tmp_path)
        directory = saved(ours, tmp_path / "saved")
        again = subwords.load(directory)
        assert again.spec == ours.spec, variant.seed
        for role, token in ours.special_tokens.to_dict().items():
            if ours.token_to_id(token) is not None:  # a template may name one of its own
                assert getattr(again.special_tokens, role) == token, variant.seed
        theirs = tokenizers.Tokenizer.from_file(str(directory / "tokenizer.json"))
        for text in variant.texts:
            expected = published(theirs.encode, text)
            if expected is not None:
                found = ours.annotate(text)
                assert found.ids == expected.ids, (variant.seed, text)
                assert found.tokens == expected.tokens, (variant.seed, text)


@pytest.mark.heavy
def test_saved_variants_load_in_transformers(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    transformers = pytest.importorskip("transformers")
    for variant in drawn(COUNT // 3, first=4_000_000):
        ours = loaded(variant, tmp_path)
        directory = str(saved(ours, tmp_path / "saved"))
        for kind in (transformers.AutoTokenizer, transformers.PreTrainedTokenizerFast):
            theirs = kind.from_pretrained(directory)
            for text in variant.texts:
                if published(variant.tokenizer.encode, text) is not None:
                    found = theirs(text)["input_ids"]
                    assert found == ours.encode(text), (variant.seed, kind, text)


def test_added_tokens_show_what_they_cover(engine):
    vocab = {"[UNK]": 0, "a": 1, "##b": 2}
    ours = subwords.Tokenizer(
        Spec(
            models.WordPiece(Vocab(vocab)),
            normalizer=normalizers.Lowercase(),
            pre_tokenizer=pre_tokenizers.WhitespaceSplit(),
            post_processor=post_processors.Bert(sep=("end", 0), cls=("begin", 1)),
            added_tokens=(
                AddedToken("<m>", 3, special=True, lstrip=True, normalized=False),
                AddedToken("[X]", 4, normalized=True),
            ),
        ),
        engine=engine,
    )
    found = ours.annotate("Ab  <m> [X]", "\ud800 <m>", errors="replace")
    assert found.tokens == [
        "begin", "a", "##b", "  <m>", "[x]", "end", "[UNK]", " <m>", "end"
    ]  # fmt: skip
    mixed = ours.annotate("Ab <m> <m>[X]", untrusted=[(0, 6)])
    assert mixed.tokens == ["begin", "a", "##b", "[UNK]", " <m>", "[x]", "end"]
    assert ours.decode([3, 4]) == "[x]"
    assert ours.decode([3, 4], skip_special_tokens=False) == "<m> [x]"


def test_an_id_that_an_added_token_shares_with_the_model(engine):
    """The token is the one that was found; decoding gives the added one."""
    model = models.WordPiece(Vocab({"[UNK]": 0, "a": 1}))
    ours = subwords.Tokenizer(
        Spec(
            model,
            pre_tokenizer=pre_tokenizers.WhitespaceSplit(),
            added_tokens=(AddedToken("<x>", 1),),
        ),
        engine=engine,
    )
    found = ours.annotate("a <x>")
    assert (found.ids, found.tokens) == ([1, 1], ["a", "<x>"])
    assert ours.decode([1]) == "<x>"
