"""Measuring a vocabulary and a text: the lesson's gap, dead pieces, unknown rates."""

import itertools
import json
import random
import string

import pytest

import subwords
from samples import random_texts
from subwords import SpecialTokens, WordPieceTokenizer, WordPieceTokenizerFast, models, normalizers
from subwords import pre_tokenizers as pre
from subwords.engine import native_available
from subwords.measure import inspect_vocabulary
from subwords.measure.cuts import _KEEP_SPACES
from subwords.measure.normalized import can_come_out, simple_steps
from subwords.measure.scripts import script_of
from subwords.reference import unicode
from subwords.spec import Spec
from subwords.tables import Pieces, Vocab
from subwords.tokenizer import Tokenizer

LESSON = (
    "low low low low low lower lower newest newest newest "
    "newest newest newest widest widest widest new new newer"
)
MARKED = ["##" + letter for letter in string.ascii_lowercase]


@pytest.fixture
def door(engine):
    return {"reference": WordPieceTokenizer, "native": WordPieceTokenizerFast}[engine]


def lesson(engine, extra=()):
    return subwords.train([LESSON], vocab_size=38 + len(extra), score="likelihood",
                          min_frequency=1, initial_alphabet=[*MARKED, *extra],
                          engine=engine)  # fmt: skip


def test_the_gap_of_the_lesson(engine):
    tok = lesson(engine)
    report = inspect_vocabulary(tok)
    assert report.pieces == 37
    assert set(report.only_inside) == set(string.ascii_lowercase) - set("lnw")
    assert report.only_at_start == report.unmarked_letters == ()
    assert "23 letters have only a form with ##" in report.warnings[0]
    assert tok.tokenize("zebra") == ["[UNK]"]
    (word,) = tok.explain("zebra").words
    assert (word.unknown.character, word.unknown.begin, word.unknown.missing) == ("z", 0, "z")


def test_a_bare_z_opens_zebra(engine):
    tok = lesson(engine, extra=["z"])
    assert tok.tokenize("zebra") == ["z", "##e", "##b", "##r", "##a"]
    assert set(inspect_vocabulary(tok).only_inside) == set(string.ascii_lowercase) - set("lnwz")


def test_the_library_run_lacks_a_marked_n(engine):
    with pytest.warns(subwords.TrainingWarning, match="largest is 32"):
        tok = subwords.train([LESSON], vocab_size=40, min_frequency=1, alphabet="huggingface",
                             engine=engine)  # fmt: skip
    assert tok.tokenize("widen lowest") == ["[UNK]", "low", "##est"]
    report = inspect_vocabulary(tok)
    assert "n" in report.only_at_start
    assert "n" in report.unmarked_letters
    assert "no form with ##" in report.warnings[0]
    (word,) = tok.explain("widen").words
    assert (word.unknown.missing, word.unknown.character, word.unknown.begin) == ("##n", "n", 4)


def test_punctuation_needs_no_marked_form(door):
    report = inspect_vocabulary(door({"[UNK]": 0, "!": 1, "a": 2, "##a": 3, "東": 4, "é": 5}))
    assert report.only_at_start == ("!", "é", "東")
    assert report.unmarked_letters == ()


def test_never_produced_and_why(door):
    pieces = "[UNK] a b ##b Ab ##É a! ##! don't ! 東京 東 ##東 aaaaa ##aaaa aaaa ## ##ab"
    vocab = {token: id for id, token in enumerate(pieces.split())}
    tok = door(vocab, max_chars_per_word=4)
    report = inspect_vocabulary(tok)
    reasons = {entry.piece: entry.reason for entry in report.never_produced}
    assert reasons == {
        "Ab": "the normalizer never gives 'A'",
        "##É": "the normalizer never gives 'É'",
        "a!": "the pre-tokenizer always cuts it",
        "##!": "the pre-tokenizer always cuts it",
        "don't": "it only fits words of more than 4 characters, which are unknown",
        "東京": "the pre-tokenizer always cuts it",
        "##東": "the pre-tokenizer always cuts it",
        "aaaaa": "it only fits words of more than 4 characters, which are unknown",
        "##aaaa": "it only fits words of more than 4 characters, which are unknown",
        "##": "the pre-tokenizer always cuts it",
    }
    assert report.undecided == ()


def test_normal_forms(door):
    vocab = {"[UNK]": 0, "é": 1, "e\u0301": 2, "ﬁ": 3, "a": 4}
    for form, dead in (("NFC", {2}), ("NFD", {1}), ("NFKC", {2, 3}), ("NFKD", {1, 3})):
        tok = door(vocab, normalizer=getattr(normalizers, form)())
        report = inspect_vocabulary(tok)
        assert {entry.id for entry in report.never_produced} == dead
        assert report.undecided == ()


