"""Rank files: read, recognised by what they hold, and never guessed at."""

from __future__ import annotations

import base64
import json
import random

import pytest

import subwords
from subwords.errors import FormatError, UnsupportedError
from subwords.formats import load, save
from subwords.formats.known_ranks import KNOWN
from subwords.formats.tiktoken_ranks import (
    rank_digest,
    rank_image_pure,
    read_ranks,
    read_ranks_pure,
    write_ranks,
)
from subwords.models import RankBPE
from subwords.patterns import Regex
from subwords.patterns.known import (
    KNOWN_PATTERNS,
    known_pattern,
    name_or_expression,
    named_or_expression,
)
from subwords.pre_tokenizers import Split
from subwords.reference.byte_alphabet import BYTES
from subwords.special_tokens import SpecialTokens
from subwords.tables import Vocab

BYTE_LINES = [base64.b64encode(bytes((b,))) + b" %d" % b for b in range(256)]
TEXT = "Hello  World's <|endoftext|>\n\n 日本語 🤗 x=123456;\t naïve\u0301"


def ranks_file(*more: bytes, lines=None) -> bytes:
    return b"\n".join([*(BYTE_LINES if lines is None else lines), *more]) + b"\n"


def line(token: bytes, rank: int) -> bytes:
    return base64.b64encode(token) + b" %d" % rank


READERS = (read_ranks, read_ranks_pure)


class TestReading:
    def test_any_order_holes_and_white_space(self):
        data = ranks_file(b"", b" aGU=\t 300 \r", b"", b"aGVsbG8= 00270")
        for reader in READERS:
            vocab = reader(data)
            assert len(vocab) == 258
            assert vocab.token_bytes(300) == b"he"
            assert vocab.token_bytes(270) == b"hello"
            assert vocab.token_bytes(271) is None
            assert vocab.max_id == 300
        assert read_ranks(data) == read_ranks_pure(data)
        assert read_ranks_pure(data) == read_ranks(data)

    @pytest.mark.parametrize(
        ("bad", "says"),
        [
            (b"aGU=", "no rank stands after the token"),
            (b"aGU 256", "the token is not base64"),
            (b"aGV= 256", "the token is not base64"),
            (b"a*U= 256", "the token is not base64"),
            (b"==== 256", "the token is not base64"),
            (b"= 256", "the token is not base64"),
            (b"aGU= -1", "the rank is no number from 0"),
            (b"aGU= x", "the rank is no number from 0"),
            (b"aGU= 1 2", "the rank is no number from 0"),
            (b"aGU= 4294967295", "the rank is no number from 0"),
            (b"aGU= 99999999999999999999999", "the rank is no number from 0"),
            (b"IQ== 256", "the token stands on line 34 already"),
            (b"aGU= 33", "the rank stands on line 34 already"),
        ],
    )
    def test_wrong_lines_are_named(self, bad, says):
        for reader in READERS:
            with pytest.raises(FormatError, match=says) as caught:
                reader(ranks_file(bad), "x.tiktoken")
            assert caught.value.where == "line 257"

    def test_every_byte_must_be_there(self):
        lines = [row for row in BYTE_LINES if not row.startswith(b"Qg==")]
        for reader in READERS:
            with pytest.raises(FormatError, match="single byte 0x42"):
                reader(ranks_file(lines=lines))

    def test_a_wrong_line_does_not_hide_what_the_file_is(self, write):
        path = write(ranks_file(lines=[*BYTE_LINES[:3], b"AB?= 3", *BYTE_LINES[4:]]), "x")
        with pytest.raises(FormatError, match="not base64") as caught:
            load(path)
        assert caught.value.where == "line 4"

    @pytest.mark.parametrize("seed", range(4))
    def test_mutations(self, seed):
        draw = random.Random(seed)
        base = ranks_file(line(b"he", 256), line(b"hello", 400))
        for _ in range(150):
            data = bytearray(base)
            at = draw.randrange(len(data))
            if draw.random() < 0.7:
                data[at] = draw.choice(b"A=+/ \n\r\t\x0b9\xff\x000")
            else:
                del data[at : at + draw.randrange(1, 5)]
            results = []
            for reader in READERS:
                try:
                    results.append(reader(bytes(data)).items())
                except FormatError as error:
                    results.append((error.what, error.where))
            assert list(results[0]) == list(results[1]), bytes(data)


