"""The trace of BPE: the merges of `reference/merging.py`, with what each of them blocked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from subwords.decoders import ByteLevel
from subwords.explain.merges import Merge, MergedWord, Pair
from subwords.explain.steps import Token
from subwords.models import BPE, RankBPE, SentencePieceBPE
from subwords.reference.aligned import AlignedText
from subwords.reference.bpe import BPEWords, RankBPEWords
from subwords.reference.byte_alphabet import BYTES
from subwords.reference.merging import Done, replay
from subwords.reference.sentencepiece_bpe import SentencePieceBPEWords
from subwords.spec import Spec


class BPETrace:
    """Traces words through a BPE model of any kind.

    Args:
        spec: Whose model it is.
    """

    def __init__(self, spec: Spec) -> None:
        model = spec.model
        self._by: Literal["rank", "score"] = "rank"
        self._show: Callable[[Any], str]
        self._words: Any
        if isinstance(model, BPE):
            alphabet = isinstance(spec.decoder, ByteLevel)
            self._words, self._table = BPEWords(model), model.vocab
            show = spelled_out if alphabet else str
            self._show, self._show_word = lambda id: show(model.vocab.token(id) or ""), show
        elif isinstance(model, RankBPE):
            self._words, self._table = RankBPEWords(model), model.vocab
            self._show, self._show_word = bytes_as_text, str
        else:
            assert isinstance(model, SentencePieceBPE)
            self._words, self._by = SentencePieceBPEWords(model), "score"
            self._show, self._show_word = lambda symbol: symbol.text, str
        self._token = self._tokens_of(model)

    def word(self, word: AlignedText) -> MergedWord:
        """How a word (not empty) becomes tokens."""
        text = word.text
        whole = getattr(self._words, "whole", lambda _: None)(text) is not None
        symbols = self._initial(text)
        done: list[Done] = []
        if not whole:
            replay(symbols, self._words.join, trace=done)
        return MergedWord(
            text=text,
            readable=self._show_word(text),
            begin=word.origin[0][0],
            end=word.origin[-1][1],
            by=self._by,
            symbols=tuple(map(self._show, symbols)),
            merges=tuple(self._merges(symbols, done)),
            tokens=tuple(Token(self._token(id), id) for id, _, _ in self._words(text)),
            whole=whole,
        )

    def _initial(self, text: str) -> list[Any]:
        initial = self._words.initial(text)
        symbols: list[Any] = initial[0] if isinstance(initial, tuple) else initial
        return symbols

    def _merges(self, symbols: list[Any], done: list[Done]) -> list[Merge]:
        """The merges with their sides, and what each made impossible."""
        now = list(symbols)
        ends = list(range(1, len(symbols) + 1))
        begins = list(range(-1, len(symbols)))
        merges: list[Merge] = []
        for begin, middle, end, priority, made in done:
            left, right = now[begin], now[middle]
            blocked = []
            if begin > 0:
                blocked.append((now[begins[begin]], left))
            if end < len(symbols):
                blocked.append((right, now[end]))
            pairs = [self._pair(*pair) for pair in blocked]
            merges.append(
                Merge(
                    Pair(self._show(left), self._show(right), self._order(priority)),
                    self._show(made),
                    begin,
                    middle,
                    end,
                    tuple(pair for pair in pairs if pair is not None),
                )
            )
            now[begin], ends[begin], begins[end] = made, end, begin
        return merges

    def _pair(self, left: Any, right: Any) -> Pair | None:
        merge = self._words.join(left, right)
        if merge is None:
            return None
        return Pair(self._show(left), self._show(right), self._order(merge[0]))

    def _order(self, priority: float) -> float:
        return -priority if self._by == "score" else priority

    @staticmethod
    def _tokens_of(model: BPE | RankBPE | SentencePieceBPE) -> Callable[[int], str]:
        if isinstance(model, SentencePieceBPE):
            return lambda id: model.pieces[id][0]
        return lambda id: model.vocab.token(id) or ""


def spelled_out(text: str) -> str:
    """Text in the byte alphabet as what it stands for; bytes that are no UTF-8 as ``\\xe6``."""
    return "".join(
        bytes_as_text(bytes(BYTES[char] for char in run)) if known else run
        for known, run in _runs(text, BYTES.__contains__)
    )


def bytes_as_text(data: bytes) -> str:
    """Bytes as text; those that are no UTF-8 as ``\\xe6``."""
    return data.decode("utf-8", "backslashreplace")


def _runs(text: str, holds: Callable[[str], bool]) -> list[tuple[bool, str]]:
    runs: list[tuple[bool, str]] = []
    for char in text:
        if runs and runs[-1][0] == holds(char):
            runs[-1] = (runs[-1][0], runs[-1][1] + char)
        else:
            runs.append((holds(char), char))
    return runs


__all__ = ["BPETrace", "bytes_as_text", "spelled_out"]
