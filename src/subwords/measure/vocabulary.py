"""What a vocabulary can and cannot spell: the alphabet gap, dead pieces, lengths and scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from subwords.measure.reachable import NeverProduced, never_produced
from subwords.measure.scripts import script_of
from subwords.models import WordPiece
from subwords.patterns.syntax import dialect_of
from subwords.reference.aligned import AlignedText
from subwords.reference.normalize import normalize
from subwords.reference.pretokenize import pre_tokenize
from subwords.spec import Spec
from subwords.streaming import is_byte_level

if TYPE_CHECKING:
    from subwords.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class VocabularyReport:
    """What `inspect_vocabulary` found. "Character" and "length" leave the prefix out.

    Args:
        pieces: Pieces looked at: all but the added tokens and unk.
        only_inside: Characters usable inside a word but not at its start: they are a piece with
            the prefix, not without. None where pieces carry no prefix.
        only_at_start: The reverse.
        unmarked_letters: Those of `only_at_start` that are letters and do occur inside words.
        never_produced: Pieces that no text gives, with the reason; None where it is not examined
            (models other than WordPiece).
        undecided: Pieces that no trial gave, though no reason is known.
        lengths: How many pieces have so many characters.
        scripts: How many pieces are of a script, the greatest number first.
        warnings: What the user should know, a sentence each.
    """

    pieces: int
    only_inside: tuple[str, ...] | None
    only_at_start: tuple[str, ...] | None
    unmarked_letters: tuple[str, ...] | None
    never_produced: tuple[NeverProduced, ...] | None
    undecided: tuple[str, ...]
    lengths: Mapping[int, int]
    scripts: Mapping[str, int]
    warnings: tuple[str, ...]

    @property
    def mean_length(self) -> float:
        """Characters of a piece on average; 0.0 where there is none."""
        total = sum(length * count for length, count in self.lengths.items())
        return total / self.pieces if self.pieces else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain data; lengths are keys of type `str`, as JSON has them."""
        plain = asdict(self)
        for name, value in plain.items():
            if isinstance(value, tuple):
                plain[name] = list(value)
        plain["lengths"] = {str(length): count for length, count in self.lengths.items()}
        plain["mean_length"] = self.mean_length
        return plain


def inspect_vocabulary(tokenizer: Tokenizer) -> VocabularyReport:
    """Examine a vocabulary.

    Args:
        tokenizer: Any tokenizer; what is defined for WordPiece only is None for others.

    Example:
        >>> from subwords import WordPieceTokenizer
        >>> report = inspect_vocabulary(WordPieceTokenizer({"[UNK]": 0, "a": 1, "##b": 2}))
        >>> report.only_inside, report.only_at_start
        (('b',), ('a',))
    """
    spec = tokenizer.spec
    prefix = getattr(spec.model, "continuing_prefix", "")
    texts = _texts(tokenizer, prefix)
    inside, at_start, unmarked = _gap(tokenizer, prefix) if prefix else (None, None, None)
    judged = isinstance(spec.model, WordPiece)
    never, undecided = never_produced(tokenizer) if judged else ([], [])
    lengths = Counter(map(len, texts))
    scripts = Counter(map(script_of, texts))
    return VocabularyReport(
        pieces=len(texts),
        only_inside=inside,
        only_at_start=at_start,
        unmarked_letters=unmarked,
        never_produced=tuple(never) if judged else None,
        undecided=tuple(undecided),
        lengths=dict(sorted(lengths.items())),
        scripts=dict(sorted(scripts.items(), key=lambda item: (-item[1], item[0]))),
        warnings=tuple(_warnings(spec, inside or (), unmarked or ())),
    )


def _skipped(spec: Spec) -> set[str]:
    return {t.content for t in spec.added_tokens} | {getattr(spec.model, "unk_token", None) or ""}


def _texts(tokenizer: Tokenizer, prefix: str) -> list[str]:
    """The pieces as the text they stand for, without the prefix."""
    skipped = _skipped(tokenizer.spec)
    items = [item for item in tokenizer._lookup.model_items() if item[0] not in skipped]
    if is_byte_level(tokenizer.spec):
        return [tokenizer.id_to_bytes(id).decode("utf-8", "replace") for _, id in items]
    return [token.removeprefix(prefix) for token, _ in items]


def _gap(
    tokenizer: Tokenizer, prefix: str
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Characters usable only inside a word, only at its start, and of these the letters."""
    skipped = _skipped(tokenizer.spec)
    tokens = [token for token, _ in tokenizer._lookup.model_items() if token not in skipped]
    at_start = {token for token in tokens if len(token) == 1}
    marked = len(prefix) + 1
    inside = {t[-1] for t in tokens if len(t) == marked and t.startswith(prefix)}
    only_at_start = tuple(sorted(at_start - inside))
    letters = tuple(c for c in only_at_start if c.isalpha() and _occurs_inside(tokenizer.spec, c))
    return tuple(sorted(inside - at_start)), only_at_start, letters


def _occurs_inside(spec: Spec, c: str) -> bool:
    """Whether a letter behind another one stays in its word, and stays what it is."""
    text = normalize(spec.normalizer, AlignedText.from_str("a" + c))
    words = pre_tokenize(spec.pre_tokenizer, [text], dialect_of(spec.semantics))
    return any(c in word.text[1:] for word in words)


def _warnings(spec: Spec, inside: tuple[str, ...], unmarked: tuple[str, ...]) -> list[str]:
    found = []
    prefix = getattr(spec.model, "continuing_prefix", "")
    if unmarked:
        found.append(
            f"{_letters(len(unmarked))} no form with {prefix} for the inside of a word; a word "
            f"that needs one is unknown: {_some(unmarked)}"
        )
    starts = tuple(c for c in inside if c.isalpha())
    if starts:
        found.append(
            f"{_letters(len(starts))} only a form with {prefix}; a word that begins with one, and "
            f"with no longer piece, is unknown: {_some(starts)}"
        )
    unk = getattr(spec.model, "unk_token", None)
    if isinstance(spec.model, WordPiece) and spec.model.vocab.get(spec.model.unk_token) is None:
        found.append(f"the vocabulary has no {unk}: unknown words give no token at all")
    return found


def _letters(count: int) -> str:
    return "1 letter has" if count == 1 else f"{count:,} letters have"


def _some(characters: tuple[str, ...]) -> str:
    more = f" and {len(characters) - 30:,} more" if len(characters) > 30 else ""
    return " ".join(characters[:30]) + more


__all__ = ["VocabularyReport", "inspect_vocabulary"]
