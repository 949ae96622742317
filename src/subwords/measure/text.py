"""What a tokenizer makes of a text: unknown rates, fertility, characters and bytes per token."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from subwords.encoding import Encoding
from subwords.engine import Errors, clean_text
from subwords.models import BPE, WordLevel, WordPiece
from subwords.pre_tokenizers import Sequence
from subwords.reference.byte_alphabet import SPELLINGS
from subwords.reference.unicode import is_white_space
from subwords.sampling import own_dropout
from subwords.spec import Spec
from subwords.streaming import is_byte_level
from subwords.tables import Vocab

if TYPE_CHECKING:
    from subwords.tokenizer import Tokenizer
    from subwords.training.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a tokenizer made of a corpus. Tokens that the template adds are not counted.

    Args:
        texts: Texts (lines, of a file).
        characters: Characters of the texts as given.
        bytes: Their UTF-8 bytes.
        words: Words as the pre-tokenizer cuts them, and added tokens found in the text. Where
            nothing is cut before the model (a ``.model``), runs of text between white space.
        tokens: Tokens.
        unknown_words: Words that became unk or hold one, or for lack of an unk lost something.
        unknown_tokens: Tokens that are unk.
    """

    texts: int
    characters: int
    bytes: int
    words: int
    tokens: int
    unknown_words: int
    unknown_tokens: int

    @property
    def unknown_word_rate(self) -> float:
        """Unknown words of all words; 0.0 where there is none."""
        return _ratio(self.unknown_words, self.words)

    @property
    def unknown_token_rate(self) -> float:
        """Unknown tokens of all tokens; 0.0 where there is none."""
        return _ratio(self.unknown_tokens, self.tokens)

    @property
    def fertility(self) -> float:
        """Tokens per word."""
        return _ratio(self.tokens, self.words)

    @property
    def characters_per_token(self) -> float:
        """Characters of the text for each token."""
        return _ratio(self.characters, self.tokens)

    @property
    def bytes_per_token(self) -> float:
        """UTF-8 bytes of the text for each token."""
        return _ratio(self.bytes, self.tokens)

    def to_dict(self) -> dict[str, Any]:
        """Counts and ratios as plain data."""
        return {
            "texts": self.texts,
            "characters": self.characters,
            "bytes": self.bytes,
            "words": self.words,
            "tokens": self.tokens,
            "unknown_words": self.unknown_words,
            "unknown_tokens": self.unknown_tokens,
            "unknown_word_rate": self.unknown_word_rate,
            "unknown_token_rate": self.unknown_token_rate,
            "fertility": self.fertility,
            "characters_per_token": self.characters_per_token,
            "bytes_per_token": self.bytes_per_token,
        }


def measured(tokenizer: Tokenizer, corpus: Corpus, errors: Errors) -> Measurement:
    """See `subwords.measure`."""
    import numpy as np

    tokenizer, unk, stated = _with_unk(tokenizer)
    dropout = 0.0 if own_dropout(tokenizer.spec) else None  # a measure shall not be random
    words_of = _runs if _cuts_nothing(tokenizer.spec) else _cut_words
    texts = characters = size = words = tokens = unknown_words = unknown_tokens = 0
    for given in _texts(corpus):
        text = clean_text(given, errors)
        encoding = tokenizer.annotate(text, add_special_tokens=False, dropout=dropout)
        unknown = [] if unk is None else np.flatnonzero(encoding.columns.ids == unk).tolist()
        number, touched = words_of(text, encoding, unknown)
        texts += 1
        characters += len(text)
        size += len(text.encode("utf-8"))
        tokens += len(encoding)
        words += number
        unknown_words += len(touched)
        unknown_tokens += len(unknown)
    return Measurement(
        texts=texts,
        characters=characters,
        bytes=size,
        words=words,
        tokens=tokens if stated else tokens - unknown_tokens,
        unknown_words=unknown_words,
        unknown_tokens=unknown_tokens if stated else 0,
    )


def _cut_words(text: str, encoding: Encoding, unknown: list[int]) -> tuple[int, set[int]]:
    """How many words a text was cut into, and which of them have one of these tokens."""
    word_ids = encoding.columns.word_ids.tolist()
    return len(set(word_ids)), {word_ids[row] for row in unknown}


def _runs(text: str, encoding: Encoding, unknown: list[int]) -> tuple[int, set[int]]:
    """The same, where words are what white space separates."""
    white = [is_white_space(c) for c in text]
    before, after = [True, *white[:-1]], [*white[1:], True]
    starts = [at for at, blank in enumerate(white) if not blank and before[at]]
    ends = [at + 1 for at, blank in enumerate(white) if not blank and after[at]]
    touched: set[int] = set()
    for begin, end in (encoding.offsets[row] for row in unknown):
        touched.update(range(bisect_right(ends, begin), bisect_left(starts, end)))
    return len(starts), touched


def _cuts_nothing(spec: Spec) -> bool:
    return spec.pre_tokenizer in (None, Sequence(()))


def _with_unk(tokenizer: Tokenizer) -> tuple[Tokenizer, int | None, bool]:
    """A tokenizer that gives a token for what is unknown, its id, and whether it always did.

    The id is None where nothing can be unknown.
    """
    from subwords.tokenizer import Tokenizer as Plain

    model = tokenizer.spec.model
    if not isinstance(model, (WordPiece, WordLevel, BPE)):
        return tokenizer, getattr(model, "unk_id", None), True
    id = None if model.unk_token is None else model.vocab.get(model.unk_token)
    if id is not None or _spells_everything(tokenizer.spec):
        return tokenizer, id, True
    id, name = tokenizer.max_id + 1, model.unk_token or "[UNK]"
    while model.vocab.get(name) is not None:
        name = f"[{name}]"
    entries = [(model.vocab.token_bytes(old) or b"", old) for _, old in model.vocab.items()]
    own = replace(model, vocab=Vocab([*entries, (name, id)]), unk_token=name)
    return Plain(replace(tokenizer.spec, model=own), engine=tokenizer.engine), id, False


def _spells_everything(spec: Spec) -> bool:
    """Whether the vocabulary has every byte, so that nothing is unknown."""
    model = spec.model
    if not isinstance(model, BPE):
        return False
    if is_byte_level(spec):
        return all(model.vocab.get(character) is not None for character in SPELLINGS)
    return model.byte_fallback and all(
        model.vocab.get(f"<0x{byte:02X}>") is not None for byte in range(256)
    )


def _texts(corpus: Corpus) -> Iterator[str]:
    from subwords.training.corpus import lines, sources
    from subwords.training.counts import WordCounts

    if isinstance(corpus, WordCounts):
        raise TypeError("measure needs the text itself, and WordCounts no longer hold it")
    for source in sources(corpus):
        if isinstance(source, Path):
            yield from lines(source)
        else:
            yield source


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


__all__ = ["Measurement", "measured"]
