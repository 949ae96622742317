"""Several tokenizer files in one directory, and directories that were saved."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from formats import model_files as build
from subwords.errors import FormatError, UnsupportedError
from subwords.formats import load, save
from subwords.models import BPE, SentencePieceBPE
from subwords.spec import AddedToken, Spec
from subwords.tables import Merges, Vocab


@pytest.fixture
def bpe(tmp_path):
    """A directory with a BPE in a tokenizer.json alone."""
    vocab = {"<unk>": 0, "<s>": 1, "</s>": 2, "▁": 3, "a": 4, "b": 5, "ab": 6, "▁a": 7}
    model = {"type": "BPE", "unk_token": "<unk>", "vocab": vocab, "merges": ["a b", "▁ a"]}
    (tmp_path / "tokenizer.json").write_text(json.dumps({"model": model}))
    return tmp_path


class TestModelBesideTokenizerJson:
    @pytest.mark.parametrize("name", ["t5-small", "llama-2", "mistral-7b-v0.1", "xlnet-base-cased"])
    def test_published_directories(self, name, model_file):
        directory = model_file(name)
        assert load(directory).spec.semantics == "huggingface"
        assert load(directory, prefer="sentencepiece").spec.semantics == "sentencepiece"

    def test_one_id_two_pieces(self, bpe):
        (bpe / "x.model").write_bytes(build.model())
        assert isinstance(load(bpe).spec.model, BPE)
        pieces = [*build.PIECES[:5], ("c", -1.0)]
        (bpe / "x.model").write_bytes(build.model(pieces))
        with pytest.raises(FormatError, match=r"x\.model: id 5 is 'c' here, but 'b' in tokenizer"):
            load(bpe)
        assert isinstance(load(bpe, prefer="tokenizer.json").spec.model, BPE)

    def test_scores_and_further_pieces_do_not_matter(self, bpe):
        pieces = [*((row[0], row[1] - 1, *row[2:]) for row in build.PIECES), ("more", 0.0)]
        (bpe / "x.model").write_bytes(build.model(pieces))
        assert len(load(bpe).spec.model.vocab) == 8

    def test_the_same_pieces_numbered_from_another_start(self, bpe):
        """As published for XLM-R: the tokenizer.json has one more token at its head."""
        moved = [("<unk>", 0.0, "unknown"), *build.PIECES[3:]]
        (bpe / "x.model").write_bytes(build.model(moved))
        assert load(bpe).spec.model.vocab["▁"] == 3
        swapped = [moved[0], moved[2], moved[1], *moved[3:]]
        (bpe / "x.model").write_bytes(build.model(swapped))
        with pytest.raises(FormatError, match=r"id [01] is"):
            load(bpe)

    def test_a_file_that_only_has_the_name(self, bpe):
        (bpe / "weights.model").write_bytes(b"\x80\x02\x00 weights")
        assert isinstance(load(bpe).spec.model, BPE)


def test_several_models(tmp_path):
    (tmp_path / "a.model").write_bytes(build.model([*build.PIECES, ("of a", -1.0)]))
    (tmp_path / "tokenizer.model").write_bytes(build.model())
    assert len(load(tmp_path).spec.model.pieces) == len(build.PIECES)
    (tmp_path / "a.model").write_bytes(build.model([build.PIECES[0], ("other", -1.0)]))
    with pytest.raises(FormatError, match="id 1 is 'other' here"):
        load(tmp_path)


class TestSaved:
    def test_byte_level_bpe_as_published(self, tmp_path, published, model_file):
        spec = load(published("gpt2")).spec
        save(tmp_path, spec=spec)
        assert (tmp_path / "merges.txt").read_bytes() == model_file("gpt2/merges.txt").read_bytes()
        ours = json.loads((tmp_path / "vocab.json").read_text(encoding="utf-8"))
        assert ours == json.loads(model_file("gpt2/vocab.json").read_text(encoding="utf-8"))
        assert load(tmp_path).spec == spec
        assert load(tmp_path, prefer="merges").spec == spec

    def test_merges_of_white_space_have_no_merges_txt(self, tmp_path):
        vocab = Vocab({" ": 0, "\n": 1, " \n": 2})
        spec = Spec(BPE(vocab, Merges([(" ", "\n")])))
        save(tmp_path, spec=spec)
        assert not (tmp_path / "merges.txt").exists()
        assert load(tmp_path).spec == spec
        (tmp_path / "merges.txt").write_text("#version: 0.2\n")
        with pytest.raises(UnsupportedError, match=r"merges\.txt: .* another tokenizer"):
            save(tmp_path, spec=spec)

    def test_a_model(self, tmp_path, model_file):
        path = model_file("llama-2/tokenizer.model")
        loaded = load(path)
        save(tmp_path, spec=loaded.spec, metadata=loaded.metadata,
             special_tokens=loaded.special_tokens)  # fmt: skip
        assert (tmp_path / "tokenizer.model").read_bytes() == path.read_bytes()
        assert load(tmp_path) == loaded
        assert isinstance(load(tmp_path).spec.model, SentencePieceBPE)

    def test_a_model_takes_no_added_tokens(self, tmp_path, write):
        loaded = load(write(build.model(), "x.model"))
        spec = replace(loaded.spec, added_tokens=(AddedToken("<new>", 8),))
        with pytest.raises(UnsupportedError, match="'<new>'"):
            save(tmp_path / "out", spec=spec)

    def test_what_would_be_read_instead(self, tmp_path, bpe):
        loaded = load(bpe)
        (tmp_path / "x.model").write_bytes(build.model())
        model = load(tmp_path / "x.model")
        with pytest.raises(UnsupportedError, match="read instead"):
            save(bpe, spec=model.spec)
        assert load(bpe).spec == loaded.spec
