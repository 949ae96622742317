"""What the doors of all families share: options checked, and the parts around a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from subwords import normalizers, pre_tokenizers
from subwords.post_processors import (
    PostProcessor,
    SequenceSlot,
    Slot,
    SpecialSlot,
    Template,
    TemplateSpecial,
)
from subwords.spec import AddedToken
from subwords.special_tokens import SpecialTokens
from subwords.surrogates import refuse_surrogates
from subwords.tables import Vocab, VocabTable

NormalizerOption = normalizers.Normalizer | Callable[[str], str] | None
PreTokenizerOption = (
    pre_tokenizers.PreTokenizer | Callable[[str], list[tuple[str, tuple[int, int]]]] | None
)


def require_special_tokens(special: object) -> None:
    """Raise a clear `TypeError` unless these are `SpecialTokens`."""
    if not isinstance(special, SpecialTokens):
        raise TypeError(f"special_tokens must be SpecialTokens, not {special!r}")


def vocab_table(vocab: object) -> VocabTable:
    """A mapping from piece to id as a table."""
    if isinstance(vocab, VocabTable):
        return vocab
    if not isinstance(vocab, Mapping):
        raise TypeError(f"vocab must map pieces to ids, not {type(vocab).__name__}")
    for piece in vocab:
        if not isinstance(piece, str):
            raise TypeError(f"a piece of vocab must be a str, not {piece!r}")
    return Vocab(vocab)


def text_option(name: str, value: object) -> str:
    """A `str` that an option takes."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    refuse_surrogates(name, value)
    return value


def normalizer_option(value: NormalizerOption) -> normalizers.Normalizer | None:
    """A component, or a function as a custom one."""
    if value is None:
        return None
    if isinstance(value, normalizers.Normalizer):
        return value
    return normalizers.Custom(_function("normalizer", value, normalizers.Normalizer))


def pre_tokenizer_option(
    value: PreTokenizerOption,
) -> pre_tokenizers.PreTokenizer | None:
    """A component, or a function as a custom one."""
    if value is None:
        return None
    if isinstance(value, pre_tokenizers.PreTokenizer):
        return value
    return pre_tokenizers.Custom(_function("pre_tokenizer", value, pre_tokenizers.PreTokenizer))


_Function = TypeVar("_Function")


def _function(name: str, value: _Function, component: type) -> _Function:
    if isinstance(value, type) and issubclass(value, component):
        raise TypeError(f"{name} must be an instance: {value.__name__}(), not the class itself")
    if not callable(value):
        raise TypeError(f"{name} must be a component or a function, not {type(value).__name__}")
    return value


def added_tokens(table: VocabTable, special: SpecialTokens) -> tuple[AddedToken, ...]:
    """The special tokens that the vocabulary has; they are found in text before anything else."""
    ids = {token: table.get(token) for token in special}
    added = (
        AddedToken(token, id, special=True, normalized=False)
        for token, id in ids.items()
        if id is not None and token
    )
    return tuple(sorted(added, key=lambda token: token.id))


def template(table: VocabTable, special: SpecialTokens) -> PostProcessor | None:
    """BERT's template where there are cls and sep, else bos and eos around each text."""
    before: tuple[str, ...]
    after: tuple[str, ...]
    join: tuple[str, ...] = ()
    if special.cls is not None and special.sep is not None:
        before, after = (special.cls,), (special.sep,)
    elif special.bos is not None or special.eos is not None:
        before = () if special.bos is None else (special.bos,)
        after = () if special.eos is None else (special.eos,)
        join = before
    else:
        return None
    first: tuple[Slot, ...] = (
        *(SpecialSlot(token) for token in before),
        SequenceSlot("A"),
        *(SpecialSlot(token) for token in after),
    )
    second: tuple[Slot, ...] = (
        *(SpecialSlot(token, 1) for token in join),
        SequenceSlot("B", 1),
        *(SpecialSlot(token, 1) for token in after),
    )
    named = sorted({*before, *after})
    return Template(first, first + second, tuple(_template_special(table, t) for t in named))


def _template_special(table: VocabTable, token: str) -> TemplateSpecial:
    id = table.get(token)
    if id is None:
        raise ValueError(
            f"special_tokens has {token!r}, which stands around every text, but vocab lacks it"
        )
    return TemplateSpecial(token, (id,), (token,))
