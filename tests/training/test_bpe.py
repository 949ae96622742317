"""BPE training end to end: the lessons' numbers, defaults, files, and what cannot be trained."""

from __future__ import annotations

import json
import random
import warnings

import pytest

import subwords
from subwords import SpecialTokens, native
from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.errors import UnsupportedError
from subwords.training import TrainingWarning, WordCounts, learn, train
from subwords.training.bpe import BYTE_LEVEL, final_merges
from subwords.training.bpe_options import BPEOptions
from trainers import bpe_trainer, corpus_text

LESSON = (
    "low low low low low lower lower newest newest newest "
    "newest newest newest widest widest widest new new newer"
)
WIDGET = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
TEXT = ["The quick brown fox jumps over the lazy dog; the dog, don't you see, sleeps. "] * 3


@pytest.fixture(params=["reference", "native"])
def engine(request):
    if request.param == "native" and not native.available():
        pytest.skip("the native engine is not installed")
    return request.param


def bpe(corpus, size, **options):
    """Train without the warning that the data does not support the size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrainingWarning)
        return train(corpus, "bpe", size, **options)


def test_first_merges_of_the_lessons(engine):
    options = {"pre_tokenizer": pre.WhitespaceSplit(), "engine": engine}
    first = learn([LESSON], "bpe", 30, ties="last", min_frequency=1, **options).merges[0]
    assert (first.left, first.right, first.count) == ("w", "e", 9)
    counts = WordCounts(WIDGET, normalizer=norm.Sequence(), pre_tokenizer=pre.WhitespaceSplit())
    first = learn(counts, "bpe", 30, min_frequency=1, **options).merges[0]
    assert (first.left, first.right, first.count) == ("e", "s", 9)


def test_ties(engine):
    counts = {"zzyy": 2, "ab": 2, "c": 1}
    first = {
        ties: bpe_trainer(engine)(counts, BPEOptions(vocab_size=6, ties=ties)).merges[0]
        for ties in ("huggingface", "last", "sentencepiece")
    }
    assert {ties: merge.merged for ties, merge in first.items()} == {
        "huggingface": "ab", "last": "zz", "sentencepiece": "ab",
    }  # fmt: skip
    longer = {"aaaa": 4, "zz": 6}  # aa and zz six times; then a tie of aa + aa and z
    merges = bpe_trainer(engine)(longer, BPEOptions(vocab_size=9, ties="sentencepiece")).merges
    assert merges[0].merged == "aa"


def test_tiktoken_ties_number_the_bytes(engine):
    tok = bpe([TEXT[0]] * 2, 300, ties="tiktoken", engine=engine)
    assert [tok.token_to_id(c) for c in ("Ā", "Ġ", "!", "a", "ÿ")] == [0, 32, 33, 97, 255]
    usual = bpe([TEXT[0]] * 2, 300, engine=engine)
    assert [usual.token_to_id(c) for c in ("!", "a")] == [0, 64]


def test_defaults_are_byte_level(engine):
    tok = bpe(TEXT, 300, engine=engine)
    assert tok.spec.pre_tokenizer == BYTE_LEVEL
    assert tok.spec.semantics == "huggingface"
    assert tok.spec.added_tokens == ()
    assert tok.vocab_size == 300
    assert tok.is_lossless
    text = "the fox 😀 don't\n\n  sleep, été"
    assert tok.decode(tok.encode(text)) == text
    assert not tok.tokenize("the")[0].startswith("Ġ")


def test_nothing_vanishes(engine):
    tok = bpe(["hug pug pun bun"], 14, pre_tokenizer=pre.WhitespaceSplit(), engine=engine)
    assert tok.tokenize("mug 😀") == ["[UNK]", "u", "g", "[UNK]"]
    by_bytes = bpe(
        ["hug pug pun bun"], 300, byte_fallback=True, pre_tokenizer=pre.WhitespaceSplit(),
        engine=engine,
    )  # fmt: skip
    assert by_bytes.tokenize("mé") == ["<0x6D>", "<0xC3>", "<0xA9>"]


def test_counts_beyond_32_bits(engine):
    counts = WordCounts(
        {"ab": 5_000_000_000, "cd": 2}, normalizer=norm.Sequence(), pre_tokenizer=BYTE_LEVEL
    )
    learned = learn(counts, "bpe", 258, engine=engine)
    assert [(m.merged, m.count) for m in learned.merges] == [("ab", 5_000_000_000), ("cd", 2)]


def test_size_below_and_above_what_is_possible(engine):
    with pytest.raises(ValueError, match="alphabet of 256 take 256 places"):
        train(TEXT, "bpe", 100, engine=engine)
    with pytest.warns(TrainingWarning, match=r"vocab_size=5,000 .* largest is 3\d\d "):
        train(TEXT, "bpe", 5_000, engine=engine)


def test_long_lines_are_not_dropped(engine, tmp_path):
    file = tmp_path / "corpus.txt"
    file.write_text("zqzq " * 2_000 + "\nshort line\n" * 3)
    assert "zqzq" in bpe(file, 270, engine=engine).get_vocab()


def test_order_and_threads_change_nothing(tmp_path):
    if not native.available():
        pytest.skip("the native engine is not installed")
    draw = random.Random(4)
    lines = [
        " ".join(draw.choices(["low", "newer", "été", "x1", "don't"], k=9)) for _ in range(400)
    ]
    saved = []
    for turn in range(3):
        file = tmp_path / f"{turn}.txt"
        file.write_text("\n".join(lines) + "\n")
        bpe(file, 300, threads=turn + 1).save(tmp_path / f"tok{turn}")
        saved.append((tmp_path / f"tok{turn}" / "tokenizer.json").read_bytes())
        draw.shuffle(lines)
    assert saved[0] == saved[1] == saved[2]


def test_extending_keeps_ids_and_merges(engine):
    special = SpecialTokens(extra=("<|end|>",))
    old = bpe(TEXT, 280, special_tokens=special, engine=engine)
    new = bpe(["zebra zebras zoo"] * 5, 286, extend=old, engine=engine)
    assert old.get_vocab().items() <= new.get_vocab().items()
    assert sorted(new.get_vocab().values()) == list(range(286))
    merges = list(old.spec.model.merges)
    assert list(new.spec.model.merges)[: len(merges)] == merges
    assert new.special_tokens == special
    assert old.encode(TEXT[0]) == new.encode(TEXT[0])
    with pytest.raises(ValueError, match="keeps its"):
        train(TEXT, "bpe", 300, extend=old, byte_fallback=True)
    with pytest.raises(UnsupportedError, match="list of merges"):
        train(TEXT, "bpe", 300, extend=train(TEXT, vocab_size=40))


def test_special_tokens(engine):
    special = SpecialTokens(bos="<s>", eos="</s>", extra=("<x>",))
    tok = bpe(TEXT, 280, special_tokens=special, engine=engine)
    assert [tok.id_to_token(i) for i in range(4)] == ["<s>", "</s>", "<x>", "!"]
    assert tok.encode("a") == [0, tok.token_to_id("a"), 1]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"ties": "tiktoken", "pre_tokenizer": pre.WhitespaceSplit()}, "compares bytes"),
        ({"limit_alphabet": 9}, "all 256 bytes"),
        ({"initial_alphabet": ["ab"]}, "one character"),
        ({"max_token_length": -1}, "max_token_length"),
        ({"ties": "best"}, "ties must be one of"),
        ({"unk_token": "?", "special_tokens": SpecialTokens(unk="!")}, "contradicts"),
    ],
)
def test_options_out_of_range(wrong, message):
    with pytest.raises(ValueError, match=message):
        train(TEXT, "bpe", 300, **wrong)


@pytest.mark.parametrize("vocab_size", [8_000, 32_000])
def test_real_text_as_published(tmp_path, vocab_size):
    """The saved file loads in the published library, and is what it would have trained."""
    tokenizers = pytest.importorskip("tokenizers")
    if not native.available():
        pytest.skip("the native engine is not installed")
    file = tmp_path / "corpus.txt"
    file.write_text(corpus_text("english", 5_000_000) + corpus_text("multilingual", 2_000_000))
    train(file, "bpe", vocab_size).save(tmp_path / "tok")
    ours = json.loads((tmp_path / "tok" / "tokenizer.json").read_text())["model"]
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE())
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=2,
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    theirs.train([str(file)], trainer)
    expected = json.loads(theirs.to_str())["model"]
    assert ours["vocab"] == expected["vocab"]
    pairs = [tuple(merge) for merge in expected["merges"]]
    assert [tuple(m.split(" ") if isinstance(m, str) else m) for m in ours["merges"]] == pairs
    loaded = tokenizers.Tokenizer.from_file(str(tmp_path / "tok" / "tokenizer.json"))
    sample = corpus_text("multilingual", 20_000)
    assert loaded.encode(sample).ids == theirs.encode(sample).ids
    assert subwords.load(tmp_path / "tok").encode(sample) == theirs.encode(sample).ids


def test_a_repeated_merge_has_its_last_rank(engine):
    # "##b" is spelled by "##" + "##b", so a pair is merged a second time.
    options = BPEOptions(vocab_size=50, min_frequency=1, continuing_prefix="##", ties="last")
    merges = bpe_trainer(engine)({"###b": 3, "###bb": 2, "##b##b": 2}, options).merges
    pairs = [(merge.left, merge.right) for merge in merges]
    assert len(set(pairs)) < len(pairs)
    ranks = final_merges(merges)
    assert len(ranks) == len(set(pairs))
    assert ranks == sorted(set(pairs), key=lambda pair: len(pairs) - 1 - pairs[::-1].index(pair))