class TestKnown:
    def test_the_digest_is_of_the_ranks_alone(self):
        data = ranks_file(line(b"he", 300), line(b"hello", 270))
        shuffled = b"\r\n".join(reversed(data.split(b"\n")))
        digests = {rank_digest(reader(d)) for reader in READERS for d in (data, shuffled)}
        assert len(digests) == 1
        moved = rank_digest(read_ranks(ranks_file(line(b"he", 301), line(b"hello", 270))))
        assert moved not in digests
        assert rank_image_pure(Vocab([(b"ab", 2), (b"c", 1)])) == (
            b"\1\0\0\0\1\0\0\0c\2\0\0\0\2\0\0\0ab"
        )

    @pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "p50k_base"])
    def test_published_files(self, name, model_file):
        path = model_file(f"tiktoken/{name}.tiktoken")
        loaded = load(path)
        assert loaded.metadata["ranks"]["name"] == name
        assert write_ranks(loaded.spec.model.vocab) == path.read_bytes()
        theirs = published_encoding(name)
        assert loaded.spec.pre_tokenizer == Split(Regex(theirs["pat_str"]), "removed", True)
        added = {token.content: token.id for token in loaded.spec.added_tokens}
        assert added == theirs["special_tokens"]
        assert all(token.special and not token.normalized for token in loaded.spec.added_tokens)

    def test_encodings_that_share_their_ranks(self, model_file):
        path = model_file("tiktoken/o200k_base.tiktoken")
        added = load(path, pattern="o200k_harmony").spec.added_tokens
        assert {t.content: t.id for t in added} == published_encoding("o200k_harmony")[
            "special_tokens"
        ]
        edit = load(model_file("tiktoken/p50k_base.tiktoken"), pattern="p50k_edit").spec
        assert len(edit.added_tokens) == 4

    @pytest.mark.parametrize(
        ("model", "name"), [("gpt2", "r50k_base"), ("llama-3", "llama-3"), ("qwen3", "qwen")]
    )
    def test_ranks_inside_a_tokenizer_json(self, model, name, published, write):
        document = json.loads(published(model).read_text(encoding="utf-8"))
        special = {token["content"]: token["id"] for token in document["added_tokens"]}
        vocab = Vocab(
            (bytes(BYTES[char] for char in token), id)
            for token, id in document["model"]["vocab"].items()
            if token not in special
        )
        loaded = load(write(write_ranks(vocab), "x.model"))
        assert loaded.metadata["ranks"]["name"] == name
        assert {t.content: t.id for t in loaded.spec.added_tokens} == special

    def test_all_patterns_are_known(self):
        for variants in KNOWN.values():
            for variant in variants:
                assert known_pattern(variant.pattern)
                assert known_pattern(variant.name) == known_pattern(variant.pattern)

    @pytest.mark.parametrize("expression", [*KNOWN_PATTERNS.values(), r"\s+|\S+"])
    def test_what_is_told_of_a_pattern_gives_it_back(self, expression):
        assert named_or_expression(name_or_expression(expression)) == expression


def published_encoding(name):
    pytest.importorskip("tiktoken")
    from tiktoken_ext import openai_public

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openai_public, "load_tiktoken_bpe", lambda *args, **kwargs: {})
        return getattr(openai_public, name)()


class TestUnknown:
    def test_needs_a_pattern(self, write):
        path = write(ranks_file(line(b"he", 256)), "mine.tiktoken")
        with pytest.raises(FormatError, match="does not say how text is cut") as caught:
            load(path)
        assert "pattern=" in str(caught.value)
        assert load(path, pattern=r"\w+|\W").spec.pre_tokenizer.pattern == Regex(r"\w+|\W")
        with pytest.raises(ValueError, match="empty"):
            load(path, pattern="")
        with pytest.raises(TypeError, match="must be a str"):
            load(path, pattern=5)
        with pytest.raises(subwords.SubwordsError, match="never closed"):
            subwords.load(path, pattern="(")
        named = load(path, pattern="LLAMA-3").spec
        assert named.pre_tokenizer.pattern == Regex(known_pattern("llama-3"))
        assert named.semantics == "tiktoken"
        assert isinstance(named.model, RankBPE)

    def test_special_tokens(self, write, engine):
        path = write(ranks_file(line(b"he", 256)), "mine.tiktoken")
        tok = subwords.load(
            path, pattern=r"\s?\w+|\s+|[^\s\w]+", special_tokens={"<e>": 300, "<s>": 299},
            engine=engine,
        )  # fmt: skip
        assert [(t.content, t.id) for t in tok.spec.added_tokens] == [("<s>", 299), ("<e>", 300)]
        assert tok.encode("he<s>") == [256, 60, 115, 62]
        assert tok.encode("he<s>", allowed_special="all") == [256, 299]
        assert tok.encode("<e><s>", allowed_special=["<e>"]) == [300, 60, 115, 62]
        assert tok.encode_batch(["he<s>"]).to_list() == [[256, 60, 115, 62]]
        assert tok.annotate("<s>").ids == [60, 115, 62]
        assert tok.decode([256, 299, 195], skip_special_tokens=False) == "he<s>\ufffd"
        assert tok.decode([256, 299, 195]) == "he\ufffd"
        assert tok.decode_bytes([256, 195]) == b"he\xc3"
        assert (tok.vocab_size, tok.max_id, tok.embedding_rows) == (259, 300, 301)
        with pytest.raises(FormatError, match="rank of b'he'"):
            load(path, pattern="qwen", special_tokens={"<s>": 256})
        with pytest.raises(TypeError, match="must map"):
            load(path, pattern="qwen", special_tokens={"<s>": "256"})

    def test_further_tokens_replace_known_ones_of_their_ids(self, model_file):
        path = model_file("tiktoken/p50k_base.tiktoken")
        spec = load(path, special_tokens={"<mine>": 50256, "<more>": 60000}).spec
        assert [t.content for t in spec.added_tokens] == ["<mine>", "<more>"]

    def test_other_files_take_neither(self, write, document):
        path = write(document())
        with pytest.raises(FormatError, match="pattern="):
            load(path, pattern="qwen")
        with pytest.raises(FormatError, match="maps tokens to ids"):
            load(path, special_tokens={"x": 1})
        with pytest.raises(TypeError, match=r"SpecialTokens, or for rank files"):
            load(path, special_tokens=["x"])

    def test_parts(self, write):
        path = write(ranks_file(), "mine.tiktoken")
        loaded = load(path, pattern="qwen", special_tokens={"<|endoftext|>": 300, "<b>": 301})
        assert loaded.special_tokens == SpecialTokens(eos="<|endoftext|>", extra=("<b>",))


