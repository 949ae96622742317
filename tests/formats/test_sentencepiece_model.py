"""``.model`` files: what they say, what they may not say, and that they come back as they were."""

from __future__ import annotations

import random

import pytest

from formats import model_files as build
from formats.conftest import DATA
from subwords.decoders import SentencePiece
from subwords.errors import FormatError, SubwordsError, UnsupportedError
from subwords.formats import load
from subwords.formats.sentencepiece_model import load_sentencepiece_model
from subwords.formats.sentencepiece_pieces import read_pieces, read_pieces_pure
from subwords.formats.sentencepiece_writer import write_sentencepiece_model, write_vocab
from subwords.models import SentencePieceBPE, Unigram
from subwords.normalizers import SentencePieceText
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import Pieces

MODELS = sorted(str(p.relative_to(DATA / "models")) for p in DATA.glob("models/*/*.model"))
MODELS = MODELS or ["(no data)"]


def published(model_file, name):
    return model_file(name).read_bytes()


def read(**options):
    return load_sentencepiece_model(build.model(**options), "x.model")


def write(loaded):
    return write_sentencepiece_model(loaded.spec, loaded.metadata, loaded.special_tokens)


@pytest.mark.parametrize("name", MODELS)
class TestPublished:
    def test_pieces_scores_and_types(self, name, model_file):
        spm = pytest.importorskip("sentencepiece")
        path = model_file(name)
        theirs = spm.SentencePieceProcessor(model_file=str(path))
        loaded = load(path)
        pieces = loaded.spec.model.pieces
        assert len(pieces) == theirs.get_piece_size()
        for id in range(len(pieces)):
            assert pieces[id] == (theirs.id_to_piece(id), theirs.get_score(id))
        kinds = ("unknown", "control", "unused", "byte")
        for id in [*range(300), len(pieces) - 1]:
            is_kind = [getattr(theirs, f"is_{kind}")(id) for kind in kinds]
            assert is_kind == [pieces.type(id) == kind for kind in kinds]
        for role in ("unk", "bos", "eos", "pad"):
            id = getattr(theirs, f"{role}_id")()
            ours = getattr(loaded.special_tokens, role)
            assert ours == (theirs.id_to_piece(id) if id >= 0 else None)

    def test_written_as_it_was(self, name, model_file):
        data = published(model_file, name)
        assert write(load_sentencepiece_model(data)) == data

    def test_written_from_the_spec_alone(self, name, model_file):
        spm = pytest.importorskip("sentencepiece")
        data = published(model_file, name)
        loaded = load_sentencepiece_model(data)
        fresh = write_sentencepiece_model(loaded.spec, None, loaded.special_tokens)
        again = load_sentencepiece_model(fresh)
        assert again.spec == loaded.spec
        assert again.special_tokens == loaded.special_tokens
        theirs, ours = (spm.SentencePieceProcessor(model_proto=d) for d in (data, fresh))
        for text in ("Hello  worLd, (x) <s> ﬁ 日本語 🤗\t a", "", "  ", "▁▁ Ａ\u0301\x07"):
            assert theirs.encode(text) == ours.encode(text)
            assert theirs.decode(theirs.encode(text)) == ours.decode(ours.encode(text))

    def test_both_readers_agree(self, name, model_file):
        data = published(model_file, name)
        native, pure = read_pieces(data), read_pieces_pure(data)
        assert native.pieces == pure.pieces
        assert native.types == pure.types
        assert native.present == pure.present
        assert (native.unknown, native.rest) == (pure.unknown, pure.rest)


