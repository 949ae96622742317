"""The reference's word function, on the lesson's words and on what is easy to get wrong."""

import pytest

import subwords
from subwords.reference.wordpiece import wordpiece

VOCAB = {"un", "una", "##ffa", "##aff", "##ble", "##able", "hedge", "##hog", "##s", "a", "##a"}


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("hedgehogs", ["hedge", "##hog", "##s"]),
        ("unaffable", ["una", "##ffa", "##ble"]),  # greedy: the longer match wins over "un"
        ("hedgehogz", ["[UNK]"]),  # one unmatched position makes the whole word unknown
        ("zhedge", ["[UNK]"]),
        ("shedge", ["[UNK]"]),  # "##s" continues a word, it cannot begin one
        ("", []),
        ("##s", ["##s"]),  # text that looks like a mark is looked up as it stands
        ("un##s", ["[UNK]"]),
    ],
)
def test_longest_match_first(word, pieces):
    assert wordpiece(word, VOCAB) == pieces


def test_prefix_unknown_and_limit_are_parameters():
    assert wordpiece("aaa", {"a", "@a"}, prefix="@") == ["a", "@a", "@a"]
    assert wordpiece("aaa", {"a"}, prefix="") == ["a", "a", "a"]
    assert wordpiece("ab", {"a"}, unk="?") == ["?"]
    assert wordpiece("a" * 100, VOCAB) == ["a", *["##a"] * 99]
    assert wordpiece("a" * 101, VOCAB) == ["[UNK]"]
    assert wordpiece("a" * 3, VOCAB, limit=2) == ["[UNK]"]
    assert wordpiece("a" * 500, VOCAB, limit=None) == ["a", *["##a"] * 499]
    assert wordpiece("a", VOCAB, limit=0) == ["[UNK]"]


def test_the_limit_counts_characters():
    assert wordpiece("é" * 100, {"é", "##é"}) == ["é", *["##é"] * 99]
    assert wordpiece("😀" * 101, {"😀", "##😀"}) == ["[UNK]"]


LESSON = {
    "hedgehogs": "hedge ##hog ##s",
    "unaffable": "una ##ffa ##ble",
    "unhappiness": "un ##ha ##pp ##iness",
    "sunflowers": "sun ##flower ##s",
    "café": "cafe",
    "Apple": "apple",
}


@pytest.mark.parametrize("word", LESSON)
def test_the_lessons_words_with_the_published_vocabulary(word, model, engine):
    tokenizer = subwords.load(model("bert-base-uncased"), engine=engine)
    assert tokenizer.tokenize(word) == LESSON[word].split()
    assert tokenizer.encode("café") == tokenizer.encode("cafe")
    assert tokenizer.encode("Apple") == tokenizer.encode("apple")


def test_the_reference_pages_example(model):
    tok = subwords.WordPieceTokenizer.from_pretrained(model("bert-base-uncased"))
    ids = tok.encode("hello world")
    assert ids == [101, 7592, 2088, 102]
    assert tok.decode(ids) == "hello world"
