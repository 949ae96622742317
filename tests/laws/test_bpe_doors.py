"""The doors of BPE: same arguments, same files, same ids in both engines."""

from __future__ import annotations

import json

import pytest

import subwords
from subwords import SpecialTokens
from subwords.engine import native_available

VOCAB = {"[UNK]": 0, "h": 1, "u": 2, "g": 3, "s": 4, "ug": 5, "hug": 6}
MERGES = [("u", "g"), ("h", "ug")]
CORPUS = ["low low low low low lower lower newest newest newest newest newest newest"] * 4


@pytest.fixture
def doors(engine):
    if engine == "native":
        return subwords.BPETokenizerFast, subwords.ByteLevelBPETokenizerFast
    return subwords.BPETokenizer, subwords.ByteLevelBPETokenizer


def test_characters_are_merged_within_words(doors):
    tok = doors[0](VOCAB, MERGES)
    assert tok.tokenize("hugs gush hx") == ["hug", "s", "g", "u", "s", "h", "h", "[UNK]"]
    assert list(tok.merges) == MERGES == list(tok.spec.model.merges)
    assert tok.unk_token == "[UNK]"
    assert tok.algorithm == "bpe"


def test_without_its_unk_an_unknown_character_is_an_error(doors):
    tok = doors[0]({"h": 0}, [])
    with pytest.raises(subwords.UnsupportedError, match="UNK"):
        tok.encode("hxh")
    assert doors[0]({"h": 0}, [], unk_token=None).encode("hxh") == [0, 0]


def test_marks_and_their_decoding(doors):
    tok = doors[0](
        {"h": 0, "u": 1, "g</w>": 2, "ug</w>": 3, "h</w>": 4},
        [("u", "g</w>")],
        end_of_word_suffix="</w>",
    )
    assert tok.tokenize("hug h") == ["h", "ug</w>", "h</w>"]
    assert tok.decode(tok.encode("hug h")) == "hug h"
    tok = doors[0](
        {"h": 0, "##u": 1, "##g": 2, "##ug": 3}, [("##u", "##g")], continuing_prefix="##"
    )
    assert tok.tokenize("hug h") == ["h", "##ug", "h"]
    assert tok.decode(tok.encode("hug h")) == "hug h"


@pytest.mark.filterwarnings("ignore::subwords.TrainingWarning")
def test_an_empty_tokenizer_can_be_trained(doors):
    for door in doors:
        tok = door({}, [])
        assert tok.encode("") == []
        tok.train(CORPUS, vocab_size=300)
        assert len(tok.tokenize("low newest")) == 2 or door is doors[1]
        assert len(tok.tokenize(" lower newest")) == 2
        assert tok.decode(tok.encode("low")) == "low"
        with pytest.raises(TypeError, match="unk_token"):
            tok.train(CORPUS, unk_token="x")


@pytest.mark.filterwarnings("ignore::subwords.TrainingWarning")
def test_training_keeps_what_the_door_was_made_with(doors):
    tok = doors[0]({}, [], fuse_unk=True, ignore_merges=True, end_of_word_suffix="</w>")
    tok.train(CORPUS, vocab_size=40)
    model = tok.spec.model
    assert (model.fuse_unk, model.ignore_merges, model.end_of_word_suffix) == (True, True, "</w>")
    assert "newest</w>" in tok.get_vocab()
    assert tok.encode("newest ☃☃")[1:] == [tok.token_to_id("[UNK]")]


def test_special_tokens_make_a_template(doors):
    special = SpecialTokens(bos="<s>", eos="</s>")
    tok = doors[1]({"<s>": 0, "</s>": 1, "h": 2}, [], special_tokens=special)
    assert tok.encode("h") == [0, 2, 1]
    assert tok.encode("<s>h", add_special_tokens=False) == [0, 2]


def test_gpt2_from_its_classic_files(doors, model, tmp_path):
    directory = model("gpt2")
    tok = doors[1].from_file(directory)
    assert tok.tokenize(" sunflowers") == ["Ġsun", "fl", "owers"]
    assert tok.vocab_size == 50257
    published = subwords.load(directory)
    text = "Hello's   world\n<|endoftext|> naïve 😀"
    assert tok.encode(text) == published.encode(text)
    assert doors[1].from_pretrained(directory).encode(text) == tok.encode(text)
    tok.save(tmp_path)
    assert doors[1].from_file(tmp_path).encode(text) == tok.encode(text)


def test_files_that_are_missing_or_of_another_family(doors, tmp_path, model):
    with pytest.raises(FileNotFoundError, match=r"vocab\.json"):
        doors[0].from_file(tmp_path)
    (tmp_path / "vocab.json").write_text(json.dumps(VOCAB))
    with pytest.raises(subwords.MissingFileError, match=r"merges\.txt"):
        doors[0].from_file(tmp_path)
    (tmp_path / "merges.txt").write_text("#version: 0.2\nu g\nh ug\n")
    assert doors[0].from_file(tmp_path).tokenize("hug") == ["hug"]
    assert doors[0].from_file(tmp_path, ignore_merges=True).spec.model.ignore_merges
    with pytest.raises(subwords.FormatError, match="WordPiece"):
        doors[0].from_pretrained(model("bert-base-uncased"))


def test_wrong_arguments_raise(doors):
    for door in doors:
        with pytest.raises(ValueError, match="merge 0"):
            door({"a": 0}, [("a", "b")])
        for wrong in ("ab", [("a",)], [("a", 1)], [3], 7):
            with pytest.raises(TypeError, match="merge"):
                door({"a": 0}, wrong)
        with pytest.raises(ValueError, match="dropout"):
            door({"a": 0}, [], dropout=1.5)
        with pytest.raises(TypeError, match="special_tokens"):
            door({"a": 0}, [], special_tokens=["<s>"])
        with pytest.raises(TypeError, match="vocab"):
            door(["a"], [])


@pytest.mark.skipif(not native_available(), reason="the extension is absent")
def test_both_engines_give_the_same(model):
    directory = model("gpt2")
    slow = subwords.ByteLevelBPETokenizer.from_file(directory)
    fast = subwords.ByteLevelBPETokenizerFast.from_file(directory)
    text = "Shall I compare thee to a summer's day? 日本語 12345 naïve\t\n"
    assert slow.encode(text) == fast.encode(text)
    assert slow.annotate(text).offsets == fast.annotate(text).offsets
    draws = [tok.encode(text, dropout=0.3, seed=11) for tok in (slow, fast)]
    assert draws[0] == draws[1]
