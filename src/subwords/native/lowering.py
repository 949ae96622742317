"""From the spec's components to the plain steps that the native stages take.

A step is a dictionary: ``kind``, and the fields of that kind. Nested sequences are flattened. What
the native stages do not know raises `UnsupportedError`, naming the component.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.errors import UnsupportedError
from subwords.native import _core
from subwords.native.patterns import BeyondNativeError, native_tree
from subwords.patterns import GPT2, Pattern, Regex
from subwords.patterns.syntax import Dialect
from subwords.reference.charsmap import read_charsmap
from subwords.reference.lengths import one_character, positive_length

Step = dict[str, Any]


def normalizer_steps(normalizer: norm.Normalizer | None) -> list[Step]:
    """The steps of a normalizer, in order."""
    if normalizer is None:
        return []
    if isinstance(normalizer, norm.Sequence):
        return [step for part in normalizer.normalizers for step in normalizer_steps(part)]
    return [_lower(normalizer, _NORMALIZERS, "normalizer")]


def pre_tokenizer_steps(
    pre_tokenizer: pre.PreTokenizer | None, dialect: Dialect = "oniguruma"
) -> list[Step]:
    """The steps of a pre-tokenizer, in order; its regular expressions are read in `dialect`."""
    if pre_tokenizer is None:
        return []
    if isinstance(pre_tokenizer, pre.Sequence):
        parts = pre_tokenizer.pre_tokenizers
        return [step for part in parts for step in pre_tokenizer_steps(part, dialect)]
    if isinstance(pre_tokenizer, pre.Split) and isinstance(pre_tokenizer.pattern, Regex):
        return [_pattern_split(pre_tokenizer, pre_tokenizer.pattern, dialect)]
    if isinstance(pre_tokenizer, pre.ByteLevel):
        return _byte_level(pre_tokenizer)
    if isinstance(pre_tokenizer, pre.Metaspace):
        return _metaspace(pre_tokenizer)
    return [_lower(pre_tokenizer, _PRE_TOKENIZERS, "pre-tokenizer")]


def _byte_level(pre_tokenizer: pre.ByteLevel) -> list[Step]:
    steps: list[Step] = [{"kind": "prefix_space"}] if pre_tokenizer.add_prefix_space else []
    if pre_tokenizer.use_regex:
        steps += pre_tokenizer_steps(pre.Split(Regex(GPT2), "isolated"))
    return [*steps, {"kind": "byte_level"}]


def _pattern_split(split: pre.Split, pattern: Regex, dialect: Dialect) -> Step:
    return {
        "kind": "pattern_split",
        "tree": native_tree(pattern, dialect),
        "behavior": split.behavior,
        "invert": split.invert,
    }


def _metaspace(pre_tokenizer: pre.Metaspace) -> list[Step]:
    replacement = one_character("Metaspace", pre_tokenizer.replacement)
    scheme = pre_tokenizer.prepend_scheme
    steps: list[Step] = [{"kind": "metaspace", "pattern": replacement, "prepend_scheme": scheme}]
    if pre_tokenizer.split:
        steps += pre_tokenizer_steps(pre.Split(replacement, "merged_with_next"))
    return steps


def _lower(component: Any, table: dict[type, Callable[[Any], Step]], what: str) -> Step:
    lower = table.get(type(component))
    if lower is None:
        raise UnsupportedError(f"the native engine has no {what} {type(component).__name__}")
    return lower(component)


_SPACES = ("repeat", ("chars", ((32, 32),)), 2, None, "greedy")
"""The tree of two spaces or more, the one pattern of normalizers for which there is a fast path."""


def _replace(step: norm.Replace) -> Step:
    if isinstance(step.pattern, Regex):
        tree = native_tree(step.pattern, "oniguruma")
        if _core.pattern_can_be_empty(tree):
            # Refused where it happens: the published library has no exact offsets for that.
            raise BeyondNativeError(
                f"Replace: {step.pattern.expression!r} can match nothing at all"
            )
        return {
            "kind": "replace_pattern",
            "tree": tree,
            "content": step.content,
            "folds_spaces": tree == _SPACES,
        }
    return {"kind": "replace", "pattern": _given(step.pattern, step), "content": step.content}


def _literal(pattern: Pattern, component: str) -> str:
    if isinstance(pattern, Regex):
        raise BeyondNativeError(f"{component}: the regular expression {pattern.expression!r}")
    return pattern


def _given(text: str, component: norm.Normalizer) -> str:
    """The text, unless it is empty: the published library has no exact offsets for that."""
    if not text:
        raise UnsupportedError(f"normalizer {component!r}: an empty string has no exact offsets")
    return text


def _checked_charsmap(data: bytes) -> bytes:
    """The map, unless it is damaged."""
    read_charsmap(data)
    return data


def _plain(kind: str) -> Callable[[Any], Step]:
    return lambda _: {"kind": kind}


_NORMALIZERS: dict[type, Callable[[Any], Step]] = {
    norm.BERTNormalizer: lambda n: {
        "kind": "bert",
        "clean_text": n.clean_text,
        "handle_chinese_chars": n.handle_chinese_chars,
        "strip_accents": n.strips_accents,
        "lowercase": n.lowercase,
    },
    norm.NFC: _plain("nfc"),
    norm.NFD: _plain("nfd"),
    norm.NFKC: _plain("nfkc"),
    norm.NFKD: _plain("nfkd"),
    norm.Lowercase: _plain("lowercase"),
    norm.StripAccents: _plain("strip_accents"),
    norm.Strip: lambda n: {"kind": "strip", "left": n.left, "right": n.right},
    norm.Replace: _replace,
    norm.Prepend: lambda n: {"kind": "prepend", "content": _given(n.prepend, n)},
    norm.ByteLevel: _plain("byte_level"),
    norm.Nmt: _plain("nmt"),
    norm.Precompiled: lambda n: {
        "kind": "precompiled",
        "charsmap": _checked_charsmap(n.charsmap),
    },
    norm.SentencePieceText: lambda n: {
        "kind": "sentencepiece",
        "charsmap": _checked_charsmap(n.charsmap),
        "protected": n.protected,
        "add_dummy_prefix": n.add_dummy_prefix,
        "remove_extra_whitespaces": n.remove_extra_whitespaces,
        "escape_whitespaces": n.escape_whitespaces,
        "suffix": n.suffix,
    },
}

_PRE_TOKENIZERS: dict[type, Callable[[Any], Step]] = {
    pre.WhitespacePunctuationSplit: _plain("bert"),
    pre.Whitespace: _plain("whitespace"),
    pre.WhitespaceSplit: _plain("whitespace_split"),
    pre.Punctuation: lambda p: {"kind": "punctuation", "behavior": p.behavior},
    pre.Digits: lambda p: {"kind": "digits", "individual_digits": p.individual_digits},
    pre.CharDelimiterSplit: lambda p: {"kind": "char_delimiter", "pattern": p.delimiter},
    pre.Split: lambda p: {
        "kind": "literal_split",
        "pattern": _literal(p.pattern, "Split"),
        "behavior": p.behavior,
        "invert": p.invert,
    },
    pre.UnicodeScripts: _plain("unicode_scripts"),
    pre.FixedLength: lambda p: {"kind": "fixed_length", "length": positive_length(p.length)},
}
