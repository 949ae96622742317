"""Explanations: they tell what `encode` does, in every detail and on every text."""

import json
import re
from html.parser import HTMLParser

import pytest

import subwords
from samples import random_texts
from subwords import SpecialTokens, WordPieceTokenizer, WordPieceTokenizerFast, normalizers
from subwords.explain.text import visible, width
from subwords.models import WordLevel
from subwords.spec import AddedToken, Spec
from subwords.tables import Vocab
from subwords.tokenizer import Tokenizer

PIECES = (
    "[PAD] [UNK] [CLS] [SEP] [MASK] hello world un una ##ffa ##ble ##s cafe , . ! ' a b c e "
    "##a ##e ##i ##n ##o hed ##ge ##hog 1 ##2 [ ] ##x x ı fine ##ne 東 ##京"
)
VOCAB = {token: id for id, token in enumerate(PIECES.split())}
SPECIAL = SpecialTokens(pad="[PAD]", unk="[UNK]", cls="[CLS]", sep="[SEP]", mask="[MASK]")


@pytest.fixture
def door(engine):
    return {"reference": WordPieceTokenizer, "native": WordPieceTokenizerFast}[engine]


@pytest.fixture
def tok(door):
    return door(VOCAB, special_tokens=SPECIAL)


def agrees(tok, text):
    """The explanation of a text, checked against `annotate` token by token."""
    told, encoding = tok.explain(text), tok.annotate(text)
    assert told.ids == list(encoding.ids) == tok.encode(text)
    assert told.tokens == list(encoding.tokens)
    bare = tok.explain(text, add_special_tokens=False)
    assert bare.ids == tok.encode(text, add_special_tokens=False)
    assert bare.parts == told.parts
    spans = {}
    for word, span in zip(encoding.word_ids, encoding.offsets, strict=True):
        if word is not None:
            spans[word] = (min(spans.get(word, span)[0], span[0]), span[1])
    places = {i: (part.begin, part.end) for i, part in enumerate(told.parts) if part.tokens}
    assert places == spans
    return told


def test_random_texts(tok):
    for text in random_texts(400, seed=3):
        told = agrees(tok, text)
        assert json.loads(json.dumps(told.to_dict())) == told.to_dict()
        for edit in told.edits:
            assert text[edit.begin : edit.end] == edit.before != edit.after
        for line in str(told).splitlines():
            assert line.isprintable()
        balanced(told._repr_html_())


def test_other_components(door):
    for normalizer in (
        normalizers.Sequence([]),
        normalizers.NFC(),
        normalizers.Sequence([normalizers.NFKD(), normalizers.StripAccents()]),
        normalizers.Replace("a", "bb"),
        normalizers.BERTNormalizer(lowercase=False),
        str.upper,
    ):
        tok = door(VOCAB, normalizer=normalizer, special_tokens=SPECIAL, max_chars_per_word=7)
        for text in random_texts(60, seed=4):
            agrees(tok, text)


def test_published(published, engine):
    tok, _ = published("bert-base-uncased", engine)
    for text in random_texts(150, seed=5):
        agrees(tok, text)
    word = tok.explain("unaffable").words[0]
    assert list(word.candidates(word.steps[0])) == [
        "unaffable", "unaffabl", "unaffab", "unaffa", "unaff", "unaf", "una"
    ]  # fmt: skip
    assert tok.explain("hedgehogs", add_special_tokens=False).tokens == ["hedge", "##hog", "##s"]


def test_candidates_from_longest_to_shortest(tok):
    (word,) = tok.explain("hedgehogs").words
    assert [list(word.candidates(step)) for step in word.steps] == [
        ["hedgehogs", "hedgehog", "hedgeho", "hedgeh", "hedge", "hedg", "hed"],
        ["##gehogs", "##gehog", "##geho", "##geh", "##ge"],
        ["##hogs", "##hog"],
        ["##s"],
    ]
    assert [step.token.token for step in word.steps] == ["hed", "##ge", "##hog", "##s"]


def test_the_character_that_makes_a_word_unknown(tok):
    (word,) = tok.explain("  Heñd").words
    assert (word.unknown.reason, word.unknown.missing, word.unknown.character) == (
        "no piece", "h", "h",
    )  # fmt: skip
    assert (word.unknown.begin, word.unknown.end) == (2, 3)
    (word,) = tok.explain("x \u200d una\u0301q").words[1:]
    assert word.unknown.missing == "##q"
    assert (word.unknown.begin, word.unknown.end) == (8, 9)
    assert list(word.candidates(word.steps[-1])) == ["##q"]
    assert word.steps[-1].end is None
    assert [token.token for token in word.tokens] == ["[UNK]"]


