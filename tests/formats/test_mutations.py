"""Seeded mutations of valid files: every refusal is a `SubwordsError`, in both readers alike."""

from __future__ import annotations

import contextlib
import json
import random
import warnings

import pytest

from formats import model_files as build
from formats.components import DECODERS, MODELS, NORMALIZERS, POST_PROCESSORS, PRE_TOKENIZERS
from subwords.errors import SubwordsError
from subwords.formats import json_reader, load
from subwords.formats.json_pure import read_json_pure
from subwords.formats.json_reader import read_json
from subwords.formats.place import Place
from subwords.formats.tokenizer_json import read_document

SNIPPETS = [b"\\ud800", b"\\u0000", b'"', b"\\", b"[[[[", b'{"a":', b"1e999", b"-0", b"\xff",
            b"null",
            b"4294967295", b",", b"]", b"}", b" ", b"\n", b"\xed\xa0\x80", b"true", b"#version",
            b'"type":', b"\xef\xbb\xbf"]  # fmt: skip


def mutate(data: bytes, draw: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 5))):
        at = draw.randrange(len(out) + 1)
        kind = draw.randrange(5)
        if kind == 0:
            out[at:at] = draw.choice(SNIPPETS)
        elif kind == 1:
            del out[at : at + draw.randrange(1, 20)]
        elif kind == 2:
            out[at:at] = out[at : at + draw.randrange(1, 40)]
        elif kind == 3 and at < len(out):
            out[at] = draw.randrange(256)
        else:
            del out[at:]
    return bytes(out)


def some_document(draw: random.Random, document) -> bytes:
    return json.dumps(
        document(
            normalizer=draw.choice(NORMALIZERS),
            pre_tokenizer=draw.choice(PRE_TOKENIZERS),
            post_processor=draw.choice(POST_PROCESSORS),
            decoder=draw.choice(DECODERS),
            model=draw.choice(MODELS),
        ),
        ensure_ascii=draw.random() < 0.5,
    ).encode()


def outcome(read, data):
    try:
        value = read(data, None, "tokenizer")
        place = Place()
        if not isinstance(value, dict):
            return "no object"
        return read_document(value, place)
    except SubwordsError:
        return "refused"


@pytest.mark.parametrize("seed", range(8))
def test_mutated_tokenizer_json(seed, document):
    draw = random.Random(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(250):
            data = mutate(some_document(draw, document), draw)
            pure = outcome(read_json_pure, data)
            if json_reader.native is not None and not data.startswith(b"\xef\xbb\xbf"):
                assert outcome(read_json, data) == pure, data


@pytest.mark.parametrize("seed", range(4))
def test_mutated_files_on_disk(seed, document, tmp_path):
    draw = random.Random(1000 + seed)
    seeds = [
        json.dumps(document()).encode(),
        b"[PAD]\n[UNK]\n[CLS]\n[SEP]\nsun\n##flower\n",
        b"#version: 0.2\na b\nab c\n",
        b'{"a": 0, "b": 1}',
        b"\x0a\x05\x0a\x03abc\x0a\x04\x0a\x02xy",
        build.model(trainer=build.BPE),
        b"#version: 0.2\na b</w>\nab c</w>\n",
        b"IQ== 0\nIg== 1\nISI= 2\n",
        b'{"tiktoken": {"pattern": "a+", "special_tokens": {"<s>": 9}}}',
    ]
    names = ["tokenizer.json", "vocab.txt", "merges.txt", "vocab.json", "tokenizer_config.json",
             "special_tokens_map.json", "x.model", "y.tiktoken"]  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(100):
            for name in draw.sample(names, 3):
                (tmp_path / name).write_bytes(mutate(draw.choice(seeds), draw))
            for path in (tmp_path, *tmp_path.iterdir()):
                with contextlib.suppress(SubwordsError):
                    load(path)
            for path in tmp_path.iterdir():
                path.unlink()
