"""SentencePiece BPE against sentencepiece's own trainer: the same pieces, order and scores.

The library fills a vocabulary with pairs that occur no more, where no others are left. Ours ends
there, so that only what comes before is compared.
"""

from __future__ import annotations

import io
import lzma
import random
import warnings

import pytest

import subwords
from subwords.training import TrainingWarning, train, train_traced

spm = pytest.importorskip("sentencepiece")

ALPHABETS = (
    "ab",
    "abc",
    "aab1",
    "ab.-",
    "abяж",
    "あア漢aー",
    "a1b2",
    "áéa\u0301",
    "ab▁ﬁＡ",
)
NAMES = {"max_piece_length": "max_sentencepiece_length", "normalization": "normalization_rule_name"}
TEXT = [
    "The quick brown fox jumps over the lazy dog, again and again: 12 345 times!",
    "Über den Flüssen stehen 78 Brücken und brüchige Boote; Äpfel, Öl.",
    "日本語の文章とカタカナ、東京に行きました。 東京の日本人",
    "Быстрая бурая лиса перепрыгивает через ленивую собаку снова и снова",
    "FOO bar FOO baz <sep> qux １２３ ﬁne naïve café",
] * 6


def library(texts, **options):
    model = io.BytesIO()
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter(texts),
        model_writer=model,
        model_type="bpe",
        minloglevel=2,
        hard_vocab_limit=False,
        **{NAMES.get(name, name): value for name, value in options.items()},
    )
    processor = spm.SentencePieceProcessor(model_proto=model.getvalue())
    size = processor.get_piece_size()
    return [(processor.id_to_piece(id), processor.get_score(id)) for id in range(size)]


def compare(texts, options):
    """How many merges were compared."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrainingWarning)
        tok, learned = train_traced(texts, "bpe", sentencepiece=True, min_frequency=1, **options)
    theirs = library(texts, **options)
    ours = list(tok.spec.model.pieces)
    letters = learned.report.alphabet_size
    if not learned.report.complete:
        assert sorted(piece for piece, _ in theirs[-letters:]) == sorted(
            piece for piece, _ in ours[-letters:]
        )
        ours = ours[:-letters]
        theirs = theirs[: len(ours)]
    assert ours == theirs, (texts, options)
    return len(learned.merges)


def random_options(rng):
    options = {"vocab_size": rng.choice((20, 30, 60, 100))}
    switches = {
        "split_by_whitespace": False,
        "split_by_unicode_script": False,
        "split_by_number": False,
        "split_digits": True,
        "treat_whitespace_as_suffix": True,
        "remove_extra_whitespaces": False,
        "add_dummy_prefix": False,
        "normalization": rng.choice(("identity", "nfkc", "nfkc_cf")),
        "max_piece_length": rng.choice((1, 2, 3, 5)),
        "user_defined_symbols": rng.choice((["ab"], ["b"], ["aba", "b"])),
        "character_coverage": 0.98,
        "required_chars": "qZ",
        "pad_id": 3,
    }
    options |= {name: value for name, value in switches.items() if rng.random() < 0.2}
    if rng.random() < 0.1:
        options |= {"byte_fallback": True, "vocab_size": options["vocab_size"] + 256}
    return options


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_generated_corpora(alphabet):
    rng = random.Random(alphabet)
    merges = 0
    for _ in range(40):
        letters = alphabet + " "
        corpus = [
            "".join(rng.choices(letters, k=rng.randint(3, 40))) for _ in range(rng.randint(1, 30))
        ]
        try:
            merges += compare(corpus, random_options(rng))
        except ValueError as error:  # no room for the characters
            if "too small" not in str(error):
                raise
    assert merges > 300


@pytest.mark.parametrize(
    "word", ["b▁ж", "-▁b", "1▁b", "\u0301▁a", "b▁\u0301ж", "b▁ж1", "a▁", "▁▁a", "a▁▁", "12▁3"]
)
@pytest.mark.parametrize("suffix", [False, True])
def test_spaces_inside_pieces(word, suffix):
    """A space does not hide the script before it."""
    for split_by_number in (False, True):
        options = {
            "split_by_whitespace": False,
            "split_by_number": split_by_number,
            "treat_whitespace_as_suffix": suffix,
            "remove_extra_whitespaces": False,
            "vocab_size": 40,
        }
        compare([word.replace("▁", " ")] * 20, options)


@pytest.mark.parametrize("name", ["botchan.txt", "tinyshakespeare.txt", "multilingual.txt.xz"])
def test_real_text(data, name):
    path = data / "corpora" / name
    if not path.is_file():
        pytest.skip(f"{name} is not among the test data")
    with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
        lines = [line.decode() for line in file.read(600_000).splitlines(keepends=True)[:-1]]
    lines = [line.rstrip("\n") for line in lines if len(line.encode()) < 4000 and "▁" not in line]
    assert compare(lines, {"vocab_size": 8000}) > 1000


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"byte_fallback": True, "character_coverage": 0.98, "vocab_size": 480},
        {"treat_whitespace_as_suffix": True},
        {"normalization": "nfkc_cf", "split_digits": True},
        {"normalization": "identity", "remove_extra_whitespaces": False},
        {"user_defined_symbols": ["FOO", "▁zz", "😀", "<sep>"], "control_symbols": ["<ctl>"]},
        {"unk_id": 3, "bos_id": -1, "eos_id": 0, "pad_id": 1, "unk_piece": "[UNK]"},
        {"split_by_whitespace": False, "max_piece_length": 30},
    ],
    ids=lambda options: ",".join(options) or "default",
)
def test_the_saved_file(tmp_path, options):
    """sentencepiece loads it, and gives the same ids and text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrainingWarning)
        tok = train(TEXT, "bpe", **{"vocab_size": 230, **options}, sentencepiece=True)
    tok.save(tmp_path)
    model = next(tmp_path.glob("*.model"))
    theirs = spm.SentencePieceProcessor(model_file=str(model))
    again = subwords.load(model)
    reference = subwords.load(model, engine="reference")
    assert again.spec == tok.spec
    assert again.special_tokens == tok.special_tokens
    assert theirs.get_piece_size() == tok.vocab_size
    rng = random.Random(8)
    samples = [*TEXT[:5], "", " ", "  a  b ", "▁x", "x▁ y", "<s> </s> <unk> <ctl>", "FOOFOO ▁zz▁zz"]
    samples += ["".join(rng.choices("abc ▁FO😀１é\u0301\t漢<sep>日本", k=12)) for _ in range(150)]
    for text in samples:
        ids = theirs.encode(text)
        assert ids == tok.encode(text) == again.encode(text) == reference.encode(text), repr(text)
        assert theirs.decode(ids) == tok.decode(ids), repr(text)