def test_too_long(door):
    tok = door({**VOCAB}, max_chars_per_word=4)
    (word,) = tok.explain("  aaaae").words
    assert word.steps == ()
    assert (word.unknown.reason, word.unknown.length, word.unknown.limit) == ("too long", 5, 4)
    assert (word.unknown.begin, word.unknown.end, word.unknown.character) == (6, 7, "e")
    assert "5 characters, the limit is 4" in str(tok.explain("aaaae"))


def test_edits(tok):
    edits = tok.explain("É\t\x00e\u0301x東").edits
    assert [(e.begin, e.end, e.before, e.after) for e in edits] == [
        (0, 1, "É", "e"),
        (1, 2, "\t", " "),
        (2, 3, "\x00", ""),
        (4, 5, "\u0301", ""),
        (6, 7, "東", " 東 "),
    ]
    assert tok.explain("hello, world").edits == ()


def test_a_composed_character_is_one_edit(door):
    tok = door(VOCAB, normalizer=normalizers.NFC())
    (edit,) = tok.explain("ae\u0301b").edits
    assert (edit.begin, edit.end, edit.before, edit.after) == (1, 3, "e\u0301", "é")


def test_added_tokens(door):
    spec = door(VOCAB, special_tokens=SPECIAL).spec
    new = AddedToken("newtok", 100, normalized=True, lstrip=True)
    tok = Tokenizer(spec).add_tokens([new])
    told = agrees(tok, "hello [MASK] NewTok world")
    mask, added = told.added_tokens
    assert (mask.token.token, mask.begin, mask.end, mask.special) == ("[MASK]", 6, 12, True)
    assert (added.token.id, added.special, added.begin, added.end) == (100, False, 12, 19)
    assert (added.token.token, added.text) == ("newtok", " newtok")
    assert told.tokens[2:4] == ["[MASK]", " newtok"]
    assert "a special token, found before the model sees the text" in str(told)


def test_without_unk_nothing_comes_out(door):
    tok = door({"a": 0})
    told = tok.explain("b a")
    assert told.ids == [0]
    assert told.words[0].tokens == ()
    assert "no token" in str(told)
    assert "no token" in told._repr_html_()


def test_aligned_text(tok):
    shown = tok.explain("Unaffable", add_special_tokens=False).to_text(colour=False)
    assert shown.splitlines() == [
        "text        Unaffable",
        "normalized  unaffable",
        "edits       character 0: 'U' became 'u'",
        "words       unaffable",
        "tokens      una ##ffa ##ble",
        "ids         8 9 10",
        "",
        "unaffable  characters 0 to 9",
        "  unaffable",
        "  unaffabl",
        "  unaffab",
        "  unaffa",
        "  unaff",
        "  unaf",
        "  una        = una (8)",
        "     ffable",
        "     ffabl",
        "     ffab",
        "     ffa     = ##ffa (9)",
        "        ble  = ##ble (10)",
    ]


def test_colour_only_where_asked_for(tok, monkeypatch):
    told = tok.explain("una hello q")
    plain, coloured = told.to_text(colour=False), told.to_text(colour=True)
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain != coloured
    assert str(told) == plain
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert str(told) == coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert str(told) == plain


def test_nothing_steers_a_terminal_or_a_page(door):
    tok = door({"[UNK]": 0, "<b>": 1}, normalizer=normalizers.Sequence([]),
               pre_tokenizer=subwords.pre_tokenizers.Sequence([]))  # fmt: skip
    told = tok.explain("<b>\x1b[31m</script>\u202e&")
    assert "\x1b" not in told.to_text(colour=False)
    page = told._repr_html_()
    assert "<b>\x1b" not in page
    assert "&lt;b&gt;" in page
    assert "</script>" not in page
    assert visible("\u202e") == "\\u202e"


def test_columns_of_wide_characters():
    assert (width("abc"), width("東京"), width("e\u0301")) == (3, 4, 1)


def test_enormous_words(door):
    tok = door(VOCAB, max_chars_per_word=None)
    assert len(tok.explain("a" * 20_000, add_special_tokens=False).ids) == 20_000
    agrees(tok, "a" * 400)
    many = agrees(door(VOCAB), "x" + "q" * 99)
    assert "more" in str(many)


def test_surrogates_and_wrong_types(tok):
    with pytest.raises(subwords.SurrogateError):
        tok.explain("a\ud800")
    assert tok.explain("a\ud800", errors="replace").ids == tok.encode("a\ud800", errors="replace")
    with pytest.raises(TypeError):
        tok.explain(3)
    with pytest.raises(ValueError, match="errors"):
        tok.explain("a", errors="ignore")


def test_other_models_are_refused():
    tok = Tokenizer(Spec(model=WordLevel(vocab=Vocab({"a": 0}), unk_token="a")))
    with pytest.raises(subwords.UnsupportedError, match="WordLevel"):
        tok.explain("a")


class Balance(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def balanced(page):
    parser = Balance()
    parser.feed(page)
    parser.close()
    assert parser.open == []
