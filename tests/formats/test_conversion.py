"""`subwords.save`: the same ids in another format, or a report of what changes."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

import subwords
from formats import model_files as build
from subwords.conversion.expression import in_dialect
from subwords.conversion.merging_order import last_pair
from subwords.errors import UnsupportedError
from subwords.formats.sentencepiece_writer import write_sentencepiece_model
from subwords.models import BPE, RankBPE, SentencePieceBPE, Unigram
from subwords.patterns.known import KNOWN_PATTERNS
from subwords.tables import Merges, Pieces, Vocab

TEXTS = [
    "",
    " ",
    "Hello  World's\n\n 日本語 🤗 x=1234567;\t naïve\u0301",
    "    def f(x):\n        return x  ",
    "aaaaaaaaaaaaa ------------ ????!!!! \u00a0\u3000",
    "I'LL they'Ve ſ'ſ ǅ ²³ \u0301",
]


def ids(tok, text, **options):
    return tok.encode(text, add_special_tokens=False, **options)


def load(path, **options):
    return subwords.load(path, engine="reference", **options)


class TestOrderOfMerging:
    def brute_force(self, text, ranks):
        """Any two neighbours that are a token merge, the best first, the leftmost among equals."""
        parts, made = list(text), []
        while True:
            best = min(
                ((ranks[a + b], i) for i, (a, b) in enumerate(itertools.pairwise(parts))
                 if a + b in ranks),
                default=None,
            )  # fmt: skip
            if best is None:
                return parts, made
            i = best[1]
            made.append((parts[i], parts[i + 1]))
            parts[i : i + 2] = [parts[i] + parts[i + 1]]

    @pytest.mark.parametrize("seed", range(20))
    def test_every_token_is_made_of_one_pair(self, seed):
        """The theorem that conversions rest on, on vocabularies made at random."""
        draw = random.Random(seed)
        words = {"".join(draw.choices("ab", k=draw.randrange(2, 7))) for _ in range(14)}
        for equal in (False, True):
            ranks = {word: (draw.randrange(3) if equal else i) for i, word in enumerate(words)}
            for _ in range(60):
                text = "".join(draw.choices("ab", k=draw.randrange(2, 24)))
                for left, right in self.brute_force(text, ranks)[1]:
                    assert last_pair(list(left + right), ranks) == (left, right)


class TestExpressions:
    @pytest.mark.parametrize("name", sorted(KNOWN_PATTERNS))
    def test_known_patterns_have_an_equal_in_the_other_dialect(self, name):
        tokenizers = pytest.importorskip("tokenizers")
        tiktoken = pytest.importorskip("tiktoken")
        expression = KNOWN_PATTERNS[name]
        spelled = in_dialect(expression, "fancy", "oniguruma")
        theirs = tokenizers.pre_tokenizers.Split(tokenizers.Regex(spelled), "removed", invert=True)
        single = {bytes((byte,)): byte for byte in range(256)}
        for text in TEXTS:
            pieces = [piece for piece, _ in theirs.pre_tokenize_str(text)]
            assert "".join(pieces) == text
            # In a vocabulary of all words, each word is one token, so the cuts show.
            words = {piece.encode(): 256 + i for i, piece in enumerate(dict.fromkeys(pieces))}
            whole = tiktoken.Encoding(
                "y", pat_str=expression, mergeable_ranks={**words, **single}, special_tokens={}
            )
            assert [whole.decode_bytes([id]).decode() for id in whole.encode(text)] == pieces

    def test_one_without_an_equal(self):
        assert in_dialect("a+", "fancy", "oniguruma") == "a+"
        assert in_dialect("a{1,3}+", "fancy", "oniguruma") == "(?>a{1,3})"
        assert in_dialect("a{1,3}+", "oniguruma", "fancy") == "(?:a{1,3})+"


class TestRanks:
    @pytest.mark.parametrize(
        "name", ["p50k_base", pytest.param("cl100k_base", marks=pytest.mark.heavy)]
    )
    def test_to_tokenizer_json_and_back(self, name, model_file, tmp_path):
        source = model_file(f"tiktoken/{name}.tiktoken")
        tok = load(source)
        again = self.check_tokenizer_json(tok, tmp_path)
        subwords.save(again, tmp_path / "again.tiktoken")
        assert (tmp_path / "again.tiktoken").read_bytes() == source.read_bytes()

    def test_the_first_ranks_to_tokenizer_json(self, model_file, tmp_path):
        """The beginning of a large file is a vocabulary too, in a tenth of the time."""
        lines = model_file("tiktoken/cl100k_base.tiktoken").read_bytes().splitlines(keepends=True)
        (tmp_path / "some.tiktoken").write_bytes(b"".join(lines[:12000]))
        special = {"<|endoftext|>": 100257, "<|fim_prefix|>": 100258}
        tok = load(tmp_path / "some.tiktoken", pattern="cl100k_base", special_tokens=special)
        assert len(tok.spec.model.vocab) == 12000
        self.check_tokenizer_json(tok, tmp_path)

    def check_tokenizer_json(self, tok, tmp_path):
        """Saves it; what the published library reads then is the same. Returns what we read."""
        tokenizers = pytest.importorskip("tokenizers")
        report = subwords.save(tok, tmp_path / "tokenizer.json")
        assert report.keeps_ids
        assert [loss.kind for loss in report.losses] == ["special"]
        theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
        back = load(tmp_path / "tokenizer.json")
        for text in TEXTS:
            assert theirs.encode(text).ids == ids(tok, text) == ids(back, text)
            assert theirs.decode(ids(tok, text)) == text
        special = {token.content: token.id for token in tok.spec.added_tokens}
        assert special
        for content, id in special.items():
            assert theirs.encode(content).ids == [id]
        return back

    @pytest.mark.parametrize("model", ["gpt2", "llama-3"])
    def test_from_a_published_tokenizer_json(self, model, published, tmp_path):
        tok = load(published(model))
        report = subwords.save(tok, tmp_path / "x.tiktoken")
        assert {loss.kind for loss in report.losses} <= {"special", "metadata"}
        ranks = load(tmp_path / "x.tiktoken")
        assert isinstance(ranks.spec.model, RankBPE)
        for text in TEXTS:
            assert ids(ranks, text) == ids(tok, text)

    @pytest.mark.parametrize(
        ("model", "says"),
        [
            ("qwen3", "normalizes text"),
            ("deepseek-v3", "one expression"),
            ("llama-2", "normalizes"),
        ],
    )
    def test_what_is_no_rank_file(self, model, says, published, tmp_path):
        tok = load(published(model))
        with pytest.raises(UnsupportedError, match=says):
            subwords.save(tok, tmp_path / "x.tiktoken")
        assert not list(tmp_path.iterdir())

    def bpe(self, merges, ids=None, **options):
        from subwords.formats.merges_txt import gpt2_spec
        from subwords.reference.byte_alphabet import BYTES

        tokens = [*BYTES, *dict.fromkeys(left + right for left, right in merges)]
        vocab = Vocab(ids or {token: id for id, token in enumerate(tokens)})
        spec = gpt2_spec(vocab, Merges(merges), "x").spec
        model = BPE(vocab, Merges(merges), **options)
        return subwords.Tokenizer(replace(spec, model=model), engine="reference")

    def test_further_ways_to_make_a_token_do_not_matter(self, tmp_path):
        tok = self.bpe([("a", "a"), ("aa", "aa"), ("aa", "a"), ("a", "aa")])
        with pytest.raises(UnsupportedError, match="order of the merges"):
            subwords.save(
                self.bpe([("a", "a"), ("aa", "a"), ("aa", "aa"), ("a", "aa")]),
                tmp_path / "x.tiktoken",
            )
        subwords.save(tok, tmp_path / "x.tiktoken")
        ranks = load(tmp_path / "x.tiktoken", pattern="gpt2")
        for n in range(20):
            assert ids(ranks, "a" * n) == ids(tok, "a" * n)

    @pytest.mark.parametrize(
        ("merges", "options", "says"),
        [
            ([("b", "c"), ("a", "b"), ("ab", "c")], {}, "ranks would make 'abc' from 'a' and 'bc'"),
            ([("a", "b")], {"fuse_unk": True}, "fused unknowns"),
        ],
    )
    def test_merges_that_ranks_cannot_say(self, merges, options, says, tmp_path):
        with pytest.raises(UnsupportedError, match=says):
            subwords.save(self.bpe(merges, **options), tmp_path / "x.tiktoken")


class TestModels:
    @pytest.mark.parametrize("name", ["llama-2/tokenizer.model", "mistral-7b-v0.1/tokenizer.model"])
    def test_bpe_is_exact(self, name, model_file, tmp_path):
        tokenizers = pytest.importorskip("tokenizers")
        spm = pytest.importorskip("sentencepiece")
        loaded = subwords.formats.load(model_file(name))
        tok = _without_engine(loaded)
        report = subwords.save(tok, tmp_path / "tokenizer.json")
        assert report.keeps_ids
        theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
        published = spm.SentencePieceProcessor(model_file=str(model_file(name)))
        draw = random.Random(1)
        texts = [*TEXTS, *(" " * n + "x" for n in range(40))]
        texts += ["".join(draw.choices("ab \n▁,.é日-", k=30)) for _ in range(200)]
        for text in texts:
            assert theirs.encode(text).ids == published.encode(text), text
            encoded = published.encode(text)
            if published.unk_id() not in encoded:
                assert theirs.decode(encoded) == published.decode(encoded)

    def test_equal_scores_that_compete(self, tmp_path):
        pieces = [("<unk>", 0.0, "unknown"), ("a", 0.0), ("b", 0.0), ("ab", -1.0), ("ba", -1.0)]
        (tmp_path / "x.model").write_bytes(build.model(pieces, trainer=build.BPE))
        tok = _without_engine(subwords.formats.load(tmp_path / "x.model"))
        assert isinstance(tok.spec.model, SentencePieceBPE)
        report = subwords.save(tok, tmp_path / "tokenizer.json")
        assert not report.keeps_ids
        assert [loss.kind for loss in report.losses].count("edge") == 1

    @pytest.mark.parametrize(
        "name",
        [
            "t5-small/spiece.model",
            pytest.param("xlm-roberta-base/sentencepiece.bpe.model", marks=pytest.mark.heavy),
        ],
    )
    def test_unigram(self, name, model_file, tmp_path):
        self.check_unigram(model_file(name), tmp_path)

    def test_the_first_pieces_of_a_large_unigram(self, model_file, tmp_path):
        """All of XLM-R but the most of its 250 000 pieces: what it says of text is as it was."""
        loaded = subwords.formats.load(model_file("xlm-roberta-base/sentencepiece.bpe.model"))
        all_pieces = loaded.spec.model.pieces
        some = range(12000)
        pieces = Pieces([all_pieces[id] for id in some], [all_pieces.type(id) for id in some])
        spec = replace(loaded.spec, model=replace(loaded.spec.model, pieces=pieces))
        path = tmp_path / "some.model"
        path.write_bytes(write_sentencepiece_model(spec, loaded.metadata, loaded.special_tokens))
        self.check_unigram(path, tmp_path)

    def check_unigram(self, path, tmp_path):
        tokenizers = pytest.importorskip("tokenizers")
        spm = pytest.importorskip("sentencepiece")
        tok = _without_engine(subwords.formats.load(path))
        report = subwords.save(tok, tmp_path / "tokenizer.json")
        assert {"edge", "special", "text", "metadata"} == {loss.kind for loss in report.losses}
        theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
        published = spm.SentencePieceProcessor(model_file=str(path))
        for text in (*TEXTS, "▁ a ▁", "ﬁ Ａ  ｂ ", "\u3000x"):
            if "-----" not in text:
                assert theirs.encode(text).ids == published.encode(text), text

    def test_unigram_there_and_back(self, model_file, tmp_path):
        loaded = subwords.formats.load(model_file("t5-small/spiece.model"))
        subwords.save(_without_engine(loaded), tmp_path / "tokenizer.json")
        back = subwords.formats.load(tmp_path / "tokenizer.json")
        assert isinstance(back.spec.model, Unigram)
        subwords.save(_without_engine(back), tmp_path / "back.model")
        again = subwords.formats.load(tmp_path / "back.model")
        assert again.spec.model == loaded.spec.model
        assert again.spec.normalizer == loaded.spec.normalizer

    def test_published_unigram_to_a_model(self, published, tmp_path):
        tokenizers = pytest.importorskip("tokenizers")
        spm = pytest.importorskip("sentencepiece")
        tok = _without_engine(subwords.formats.load(published("t5-small")))
        subwords.save(tok, tmp_path / "x.model")
        ours = spm.SentencePieceProcessor(model_file=str(tmp_path / "x.model"))
        theirs = tokenizers.Tokenizer.from_file(str(published("t5-small")))
        assert ours.piece_to_id("<extra_id_0>") == 32099
        assert 32099 in ours.encode("a <extra_id_0> b")
        for text in ("Hello  World", "naïve 日本語 x=12", ""):
            assert ours.encode(text) == theirs.encode(text, add_special_tokens=False).ids

    def test_what_changes_ids_needs_a_word(self, model_file, tmp_path):
        tok = _without_engine(subwords.formats.load(model_file("albert-base-v2/spiece.model")))
        with pytest.raises(UnsupportedError, match=r"user-defined pieces .* lossy=True"):
            subwords.save(tok, tmp_path / "tokenizer.json")
        assert not list(tmp_path.iterdir())
        report = subwords.save(tok, tmp_path / "tokenizer.json", lossy=True)
        assert "ids" in {loss.kind for loss in report.losses}
        assert (tmp_path / "tokenizer.json").exists()


class TestOthers:
    def test_merges_and_vocab_txt(self, published, tmp_path):
        report = subwords.save(load(published("gpt2")), tmp_path / "out", format="merges")
        assert report.lossless
        assert "nothing was lost" in str(report)
        assert [path.name for path in report.files] == ["vocab.json", "merges.txt"]
        report = subwords.save(load(published("bert-base-uncased")), tmp_path / "vocab.txt")
        assert report.lossless
        with pytest.raises(UnsupportedError, match="pre_tokenizer"):
            subwords.save(load(published("clip-vit-base")), tmp_path / "clip", format="merges")

    def test_trained_merges_keep_their_ids(self, tmp_path):
        tok = subwords.train(["low lower lowest"] * 3, "bpe", vocab_size=259)
        report = subwords.save(tok, tmp_path / "out", format="merges")
        assert {loss.kind for loss in report.losses} == {"metadata"}
        text = "lowest low, slow"
        assert subwords.load(tmp_path / "out").encode(text) == tok.encode(text)

    def test_scores_give_no_ranks(self, tmp_path):
        tok = subwords.UnigramTokenizer([("<unk>", 0.0), ("a", -1.0)])
        with pytest.raises(UnsupportedError, match="scored pieces"):
            subwords.save(tok, tmp_path / "x.tiktoken")

    def test_casing_has_no_place_in_a_vocab_txt(self, published, tmp_path):
        tok = load(published("bert-base-cased"))
        with pytest.raises(UnsupportedError, match="normalize"):
            subwords.save(tok, tmp_path / "vocab.txt")

    def test_vocab(self, model_file, tmp_path):
        tok = _without_engine(subwords.formats.load(model_file("t5-small/spiece.model")))
        report = subwords.save(tok, tmp_path / "t5.vocab")
        assert [loss.kind for loss in report.losses] == ["text"]
        first = (tmp_path / "t5.vocab").read_text(encoding="utf-8").splitlines()[:3]
        assert first == ["<pad>\t0", "</s>\t0", "<unk>\t0"]

    def test_wrong_formats(self, published, tmp_path):
        tok = load(published("bert-base-uncased"))
        with pytest.raises(ValueError, match="format must be one of"):
            subwords.save(tok, tmp_path / "x", format="yaml")
        with pytest.raises(ValueError, match="does not say which format"):
            subwords.save(tok, tmp_path / "x")
        for format in ("tiktoken", "sentencepiece", "merges", "vocab"):
            with pytest.raises(UnsupportedError, match="WordPiece"):
                subwords.save(tok, tmp_path / "x", format=format)
        assert not list(tmp_path.iterdir())


def _without_engine(loaded):
    """What `save` needs of a tokenizer, where no engine has to run it."""

    class Parts:
        spec, metadata = loaded.spec, loaded.metadata
        special_tokens = loaded.special_tokens

    class Held:
        _parts, spec = Parts, loaded.spec

    return Held