class TestFields:
    def test_every_field_that_decides_ids(self):
        charsmap = b"\x04\0\0\0abcdmap"
        normalizer = (
            build.sized(1, "mine") + build.sized(2, charsmap)
            + build.number(3, 0) + build.number(4, 0) + build.number(5, 0)
        )  # fmt: skip
        trainer = build.BPE + build.BYTE_FALLBACK + build.SUFFIX + build.sized(44, "?")
        pieces = [*build.with_bytes(), ("<u>", 0.0, "user_defined"), ("zz", -9.0, "unused")]
        spec = read(pieces=pieces, trainer=trainer, normalizer=normalizer).spec
        text = SentencePieceText(
            charsmap, add_dummy_prefix=False, remove_extra_whitespaces=False,
            escape_whitespaces=False, suffix=True, protected=("<u>",),
        )  # fmt: skip
        types = [row[2] if len(row) > 2 else "normal" for row in pieces]
        rows = [(row[0], row[1]) for row in pieces]
        assert spec == Spec(
            model=SentencePieceBPE(Pieces(rows, types), unk_id=0, byte_fallback=True),
            normalizer=text,
            decoder=SentencePiece(
                add_dummy_prefix=False, remove_extra_whitespaces=False, unk_surface="?",
                control=("<s>", "</s>"), byte_pieces=True,
            ),
            semantics="sentencepiece",
        )  # fmt: skip

    def test_defaults(self):
        data = b"".join(build.piece(*row) for row in build.PIECES)
        spec = load_sentencepiece_model(data).spec
        assert isinstance(spec.model, Unigram)
        assert spec.normalizer == SentencePieceText()
        assert spec.decoder == SentencePiece(control=("<s>", "</s>"))
        assert spec.pre_tokenizer is spec.post_processor is None
        assert spec.added_tokens == ()

    def test_denormalizer(self):
        tail = build.sized(5, build.sized(2, b"map") + build.number(3, 0))
        decoder = read(tail=tail).spec.decoder
        assert decoder.denormalizer == SentencePieceText(b"map", add_dummy_prefix=False)
        tail = build.sized(5, build.sized(1, "x") + build.sized(2, ""))
        assert read(tail=tail).spec.decoder.denormalizer is None
        assert write(read(tail=tail)) == build.model(tail=tail)

    def test_parts(self):
        trainer = build.sized(46, "a") + build.sized(48, "</s>") + build.sized(47, "gone")
        assert read(trainer=trainer).special_tokens == SpecialTokens(
            unk="<unk>", pad="</s>", extra=("<s>",)
        )

    def test_a_character_model_is_one_that_cannot_merge(self):
        pieces = [row for row in build.PIECES if len(row) > 2 or len(row[0]) == 1]
        loaded = read(pieces=pieces, trainer=build.CHAR)
        assert isinstance(loaded.spec.model, SentencePieceBPE)
        assert write(loaded) == build.model(pieces, trainer=build.CHAR)
        with pytest.raises(UnsupportedError, match=r"trainer_spec\.model_type: a character model"):
            read(trainer=build.CHAR)

    def test_unknown_and_harmless_fields_survive(self):
        loaded_from = build.model(
            [*build.PIECES, ("zz", -4.0, "normal", build.sized(200, "note"))],
            trainer=build.BPE + build.sized(1, b"/caf\xe9") + build.sized(999, "x"),
            normalizer=build.sized(1, "identity") + build.number(77, 5),
            tail=build.sized(4, build.sized(1, build.sized(1, "ab") + build.sized(2, "▁ ab")))
            + build.number(300, 12),
        )
        loaded = load_sentencepiece_model(loaded_from)
        kept = loaded.metadata["sentencepiece"]
        assert set(kept["unknown"]) == {"", "pieces[8]", "trainer_spec", "normalizer_spec"}
        assert kept["self_test_data"] == {"samples": [{"input": "ab", "expected": "▁ ab"}]}
        assert write(loaded) == loaded_from

    def test_what_the_spec_says_wins_over_the_metadata(self):
        loaded = read(trainer=build.UNIGRAM + build.number(16, 3))
        model = SentencePieceBPE(loaded.spec.model.pieces, 0)
        spec = Spec(model, loaded.spec.normalizer, None, None, loaded.spec.decoder,
                    semantics="sentencepiece")  # fmt: skip
        data = write_sentencepiece_model(spec, loaded.metadata)
        assert data == build.model(trainer=build.BPE + build.number(16, 3))


