"""BPE (Sennrich et al. 2016): a word starts as characters, and merges join neighbours, best first.

Three models share the replay of `subwords.reference.merging`; they differ in
what they start from and in what says that two neighbours merge:

- `BPEWords`: a list of merges (``tokenizer.json``, ``merges.txt``);
- `RankBPEWords`: any two neighbours that together are a token, the lowest id first (tiktoken);
- `subwords.reference.sentencepiece_bpe`: the same with scores, the highest first.

Each is called with a word and gives (id, begin, end) in characters of the word; `sample` does the
same with dropout. The C++ twins are in core/models.
"""

from __future__ import annotations

from collections.abc import Sequence

from subwords.errors import UnsupportedError
from subwords.models import BPE, RankBPE
from subwords.reference.merging import Dropout, replay
from subwords.reference.randomness import RandomStream

Token = tuple[int, int, int]
"""(id, begin, end), in characters of the word."""


class BPEWords:
    """BPE by a list of merges.

    As the published library has it:

    - the marks (`continuing_prefix`, `end_of_word_suffix`) are part of the characters from the
      start, and what two tokens become is their text without the right one's prefix;
    - where a pair is listed twice the later rank counts;
    - a character that is no token becomes its bytes (`byte_fallback`, where all of them are
      tokens), else the unknown token, else nothing. An unknown waits for the next character that
      is no sequence of bytes, so it comes out after bytes that follow it;
    - where `unk_token` is named but is no token, such a character is an error;
    - with `ignore_merges` a word that is a token needs no merges.

    Spans count the bytes of what was put in: where characters were dropped, what follows them moves
    to their place.

    Args:
        model: The model.

    Raises:
        ValueError: A merge needs a token that the vocabulary lacks.
    """

    def __init__(self, model: BPE) -> None:
        self._model = model
        self._ids = readable(model.vocab)
        self._merges: dict[tuple[int, int], tuple[float, int]] = {}
        self._bytes = [self._ids.get(f"<0x{byte:02X}>") for byte in range(256)]
        prefix = len(model.continuing_prefix.encode())
        for rank, (left, right) in enumerate(model.merges):
            # Cut in bytes, whether or not the right side really begins with the prefix.
            result = left + right.encode()[prefix:].decode("utf-8", "replace")
            try:
                pair = self._ids[left], self._ids[right]
                self._merges[pair] = rank, self._ids[result]
            except KeyError as missing:
                raise ValueError(
                    f"merge {rank} ({left!r}, {right!r}) needs the token {missing.args[0]!r}, "
                    "which is not in the vocabulary"
                ) from None

    def __call__(self, word: str) -> list[Token]:
        """The tokens of a word."""
        whole = self.whole(word)
        return self._replay(word, None) if whole is None else [(whole, 0, len(word))]

    def sample(self, word: str, amount: float, random: RandomStream) -> list[Token]:
        """The tokens of a word where each merge is skipped with probability `amount`."""
        return self._replay(word, Dropout(amount, random)) if amount else self(word)

    def _replay(self, word: str, dropout: Dropout | None) -> list[Token]:
        ids, sizes = self.initial(word)
        tokens = replay(ids, self.join, dropout)
        return spans(word, sizes, [(token.symbol, token.begin, token.end) for token in tokens])

    def join(self, left: int, right: int) -> tuple[float, int] | None:
        """What two tokens become, and its rank."""
        return self._merges.get((left, right))

    def whole(self, word: str) -> int | None:
        """The id of a word that is emitted whole."""
        return self._ids.get(word) if self._model.ignore_merges else None

    def initial(self, word: str) -> tuple[list[int], list[int]]:
        """The symbols that a word starts as, and how many of its bytes each takes."""
        model, ids, sizes = self._model, list[int](), list[int]()
        unknown = 0  # bytes of the unknown that waits

        def put(id: int, size: int) -> None:
            ids.append(id)
            sizes.append(size)

        for at, char in enumerate(word):
            size = len(char.encode())
            marked = (model.continuing_prefix if at else "") + char
            marked += model.end_of_word_suffix if at == len(word) - 1 else ""
            id = self._ids.get(marked)
            spelled = self._spell(marked) if id is None and model.byte_fallback else None
            if spelled is not None:
                for byte in spelled:
                    put(byte, 1)
            elif id is None and model.unk_token is not None:
                if unknown and not model.fuse_unk:
                    put(self._unk(), unknown)
                    unknown = 0
                unknown += size
            elif id is not None:
                if unknown:
                    put(self._unk(), unknown)
                    unknown = 0
                put(id, size)
        if unknown:
            put(self._unk(), unknown)
        return ids, sizes

    def _spell(self, text: str) -> list[int] | None:
        """The byte tokens of a text, if all are there."""
        ids = [self._bytes[byte] for byte in text.encode()]
        there = [id for id in ids if id is not None]
        return there if len(there) == len(ids) else None

    def _unk(self) -> int:
        unk_token = self._model.unk_token or ""
        id = self._ids.get(unk_token)
        if id is None:
            raise no_unknown_token(unk_token)
        return id