class TestDirectories:
    def test_saved_and_loaded(self, tmp_path, write):
        path = write(ranks_file(line(b"he", 256)), "mine.tiktoken")
        loaded = load(path, pattern=r"\w+", special_tokens={"<s>": 300})
        save(tmp_path / "out", spec=loaded.spec, special_tokens=loaded.special_tokens)
        assert load(tmp_path / "out").spec == loaded.spec
        with pytest.raises(FormatError, match="does not say how text is cut"):
            load(tmp_path / "out" / "tokenizer.tiktoken")

    def test_a_known_file_needs_nothing_beside_it(self, tmp_path, model_file):
        loaded = load(model_file("tiktoken/p50k_base.tiktoken"))
        save(tmp_path, spec=loaded.spec, special_tokens=loaded.special_tokens)
        assert not (tmp_path / "tokenizer_config.json").exists()
        assert load(tmp_path) == loaded

    def test_ranks_named_as_a_model(self, tmp_path, write):
        write(ranks_file(line(b"he", 256)), "tokenizer.model")
        assert load(tmp_path, pattern="llama-3").spec.semantics == "tiktoken"

    def test_ranks_that_contradict_a_tokenizer_json(self, tmp_path, write, document):
        write(document())
        write(ranks_file(), "x.tiktoken")
        with pytest.raises(FormatError, match=r"id 0 is b'\\x00' here, but '\[UNK\]' in tokenizer"):
            load(tmp_path)

    def test_what_is_not_ranks_split_and_special_tokens(self, tmp_path, write):
        spec = load(write(ranks_file(), "mine.tiktoken"), pattern="qwen").spec
        from dataclasses import replace

        for changed in (
            replace(spec, normalizer=subwords.normalizers.NFC()),
            replace(spec, decoder=None),
            replace(spec, pre_tokenizer=Split("x", "removed", True)),
            replace(spec, added_tokens=(subwords.AddedToken("a", 999),)),
        ):
            with pytest.raises(UnsupportedError, match='"tiktoken" semantics'):
                save(tmp_path / "out", spec=changed)


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "p50k_base"])
def test_ids_are_the_published_ones(name, model_file, engine):
    tiktoken = pytest.importorskip("tiktoken")
    tok = subwords.load(model_file(f"tiktoken/{name}.tiktoken"), engine=engine)
    vocab = tok.spec.model.vocab
    theirs = tiktoken.Encoding(
        name,
        pat_str=tok.spec.pre_tokenizer.pattern.expression,
        mergeable_ranks={vocab.token_bytes(id): id for _, id in vocab.items()},
        special_tokens={t.content: t.id for t in tok.spec.added_tokens},
    )
    assert tok.encode(TEXT) == theirs.encode_ordinary(TEXT)
    ids = theirs.encode(TEXT, allowed_special="all")
    assert tok.encode(TEXT, allowed_special="all") == ids
    assert tok.decode(ids, skip_special_tokens=False) == theirs.decode(ids) == TEXT
    for cut in range(len(ids)):
        assert tok.decode(ids[:cut], skip_special_tokens=False) == theirs.decode(ids[:cut])
    assert tok.is_lossless
