"""From the spec's decoders to the plain steps that the native decoder takes.

A step is a dictionary: ``kind``, and the fields of that kind. Nested sequences are flattened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from subwords import decoders
from subwords.errors import UnsupportedError
from subwords.native.lowering import normalizer_steps
from subwords.native.patterns import native_tree
from subwords.patterns import Regex

Step = dict[str, Any]


def decoder_steps(decoder: decoders.Decoder | None) -> list[Step] | None:
    """The steps of a decoder, in order; None where there is no decoder.

    Raises:
        UnsupportedError: The native engine does not know the component, or a pattern is beyond it.
    """
    return None if decoder is None else _flatten(decoder)


def _flatten(decoder: decoders.Decoder) -> list[Step]:
    if isinstance(decoder, decoders.Sequence):
        return [step for part in decoder.decoders for step in _flatten(part)]
    if isinstance(decoder, decoders.Replace) and isinstance(decoder.pattern, Regex):
        tree = native_tree(decoder.pattern, "oniguruma")
        return [{"kind": "replace_pattern", "tree": tree, "content": decoder.content}]
    lower = _STEPS.get(type(decoder))
    if lower is None:
        raise UnsupportedError(f"the native engine has no decoder {type(decoder).__name__}")
    return [lower(decoder)]


_STEPS: dict[type, Callable[[Any], Step]] = {
    decoders.WordPiece: lambda d: {
        "kind": "word_piece",
        "pattern": d.prefix,
        "cleanup": d.cleanup,
    },
    decoders.BPE: lambda d: {"kind": "bpe", "pattern": d.suffix},
    decoders.ByteLevel: lambda d: {"kind": "byte_level"},
    decoders.Metaspace: lambda d: {
        "kind": "metaspace",
        "pattern": d.replacement,
        "keep_first": d.prepend_scheme == "never",
    },
    decoders.Replace: lambda d: {"kind": "replace", "pattern": d.pattern, "content": d.content},
    decoders.Strip: lambda d: {
        "kind": "strip",
        "pattern": d.content,
        "start": d.start,
        "stop": d.stop,
    },
    decoders.ByteFallback: lambda d: {"kind": "byte_fallback"},
    decoders.Fuse: lambda d: {"kind": "fuse"},
    decoders.RawBytes: lambda d: {"kind": "raw_bytes"},
    decoders.SentencePiece: lambda d: {
        "kind": "sentencepiece",
        "add_dummy_prefix": d.add_dummy_prefix,
        "remove_extra_whitespaces": d.remove_extra_whitespaces,
        "unk_piece": d.unk_piece,
        "unk_surface": d.unk_surface,
        "control": d.control,
        "byte_pieces": d.byte_pieces,
        "denormalizer": normalizer_steps(d.denormalizer),
    },
    decoders.CTC: lambda d: {
        "kind": "ctc",
        "pattern": d.pad_token,
        "content": d.word_delimiter_token,
        "cleanup": d.cleanup,
    },
}
