"""What a published library answers, asked in a process of its own and kept on disk if wished.

Some texts make a library panic, crash or run for ever. The library works in a child process with
a time limit. Where a batch fails it is halved until the texts that fail stand alone, so that each
costs only itself; those are reported, and every other text is compared.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import pickle
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from oracles import Array, Facts, Rows, narrow, oracle_of

FORMAT = 3  # of the files on disk; another number asks everything anew
SECONDS = 20.0  # that the library may take for any text, and besides:
CHARACTERS_PER_SECOND = 10_000
LOADING_SECONDS = 300.0


class Answer(NamedTuple):
    """The answers for some texts; a text without one has a row of no tokens, or no characters."""

    encoded: dict[bool, Rows]  # by whether special tokens were put around the text
    decoded: dict[bool, list[str]]  # by whether special tokens were left out
    not_encoded: tuple[int, ...] = ()  # texts, by index
    not_decoded: tuple[int, ...] = ()  # of those that were encoded


class Answers:
    """Asks the library about texts, or reads what it said before.

    Args:
        path: The tokenizer file.
        directory: Where answers are kept, by library, version, file and texts; None: nowhere.
    """

    def __init__(self, path: Path, directory: Path | None) -> None:
        self._library = Library(path)
        self._directory: Path | None = None
        if directory is not None:
            identity = f"{FORMAT} {versions(path)} {sha256(path.read_bytes())}"
            self._directory = directory / sha256(identity.encode())[:32]
            self._directory.mkdir(parents=True, exist_ok=True)
        self.facts: Facts = self._kept("facts", lambda: self._library.facts)

    def of(self, texts: Sequence[str], alone: bool, plain: bool) -> Answer:
        """The answers for these texts.

        Args:
            texts: The texts.
            alone: Ask for ids only.
            plain: Do not ask for the decoded text with the special tokens in it.
        """
        name = f"{key_of(texts)}-{alone:d}{plain:d}"
        answer: Answer = self._kept(name, lambda: self._library.ask(texts, alone, plain))
        return answer

    def close(self) -> None:
        """End the library's process."""
        self._library.close()

    def _kept(self, name: str, make: Any) -> Any:
        if self._directory is None:
            return make()
        file = self._directory / name
        if file.exists():
            return pickle.loads(file.read_bytes())  # our own, from a directory the user named
        value = make()
        partial = file.with_suffix(f".{os.getpid()}")
        partial.write_bytes(pickle.dumps(value, protocol=5))
        partial.rename(file)
        return value


