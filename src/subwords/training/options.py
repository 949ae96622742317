"""What a WordPiece trainer can be told, checked once, the same for both engines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from subwords.errors import UnsupportedError
from subwords.training.option_types import check_types, texts

Score = Literal["frequency", "likelihood", "gain"]
"""By what the best pair is chosen."""
Ties = Literal["last", "huggingface", "tiktoken", "sentencepiece"]
"""Which of several pairs with the best score is merged."""
AlphabetRule = Literal["seen", "huggingface"]
"""Which single characters are in the vocabulary from the start."""


@dataclass(frozen=True, slots=True)
class WordPieceOptions:
    """The settings of one WordPiece training.

    Args:
        vocab_size: Size of the vocabulary, special tokens and alphabet included.
        score: ``"frequency"``: count(ab). ``"likelihood"``: count(ab) / (count(a) · count(b)).
            ``"gain"``: count(ab) · ln(N · count(ab) / (count(a) · count(b))), N being the number
            of pieces in the corpus as it is cut at that step.
        pmi_shift: False leaves N out of the gain.
        ties: ``"last"``: the greatest (left, right) by code point. ``"huggingface"``: the smallest
            (left id, right id). ``"sentencepiece"``: the shorter piece, then the smaller one.
        alphabet: ``"seen"``: the forms that occur (``a`` at a word's start, ``##a`` inside),
            sorted. ``"huggingface"``: every character bare, sorted, then the marked forms that
            occur, sorted.
        limit_alphabet: Keep at most so many characters, the most frequent (of equally frequent
            ones the smaller code point); the others vanish from the words and are reported.
        initial_alphabet: Single characters, bare (``a``) or marked (``##a``), always kept.
        min_frequency: A pair that occurs less often is never merged.
        special_tokens: Tokens that get the first ids, in this order.
        continuing_prefix: The mark of a piece that continues a word; empty: no mark.
        extend: A vocabulary to extend: its tokens keep their ids, the corpus is first cut by it
            (greedy longest match), and new tokens are numbered after its greatest id.

    Raises:
        ValueError: A setting is out of range or unknown.
        UnsupportedError: `ties` that are defined for bytes only.
    """

    vocab_size: int = 30_000
    score: Score = "frequency"
    pmi_shift: bool = True
    ties: Ties = "last"
    alphabet: AlphabetRule = "seen"
    limit_alphabet: int | None = None
    initial_alphabet: tuple[str, ...] = ()
    min_frequency: int = 2
    special_tokens: tuple[str, ...] = ("[UNK]",)
    continuing_prefix: str = "##"
    extend: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_choice("score", self.score, get_args(Score))
        check_choice("ties", self.ties, get_args(Ties))
        check_choice("alphabet", self.alphabet, get_args(AlphabetRule))
        if self.ties == "tiktoken":
            raise UnsupportedError(
                'ties="tiktoken" compares raw bytes, and WordPiece is trained on characters; '
                'use "last", "huggingface" or "sentencepiece"'
            )
        for name in ("vocab_size", "min_frequency", "limit_alphabet"):
            value = getattr(self, name)
            if name == "limit_alphabet" and value is None:
                continue
            check_number(name, value)
        for name in ("initial_alphabet", "special_tokens"):
            object.__setattr__(self, name, texts(name, getattr(self, name)))
        check_types(self)
        for form in self.initial_alphabet:
            if not self.is_form(form):
                raise ValueError(
                    f"initial_alphabet holds {form!r}; each entry must be one character, "
                    f"bare or after the prefix {self.continuing_prefix!r}"
                )

    def is_form(self, token: str) -> bool:
        """Whether a token is one character, bare or marked."""
        return len(token) == 1 or bool(
            token.startswith(self.continuing_prefix)
            and len(token) == len(self.continuing_prefix) + 1
        )

    def starting_forms(self) -> list[str]:
        """The forms that are in the alphabet whether or not they occur."""
        return [*self.initial_alphabet, *filter(self.is_form, self.extend)]


def check_number(name: str, value: object) -> None:
    """Refuse what is no integer from 0 to 2**32 - 2."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**32 - 1:
        raise ValueError(f"{name} must be an integer from 0 to 2**32 - 2, got {value!r}")


def check_choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    """Refuse what is not one of the allowed values."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {value!r}")
