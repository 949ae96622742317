"""What a BPE trainer can be told, checked once, the same for both engines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

from subwords.reference.byte_alphabet import SPELLINGS
from subwords.training.option_types import check_types, texts
from subwords.training.options import AlphabetRule, Ties, check_choice, check_number

BYTE_ALPHABET = tuple(SPELLINGS)
"""GPT-2's printable character for each byte, by byte."""


@dataclass(frozen=True, slots=True)
class BPEOptions:
    """The settings of one BPE training.

    Args:
        vocab_size: Size of the vocabulary, special tokens and alphabet included.
        min_frequency: A pair that occurs less often is never merged.
        ties: Which of several pairs with the same count is merged. ``"huggingface"``: the smallest
            (left id, right id). ``"last"``: the greatest (left, right) by code point.
            ``"tiktoken"``: as ``"huggingface"``, the ids of the bytes being the bytes themselves.
            ``"sentencepiece"``: the shorter piece, then the smaller one.
        byte_level: The words are spelled in GPT-2's byte alphabet, all of which is kept.
        alphabet: Where there is a prefix or a suffix: ``"seen"`` takes the forms of characters
            that occur, sorted; ``"huggingface"`` every character bare, sorted, then the marked
            forms that occur, sorted.
        limit_alphabet: Keep at most so many characters, the most frequent (of equally frequent
            ones the smaller code point); the others vanish from the words and are reported.
        initial_alphabet: Single characters that are always kept.
        max_token_length: A pair that would become a piece of so many characters or more is not
            counted; pairs that stand in the words from the start are. None: no limit.
        special_tokens: Tokens that get the first ids, in this order.
        continuing_prefix: The mark of a piece that continues a word; empty: no mark.
        end_of_word_suffix: The mark of a piece that ends a word; empty: no mark.
        extend: A vocabulary to extend: its tokens keep their ids, and new ones are numbered after
            its greatest id.
        extend_merges: The merges of that vocabulary, by which the corpus is cut first.

    Raises:
        ValueError: A setting is out of range or unknown, or two contradict each other.
    """

    vocab_size: int = 30_000
    min_frequency: int = 2
    ties: Ties = "huggingface"
    byte_level: bool = False
    alphabet: AlphabetRule = "seen"
    limit_alphabet: int | None = None
    initial_alphabet: tuple[str, ...] = ()
    max_token_length: int | None = None
    special_tokens: tuple[str, ...] = ()
    continuing_prefix: str = ""
    end_of_word_suffix: str = ""
    extend: Mapping[str, int] = field(default_factory=dict)
    extend_merges: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        check_choice("ties", self.ties, get_args(Ties))
        check_choice("alphabet", self.alphabet, get_args(AlphabetRule))
        check_number("vocab_size", self.vocab_size)
        check_number("min_frequency", self.min_frequency)
        for name in ("limit_alphabet", "max_token_length"):
            if getattr(self, name) is not None:
                check_number(name, getattr(self, name))
        for name in ("initial_alphabet", "special_tokens"):
            object.__setattr__(self, name, texts(name, getattr(self, name)))
        check_types(self)
        for character in self.initial_alphabet:
            if len(character) != 1:
                raise ValueError(
                    f"initial_alphabet holds {character!r}; each entry must be one character"
                )
        self._check_bytes()

    def _check_bytes(self) -> None:
        if self.ties == "tiktoken" and not self.byte_level:
            raise ValueError(
                'ties="tiktoken" compares bytes, and this training is on characters; use a '
                'ByteLevel pre-tokenizer, or ties "last", "huggingface" or "sentencepiece"'
            )
        if self.byte_level and self.limit_alphabet is not None:
            raise ValueError(
                "limit_alphabet has no meaning for byte-level training: all 256 bytes are kept"
            )

    def first_letters(self) -> list[str]:
        """The characters that are kept whether or not they occur."""
        if not self.byte_level:
            return list(self.initial_alphabet)
        return list(dict.fromkeys((*BYTE_ALPHABET, *self.initial_alphabet)))