def no_unknown_token(unk_token: str) -> UnsupportedError:
    """The error for a character that is no token, where the vocabulary lacks the unknown token."""
    return UnsupportedError(
        f"the text has a character that is no token, and {unk_token!r}, the model's unk_token, is "
        "not in its vocabulary; add it there, or state no unk_token to drop such characters"
    )


class RankBPEWords:
    """BPE by ranks, on the bytes of a word.

    Args:
        model: The model.

    Raises:
        ValueError: A single byte is no token.
    """

    def __init__(self, model: RankBPE) -> None:
        stored = ((id, model.vocab.token_bytes(id)) for _, id in model.vocab.items())
        self._ids = {token: id for id, token in stored if token is not None}
        for byte in range(256):
            if bytes((byte,)) not in self._ids:
                raise ValueError(f"byte 0x{byte:02X} is no token; a rank vocabulary has all 256")

    def __call__(self, word: str) -> list[Token]:
        """The tokens of a word."""
        whole = self.whole(word)
        return self._replay(word, None) if whole is None else [(whole, 0, len(word))]

    def sample(self, word: str, amount: float, random: RandomStream) -> list[Token]:
        """The tokens of a word where each merge is skipped with probability `amount`."""
        return self._replay(word, Dropout(amount, random)) if amount else self(word)

    def whole(self, word: str) -> int | None:
        """The id of a word that is emitted whole."""
        return self._ids.get(word.encode())

    def initial(self, word: str) -> tuple[list[bytes], list[int]]:
        """The symbols that a word starts as, and how many of its bytes each takes."""
        symbols = [bytes((byte,)) for byte in word.encode()]
        return symbols, [1] * len(symbols)

    def _replay(self, word: str, dropout: Dropout | None) -> list[Token]:
        symbols, sizes = self.initial(word)
        tokens = replay(symbols, self.join, dropout)
        return spans(word, sizes, [(self._ids[t.symbol], t.begin, t.end) for t in tokens])

    def join(self, left: bytes, right: bytes) -> tuple[float, bytes] | None:
        """What two byte strings become, and its rank."""
        id = self._ids.get(left + right)
        return None if id is None else (id, left + right)


def readable(vocab: object) -> dict[str, int]:
    """The tokens that are UTF-8; one that is not reads as U+FFFD, which it must not match."""
    return {
        token: id
        for token, id in vocab.items()  # type: ignore[attr-defined]
        if "\ufffd" not in token or vocab.token_bytes(id) == token.encode()  # type: ignore[attr-defined]
    }


def spans(word: str, sizes: Sequence[int], tokens: list[Token]) -> list[Token]:
    """From ranges of initial symbols to characters of the word.

    A token spans from the first to the last character of which it holds a byte.

    Args:
        word: The word.
        sizes: How many of its bytes each initial symbol takes.
        tokens: (id, begin, end) in initial symbols.
    """
    chars = [at for at, char in enumerate(word) for _ in range(len(char.encode()))]
    places = [0]  # where each initial symbol begins, in bytes; never beyond the word
    for size in sizes:
        places.append(min(places[-1] + size, len(chars)))
    return [
        (id, chars[min(places[begin], len(chars) - 1)], chars[max(places[end], 1) - 1] + 1)
        for id, begin, end in tokens
    ]