class TestRefused:
    @pytest.mark.parametrize(
        ("options", "where", "says"),
        [
            ({"pieces": build.PIECES[1:]}, "pieces", "no piece is of type UNKNOWN"),
            ({"pieces": [*build.PIECES, ("?", 0.0, "unknown")]}, "pieces", "0 and 8"),
            ({"pieces": [*build.PIECES, ("a", 0.0)]}, "pieces[8].piece", r"pieces\[4\] already"),
            ({"pieces": [*build.PIECES, ("", 0.0)]}, "pieces[8].piece", "empty"),
            ({"pieces": [*build.PIECES, ("a\0", 0.0)]}, "pieces[8].piece", r"U\+0000"),
            ({"pieces": [*build.PIECES, (b"\xff", 0.0)]}, "pieces[8].piece", "not UTF-8"),
            ({"pieces": [*build.PIECES, ("q", float("nan"))]}, "pieces[8].score", "finite"),
            ({"pieces": [*build.PIECES, ("q", float("-inf"))]}, "pieces[8].score", "finite"),
            ({"pieces": build.with_bytes()}, "pieces[8].type", "byte_fallback is false"),
            ({"trainer": build.BYTE_FALLBACK}, "trainer_spec.byte_fallback", "'<0x00>' is not"),
            (
                {"trainer": build.BYTE_FALLBACK,
                 "pieces": [*build.with_bytes(), ("<0xff>", 0.0, "byte")]},
                "trainer_spec.byte_fallback",
                "'<0xff>' is none",
            ),
            ({"trainer": build.number(3, 9)}, "trainer_spec.model_type", "9 is no type"),
            ({"trainer": build.sized(35, "x")}, "trainer_spec.byte_fallback", "wire type 0"),
            ({"trainer": build.sized(44, b"\xff")}, "trainer_spec.unk_surface", "not UTF-8"),
            ({"normalizer": build.number(2, 1)}, "normalizer_spec.precompiled_charsmap", "wire"),
            ({"tail": build.number(3, 1)}, "normalizer_spec", "wire type 2 was expected, not 0"),
            ({"tail": build.number(1, 1)}, "pieces", "wire type 2 was expected, not 0"),
            ({"tail": build.sized(1, build.number(1, 1))}, "pieces[8].piece", "wire type 2"),
            ({"tail": build.sized(1, build.number(2, 1))}, "pieces[8].score", "wire type 5"),
            ({"tail": build.sized(1, build.sized(3, "x"))}, "pieces[8].type", "wire type 0"),
        ],
    )  # fmt: skip
    def test_wrong_fields(self, options, where, says):
        with pytest.raises(FormatError, match=says) as caught:
            read(**options)
        assert caught.value.file == "x.model"
        assert caught.value.where.split(",")[0] == where

    def test_types_that_are_none(self):
        tail = build.sized(1, build.sized(1, "q") + build.number(3, 7))
        with pytest.raises(FormatError, match="7 is no type of piece") as caught:
            read(tail=tail)
        assert caught.value.where.startswith("pieces[8].type, byte ")

    def test_word_models(self):
        with pytest.raises(UnsupportedError, match=r"trainer_spec\.model_type: word models"):
            read(trainer=build.WORD)

    @pytest.mark.parametrize(
        ("tail", "says"),
        [
            (b"\xff", "cut short"),
            (b"\xff" * 12, "more than 64 bits"),
            (build.varint(7 * 8 + 2) + build.varint(2**63), "says it has 9223372036854775808"),
            (build.varint(7 * 8 + 3), "wire type 3"),
            (build.varint(7 * 8 + 5) + b"abc", "says it has 4 bytes, but 3 are left"),
            (build.varint(2), "0 is no field number"),
        ],
    )
    def test_broken_wire_format_names_the_byte(self, tail, says):
        whole = build.model()
        for reader in (read_pieces, read_pieces_pure):
            with pytest.raises(FormatError, match=says) as caught:
                reader(whole + tail, "x")
            assert caught.value.where == f"byte {len(whole)}"

    def test_every_truncation_is_refused_or_whole(self, write):
        data = build.model(trainer=build.BPE)
        for size in range(len(data)):
            try:
                loaded = load_sentencepiece_model(data[:size])
            except SubwordsError:
                continue
            assert len(loaded.spec.model.pieces) <= len(build.PIECES)

    def test_a_huge_length_costs_nothing(self):
        with pytest.raises(FormatError, match="are left"):
            load_sentencepiece_model(build.varint(10) + build.varint(2**40) + b"abc")