NORMALIZERS = [
    None,
    normalizers.Sequence([]),
    normalizers.BERTNormalizer(lowercase=False),
    normalizers.BERTNormalizer(handle_chinese_chars=False, strip_accents=False),
    normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents(), normalizers.Lowercase()]),
    normalizers.Sequence([normalizers.Lowercase(), normalizers.NFKC()]),
    normalizers.Replace("a", "É"),
]
CUTS = [
    None,
    pre.Sequence([]),
    pre.Whitespace(),
    pre.WhitespaceSplit(),
    pre.Sequence([pre.WhitespaceSplit(), pre.Digits(individual_digits=True)]),
    pre.Punctuation("merged_with_previous"),
    pre.Split("a", "merged_with_next"),
    pre.Split("ab", "isolated"),
]


@pytest.mark.parametrize("normalizer", NORMALIZERS)
def test_what_is_called_dead_never_comes_out(door, normalizer):
    """On small alphabets every text of up to four characters is tried."""
    rng = random.Random(str(normalizer))
    letters = ["a", "b", "É", "é", "\u0301", "!", "1", " ", "東", "#", "İ", "ﬁ"]
    texts = ["".join(t) for n in (1, 2, 3) for t in itertools.product(letters, repeat=n)]
    texts += random_texts(300, seed=11)
    for cut in CUTS:
        pieces = {"".join(rng.choices(letters, k=rng.randint(1, 3))) for _ in range(25)}
        marked = {"##" + "".join(rng.choices(letters, k=rng.randint(1, 2))) for _ in range(25)}
        tokens = ["[UNK]", *sorted(pieces | marked)]
        tok = door({t: i for i, t in enumerate(tokens)}, normalizer=normalizer, pre_tokenizer=cut,
                   max_chars_per_word=rng.choice([2, 3, 100]))  # fmt: skip
        report = inspect_vocabulary(tok)
        dead = {entry.id for entry in report.never_produced}
        given = {id for row in tok.encode_batch(texts).to_list() for id in row}
        assert not dead & given, (cut, [tokens[i] for i in dead & given])


def test_characters_that_come_out_are_possible():
    for normalizer in NORMALIZERS[1:]:
        steps = simple_steps(normalizer)
        tok = WordPieceTokenizer({"[UNK]": 0}, normalizer=normalizer)
        for text in random_texts(150, seed=8):
            assert all(can_come_out(c, steps) for c in set(tok.normalize(text)))
    steps = simple_steps(normalizers.BERTNormalizer())
    impossible = "AÉéİ\t\u0301\x00\ufffd\u00a0"
    assert not any(can_come_out(c, steps) for c in impossible)


def test_no_step_makes_an_ideograph_of_something_else():
    assert {"nfd", "nfc", "marks", "accents", "lower"} == _KEEP_SPACES
    for table in ("CANONICAL", "LOWERCASE"):
        for source, target in unicode._mapping(table).items():
            assert unicode.is_cjk(source) or not any(map(unicode.is_cjk, target))


def test_published_vocabularies_are_decided(published):
    engine = "native" if native_available() else "reference"
    tok, _ = published("bert-base-uncased", engine)
    report = inspect_vocabulary(tok)
    assert report.undecided == ()
    dead = {entry.piece for entry in report.never_produced}
    assert {"[unused0]", "[unused993]"} <= dead
    assert "the" not in dead
    ids = {entry.id for entry in report.never_produced}
    for text in random_texts(300, seed=9):
        assert not ids & set(tok.encode(text))


def test_statistics(door):
    vocab = ["[UNK]", "[CLS]", "[SEP]", "a", "##bc", "дом", "12", "!", "aд"]
    special = SpecialTokens(unk="[UNK]", cls="[CLS]", sep="[SEP]")
    tok = door({token: id for id, token in enumerate(vocab)}, special_tokens=special)
    report = inspect_vocabulary(tok)
    assert report.pieces == 6
    assert report.lengths == {1: 2, 2: 3, 3: 1}
    assert report.scripts == {"latin": 2, "cyrillic": 1, "digits": 1, "mixed": 1, "symbols": 1}
    assert report.mean_length == 11 / 6
    assert json.loads(json.dumps(report.to_dict())) == report.to_dict()
    assert inspect_vocabulary(door({})).mean_length == 0.0
    assert "no [UNK]" in inspect_vocabulary(door({"a": 0})).warnings[-1]


def test_other_families_are_described_too():
    unigram = Tokenizer(Spec(model=models.Unigram(pieces=Pieces([("▁the", -1.0), ("x", -2.0)]))))
    report = inspect_vocabulary(unigram)
    assert report.only_inside is report.never_produced is None
    assert report.lengths == {1: 1, 4: 1}
    bpe = Tokenizer(Spec(model=models.BPE(vocab=Vocab({"a": 0, "##b": 1}), continuing_prefix="##")))
    assert inspect_vocabulary(bpe).only_inside == ("b",)