class Library:
    """The library in its process, which starts when it is first asked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._process: Any = None
        self._ends: Connection | None = None
        self._facts: Facts | None = None
        self._alone, self._skips = False, (False,)

    @property
    def facts(self) -> Facts:
        """What holds for every text."""
        if self._facts is None:
            self._connection()
        assert self._facts is not None
        return self._facts

    def ask(self, texts: Sequence[str], alone: bool, plain: bool) -> Answer:
        """The answers for these texts, failing ones found by halving."""
        self._alone = alone
        self._skips = (False,) if not self.facts.template else (True,) if plain else (True, False)
        return self._encode(texts)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._ends = None

    def _encode(self, texts: Sequence[str]) -> Answer:
        encoded = self._call("encode", (texts, self._alone), sum(map(len, texts)))
        if encoded is None:
            if len(texts) == 1:
                return self._nothing()
            middle = len(texts) // 2
            return _joined(self._encode(texts[:middle]), self._encode(texts[middle:]), middle)
        if self._alone:
            return Answer(encoded, {})
        rows = encoded[self.facts.template].lists()
        decoded, failed = self._decode(rows)
        return Answer(encoded, decoded, (), failed)

    def _decode(self, rows: list[list[int]]) -> tuple[dict[bool, list[str]], tuple[int, ...]]:
        decoded = self._call("decode", (rows, self._skips), 4 * sum(map(len, rows)))
        if decoded is not None:
            return decoded, ()
        if len(rows) == 1:
            return {skip: [""] for skip in self._skips}, (0,)
        middle = len(rows) // 2
        (left, failed), (right, also) = self._decode(rows[:middle]), self._decode(rows[middle:])
        both = {skip: left[skip] + right[skip] for skip in left}
        return both, failed + tuple(middle + index for index in also)

    def _nothing(self) -> Answer:
        """The answer for one text that the library has none for."""
        none, one_row = np.zeros(0, np.uint8), np.zeros(1, np.uint8)
        encoded = {False: Rows(none, one_row, called=() if self.facts.table else None)}
        if self._alone:
            both = (True, False) if self.facts.template else (False,)
            encoded = dict.fromkeys(both, Rows(none, one_row))
        elif self.facts.template:
            spans = np.zeros((0, 2), np.uint8)
            encoded = {
                True: Rows(none, one_row, spans, np.zeros(0, np.int8), ()),
                False: Rows(none, one_row, spans),
            }
        skips = () if self._alone else self._skips
        return Answer(encoded, {skip: [""] for skip in skips}, (0,))

    def _call(self, verb: str, arguments: tuple[Any, ...], characters: int) -> Any:
        """What the library returns; None if it fails, dies or takes too long."""
        connection = self._connection()
        try:
            connection.send((verb, arguments))
            if connection.poll(SECONDS + characters / CHARACTERS_PER_SECOND):
                answer = connection.recv()
                if isinstance(answer, AssertionError):
                    raise answer
                return answer
        except (EOFError, OSError):
            pass
        self.close()
        return None

    def _connection(self) -> Connection:
        if self._ends is None:
            context = multiprocessing.get_context("spawn")
            self._ends, other = context.Pipe()
            self._process = context.Process(target=serve, args=(other, self._path), daemon=True)
            self._process.start()
            other.close()
            if not self._ends.poll(LOADING_SECONDS):
                raise RuntimeError(f"the published library does not load {self._path}")
            self._facts = self._ends.recv()
        return self._ends


def serve(connection: Connection, path: Path) -> None:
    """Answer until the other end closes: the child process."""
    oracle = oracle_of(path)
    connection.send(oracle.facts)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # a panic writes there, for each text that fails
    while True:
        try:
            verb, arguments = connection.recv()
        except EOFError:
            return
        try:
            answer = getattr(oracle, verb)(*arguments)
        except AssertionError as error:
            answer = error
        except BaseException:  # a panic is no Exception
            answer = None
        connection.send(answer)


def key_of(texts: Sequence[str]) -> str:
    """A name for these texts and no others."""
    lengths = np.array([len(text) for text in texts], np.uint32)
    return sha256(lengths.tobytes() + "".join(texts).encode())


def sha256(data: bytes) -> str:
    """The SHA-256 of some bytes, as text."""
    return hashlib.sha256(data).hexdigest()


def versions(path: Path) -> str:
    """The library that answers for a file and its version, without loading the file."""
    from importlib.metadata import version

    name = {".tiktoken": "tiktoken", ".model": "sentencepiece"}.get(path.suffix, "tokenizers")
    return f"{name} {version(name)}"


def _joined(left: Answer, right: Answer, count: int) -> Answer:
    """The answers for `count` texts and for those after them."""
    encoded = {
        special: _rows_joined(rows, right.encoded[special])
        for special, rows in left.encoded.items()
    }
    return Answer(
        encoded,
        {skip: texts + right.decoded[skip] for skip, texts in left.decoded.items()},
        left.not_encoded + tuple(count + index for index in right.not_encoded),
        left.not_decoded + tuple(count + index for index in right.not_decoded),
    )


def _rows_joined(left: Rows, right: Rows) -> Rows:
    def both(a: Array | None, b: Array | None) -> Array | None:
        return None if a is None or b is None else narrow(np.concatenate([a, b]))

    called = left.called
    if called is not None and right.called is not None:
        called += tuple((len(left.ids) + at, token) for at, token in right.called)
    ids, lengths = both(left.ids, right.ids), both(left.lengths, right.lengths)
    assert ids is not None
    assert lengths is not None
    spans, word_ids = both(left.spans, right.spans), both(left.word_ids, right.word_ids)
    return Rows(ids, lengths, spans, word_ids, called)