@pytest.mark.parametrize("seed", range(6))
def test_mutated_models(seed):
    """Both readers refuse the same files, and only with our errors."""
    draw = random.Random(seed)
    base = build.model(
        [*build.PIECES, ("z", -1.0, "unused"), ("u", 0.0, "user_defined")],
        trainer=build.BPE + build.sized(44, "?"),
        normalizer=build.sized(2, b"map"),
        tail=build.sized(4, build.sized(1, build.sized(1, "ab"))),
    )
    for _ in range(400):
        data = bytearray(base)
        for _ in range(draw.choice((1, 1, 2, 4))):
            at = draw.randrange(len(data))
            if draw.random() < 0.5:
                data[at] = draw.randrange(256)
            elif draw.random() < 0.5:
                del data[at : at + draw.randrange(1, 9)]
            else:
                data[at:at] = data[at : at + draw.randrange(1, 9)]
        results = []
        for reader in (read_pieces, read_pieces_pure):
            try:
                found = reader(bytes(data))
                results.append((list(found.pieces), found.types, found.present, found.unknown,
                                found.rest))  # fmt: skip
            except FormatError as error:
                results.append((error.what, error.where))
        assert results[0] == results[1], bytes(data)
        try:
            loaded = load_sentencepiece_model(bytes(data))
        except SubwordsError:
            continue
        again = load_sentencepiece_model(write(loaded))
        assert again.spec == loaded.spec
        assert again.metadata == loaded.metadata


class TestNotWritten:
    def spec(self, **changes):
        from dataclasses import replace

        return replace(read().spec, **changes)

    @pytest.mark.parametrize(
        ("changes", "says"),
        [
            ({"semantics": "huggingface"}, "semantics"),
            ({"normalizer": None}, "normalizer NoneType"),
            ({"normalizer": SentencePieceText(protected=("a",))}, "protected symbols"),
            ({"normalizer": SentencePieceText(add_dummy_prefix=False)}, "contradicts"),
            ({"decoder": None}, "decoder NoneType"),
            ({"decoder": SentencePiece()}, "control pieces"),
            ({"model": Unigram(Pieces([("a", 0.0)]), None)}, "unknown piece None"),
            ({"model": Unigram(Pieces([("a", 0.0)], ["unknown"]), 0, True)}, "byte fallback"),
        ],
    )
    def test_what_has_no_place(self, changes, says):
        with pytest.raises(UnsupportedError, match=says):
            write_sentencepiece_model(self.spec(**changes))

    @pytest.mark.parametrize("score", [1e300, float("inf"), float("nan")])
    def test_scores_beyond_32_bits(self, score):
        rows = [*((row[0], row[1]) for row in build.PIECES), ("zz", score)]
        types = [*(row[2] if len(row) > 2 else "normal" for row in build.PIECES), "normal"]
        with pytest.raises(UnsupportedError, match="score"):
            write_sentencepiece_model(self.spec(model=Unigram(Pieces(rows, types), 0)))

    def test_repeated_pieces(self):
        pieces = Pieces([("<unk>", 0.0), ("a", -1.0), ("a", -2.0)], ["unknown", "normal", "normal"])
        spec = Spec(Unigram(pieces, 0), SentencePieceText(), None, None, SentencePiece(),
                    semantics="sentencepiece")  # fmt: skip
        with pytest.raises(UnsupportedError, match="already"):
            write_sentencepiece_model(spec)


def test_vocab_as_the_published_trainer_writes_it(tmp_path):
    spm = pytest.importorskip("sentencepiece")
    text = tmp_path / "text"
    text.write_text("".join(f"the cat sat on mat number {n}\n" for n in range(300)))
    for kind in ("bpe", "unigram"):
        prefix = tmp_path / kind
        spm.SentencePieceTrainer.train(
            input=str(text), model_prefix=str(prefix), vocab_size=40, model_type=kind,
            hard_vocab_limit=False, minloglevel=2,
        )  # fmt: skip
        loaded = load(prefix.with_suffix(".model"))
        written = write_vocab(loaded.spec.model.pieces)
        assert written == prefix.with_suffix(".vocab").read_text(encoding="utf-8")
        assert write(loaded) == prefix.with_suffix(".model").read_bytes()
