"""What a tokenizer makes of a text: unknown rates, fertility, characters and bytes per token."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from subwords.engine import Errors, clean_text
from subwords.errors import UnsupportedError
from subwords.models import WordLevel, WordPiece
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
        words: Words as the pre-tokenizer cuts them, and added tokens found in the text.
        tokens: Tokens.
        unknown_words: Words that became unk, or for lack of an unk nothing.
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


def measure(tokenizer: Tokenizer, corpus: Corpus, *, errors: Errors = "strict") -> Measurement:
    """Measure a tokenizer on a corpus.

    Args:
        tokenizer: A WordPiece or WordLevel tokenizer.
        corpus: An iterable of `str`, a path, or a list of paths; a file counts line by line.
        errors: "strict" refuses a lone surrogate in a text, "replace" reads it as U+FFFD.

    Raises:
        UnsupportedError: The model cannot be run.
        TypeError: `corpus` is nothing of the above; `WordCounts` no longer hold the text.
        MissingFileError: A file does not exist.
        FormatError: A file is not UTF-8.

    Example:
        >>> from subwords import WordPieceTokenizer
        >>> tok = WordPieceTokenizer({"[UNK]": 0, "low": 1, "##est": 2})
        >>> result = measure(tok, ["Lowest low zebra"])
        >>> result.words, result.tokens, result.unknown_words
        (3, 4, 1)
    """
    tokenizer, unk, stated = _with_unk(tokenizer)
    texts = characters = size = words = tokens = unknown = 0
    for given in _texts(corpus):
        text = clean_text(given, errors)
        encoding = tokenizer.annotate(text, add_special_tokens=False)
        texts += 1
        characters += len(text)
        size += len(text.encode("utf-8"))
        ids = list(encoding.ids)
        tokens += len(ids)
        unknown += ids.count(unk)
        words += len(set(encoding.word_ids))
    return Measurement(
        texts=texts,
        characters=characters,
        bytes=size,
        words=words,
        tokens=tokens if stated else tokens - unknown,
        unknown_words=unknown,
        unknown_tokens=unknown if stated else 0,
    )


def _with_unk(tokenizer: Tokenizer) -> tuple[Tokenizer, int, bool]:
    """A tokenizer that gives a token for each unknown word, its id, and whether it always did."""
    from subwords.tokenizer import Tokenizer as Plain

    model = tokenizer.spec.model
    if not isinstance(model, (WordPiece, WordLevel)):
        raise UnsupportedError(f"measure: this version cannot run {type(model).__name__} models")
    id = model.vocab.get(model.unk_token)
    if id is not None:
        return tokenizer, id, True
    id = tokenizer.max_id + 1
    entries = [(model.vocab.token_bytes(old) or b"", old) for _, old in model.vocab.items()]
    vocab = Vocab([*entries, (model.unk_token, id)])
    spec = replace(tokenizer.spec, model=replace(model, vocab=vocab))
    return Plain(spec, engine=tokenizer.engine), id, False


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


__all__ = ["Measurement", "measure"]