def test_scripts():
    assert [script_of(t) for t in ("the", "東京", "aд", "12", "!", "\u0301", "", "한국")] == [
        "latin", "cjk", "mixed", "digits", "symbols", "marks", "none", "hangul",
    ]  # fmt: skip


def test_measure(door):
    tok = door({"[UNK]": 0, "low": 1, "##est": 2, "[CLS]": 3, "[SEP]": 4},
               special_tokens=SpecialTokens(unk="[UNK]", cls="[CLS]", sep="[SEP]"))  # fmt: skip
    result = subwords.measure(tok, ["Lowest low", "zebra né", ""])
    assert isinstance(result, subwords.Measurement)
    assert result.to_dict() == {
        "texts": 3, "characters": 18, "bytes": 19, "words": 4, "tokens": 5,
        "unknown_words": 2, "unknown_tokens": 2, "unknown_word_rate": 0.5,
        "unknown_token_rate": 0.4, "fertility": 1.25, "characters_per_token": 3.6,
        "bytes_per_token": 3.8,
    }  # fmt: skip
    nothing = subwords.measure(tok, [])
    assert (nothing.tokens, nothing.fertility, nothing.unknown_word_rate) == (0, 0.0, 0.0)


def test_measure_counts_what_encode_gives(door):
    tok = door({"[UNK]": 0, **{c: i for i, c in enumerate("abcehlo.,!1", 1)}, "##a": 20, "##e": 21})
    texts = random_texts(200, seed=6)
    result = subwords.measure(tok, texts)
    rows = tok.encode_batch(texts).to_list()
    assert result.tokens == sum(map(len, rows))
    assert result.unknown_tokens == sum(row.count(0) for row in rows)
    assert result.words == sum(len(tok.explain(text).parts) for text in texts)
    assert result.bytes == sum(len(text.encode()) for text in texts)


def test_words_that_give_no_token_are_unknown_words(door):
    result = subwords.measure(door({"low": 0}), ["low nope", "nope"])
    assert (result.words, result.tokens, result.unknown_words, result.unknown_tokens) == (
        3,
        1,
        2,
        0,
    )


def test_files_and_refusals(door, tmp_path):
    tok = door({"[UNK]": 0, "low": 1})
    file = tmp_path / "a.txt"
    file.write_text("low\nlow x\n", encoding="utf-8")
    result = subwords.measure(tok, file)
    assert (result.texts, result.characters, result.words, result.unknown_words) == (2, 10, 3, 1)
    assert subwords.measure(tok, [file, "low"]).texts == 3
    with pytest.raises(TypeError, match="WordCounts"):
        subwords.measure(tok, subwords.WordCounts({"low": 1}))
    with pytest.raises(FileNotFoundError):
        subwords.measure(tok, tmp_path / "none.txt")
    with pytest.raises(subwords.SurrogateError):
        subwords.measure(tok, ["\ud800"])
    assert subwords.measure(tok, ["\ud800"], errors="replace").characters == 1


def test_bpe_words_that_hold_an_unknown(engine):
    tok = {"reference": subwords.BPETokenizer, "native": subwords.BPETokenizerFast}[engine](
        {"[UNK]": 0, "l": 1, "o": 2, "w": 3, "lo": 4}, [("l", "o")]
    )
    result = subwords.measure(tok, ["low xowy", "low"])
    counts = (result.words, result.tokens, result.unknown_words, result.unknown_tokens)
    assert counts == (3, 8, 1, 2)


def test_bpe_that_drops_what_it_does_not_know(engine):
    tok = {"reference": subwords.BPETokenizer, "native": subwords.BPETokenizerFast}[engine](
        {"[UNK]": 0, "o": 1}, [], unk_token=None
    )
    result = subwords.measure(tok, ["oo x oxo"])
    counts = (result.words, result.tokens, result.unknown_words, result.unknown_tokens)
    assert counts == (3, 4, 2, 0)


def test_nothing_is_unknown_to_bytes(engine):
    tok = subwords.train(["low lower"] * 3, "bpe", vocab_size=258, engine=engine)
    result = subwords.measure(tok, ["low \u2603 zebra"])
    assert (result.words, result.unknown_words, result.unknown_tokens) == (3, 0, 0)
    assert result.tokens == tok.count("low \u2603 zebra")


def test_words_of_a_stream_are_what_white_space_separates(engine):
    door = {"reference": subwords.UnigramTokenizer, "native": subwords.UnigramTokenizerFast}[engine]
    tok = door([("<unk>", 0.0), ("\u2581", -2.0), ("low", -1.0), ("\u2581low", -1.5)])
    result = subwords.measure(tok, ["low  xy\nlow zlowz", " "])
    counts = (result.words, result.tokens, result.unknown_words, result.unknown_tokens)
    assert counts == (4, tok.count("low  xy\nlow zlowz"), 2, 3)
    fused = door([("<unk>", 0.0), ("low", -1.0)])
    assert subwords.measure(fused, ["x y low z"]).unknown_words == 3
