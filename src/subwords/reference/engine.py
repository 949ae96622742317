"""The reference engine: the stages of a spec, one after the other, in readable Python.

added tokens → normalizer → pre-tokenizer → model → template. Each stage lives in a module of its
own; this one only passes the text on and keeps count of words and spans.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from subwords.columns import Columns
from subwords.decoded import DecodedTokens
from subwords.engine import EngineName, clean_text, unsupported_model
from subwords.lookup import Lookup
from subwords.models import BPE, RankBPE, SentencePieceBPE, Unigram, WordLevel, WordPiece
from subwords.patterns.syntax import dialect_of
from subwords.reference.added_tokens import AddedTokenMatcher, Match
from subwords.reference.aligned import AlignedText
from subwords.reference.bpe import BPEWords, RankBPEWords
from subwords.reference.decode import decode
from subwords.reference.match import Finder, find_all
from subwords.reference.normalize import normalize
from subwords.reference.pretokenize import pre_tokenize
from subwords.reference.randomness import RandomStream
from subwords.reference.sentencepiece_bpe import SentencePieceBPEWords
from subwords.reference.template import FlatSlot, flatten
from subwords.reference.trimming import trim_spans
from subwords.reference.unigram import UnigramWords
from subwords.reference.wordlevel import wordlevel
from subwords.reference.wordpiece import wordpiece
from subwords.spec import Spec

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

WordModel = Callable[[str], list[tuple[int, int, int]]]
"""From a word to its tokens: (id, begin, end), in characters of the word."""


@runtime_checkable
class SamplingWordModel(Protocol):
    """A word model that has a distribution: it can also draw the tokens of a word."""

    def __call__(self, word: str) -> list[tuple[int, int, int]]:
        """The tokens of a word."""

    def sample(self, word: str, amount: float, random: RandomStream) -> list[tuple[int, int, int]]:
        """Drawn tokens of a word; `amount` is the model's own parameter."""


class Row(NamedTuple):
    """One token of one text."""

    id: int
    begin: int
    end: int
    word: int
    match: str | None = None
    """Of an added token found in the text: what it covers."""


class ReferenceEngine:
    """Carries out a spec stage by stage.

    Args:
        spec: What to carry out.
        word_model: What cuts a word; None for the reference of the spec's model. The native engine
            passes its own where the stages must run in Python.
        matcher: What finds the matches of a pattern that cuts; the native engine passes a faster
            one.
    """

    name: EngineName = "reference"

    def __init__(
        self,
        spec: Spec,
        word_model: WordModel | None = None,
        matcher: Finder = find_all,
    ) -> None:
        self._spec = spec
        self._cut = partial(pre_tokenize, dialect=dialect_of(spec.semantics), find=matcher)
        self._lookup = Lookup(spec)
        self._matcher = AddedTokenMatcher(spec.added_tokens, spec.normalizer)
        self._plan = flatten(spec.post_processor)
        self._model = word_model or reference_word_model(spec)
        self._called_by_text = called_by_text(spec)
        self._decoded = DecodedTokens(spec, self._lookup)

    def encode(
        self, text: str, add_special_tokens: bool, allowed: frozenset[str] | None, errors: str
    ) -> list[int]:
        """The ids of one text."""
        ids = [row.id for row in self._rows(clean_text(text, errors), allowed)]
        return self._wrap(ids, add_special_tokens)

    def encode_batch(
        self,
        texts: Sequence[str],
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        threads: int | None,
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """The ids of many texts, flat, and where each row begins; `threads` changes nothing."""
        flat: list[int] = []
        offsets = [0]
        for document, text in enumerate(texts):
            rows = self._rows(clean_text(text, errors, document), allowed)
            flat.extend(self._wrap([row.id for row in rows], add_special_tokens))
            offsets.append(len(flat))
        return _as_arrays(flat, offsets)

    def sample(
        self,
        text: str,
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        amount: float,
        seed: int,
        document: int = 0,
    ) -> list[int]:
        """The ids of one text, drawn from stream `document` of `seed`."""
        ids = self._drawn(clean_text(text, errors), allowed, amount, RandomStream(seed, document))
        return self._wrap(ids, add_special_tokens)

    def sample_batch(
        self,
        texts: Sequence[str],
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        amount: float,
        seed: int,
        threads: int | None,
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """`sample` of many texts, each drawn from the stream of its index, flat."""
        flat: list[int] = []
        offsets = [0]
        for document, text in enumerate(texts):
            cleaned = clean_text(text, errors, document)
            ids = self._drawn(cleaned, allowed, amount, RandomStream(seed, document))
            flat.extend(self._wrap(ids, add_special_tokens))
            offsets.append(len(flat))
        return _as_arrays(flat, offsets)

    def annotate(
        self,
        text: str,
        pair: str | None,
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
    ) -> Columns:
        """The ids of one text or a pair, with offsets, word ids and masks."""
        texts = [text] if pair is None else [text, pair]
        rows = [self._trimmed(clean_text(each, errors), allowed) for each in texts]
        return self._assemble(rows, add_special_tokens)

    def annotate_drawn(
        self,
        text: str,
        pair: str | None,
        add_special_tokens: bool,
        allowed: frozenset[str] | None,
        errors: str,
        amount: float,
        seed: int,
    ) -> Columns:
        """`annotate` of what `sample` draws from stream 0, and of the pair from stream 1."""
        rows = []
        for stream, each in enumerate([text] if pair is None else [text, pair]):
            cut = self._drawing(amount, RandomStream(seed, stream))
            rows.append(self._trimmed(clean_text(each, errors), allowed, cut))
        return self._assemble(rows, add_special_tokens)

    def _assemble(self, rows: list[list[Row]], add_special_tokens: bool) -> Columns:
        slots = self._plan.single if len(rows) == 1 else self._plan.pair
        return assemble(slots, dict(zip("AB", rows, strict=False)), add_special_tokens)

    def decode(self, ids: Sequence[int], skip_special_tokens: bool) -> str:
        """The text of some ids."""
        return decode(self._spec.decoder, self._decoded.texts(ids, skip_special_tokens))

    def normalize(self, text: str, errors: str) -> str:
        """The text after the normalizer."""
        return normalize(self._spec.normalizer, AlignedText.from_str(clean_text(text, errors))).text

    def _drawn(
        self, text: str, allowed: frozenset[str] | None, amount: float, random: RandomStream
    ) -> list[int]:
        """The ids of one text, without the template's; its words draw one after the other."""
        return [row.id for row in self._rows(text, allowed, self._drawing(amount, random))]

    def _drawing(self, amount: float, random: RandomStream) -> WordModel:
        """The model, drawing the tokens of a word."""
        model = self._model
        if not isinstance(model, SamplingWordModel):
            raise unsupported_model(self._spec)
        return lambda word: model.sample(word, amount, random)

    def _rows(
        self, text: str, allowed: frozenset[str] | None, cut: WordModel | None = None
    ) -> Iterator[Row]:
        """Every token of one text, without the template's; `cut` None: as the model has it."""
        cut = cut or self._model
        if cut is None:
            raise unsupported_model(self._spec)
        word = 0
        for part in self._matcher.split(AlignedText.from_str(text), allowed):
            if isinstance(part, Match):
                yield Row(part.token.id, part.origin[0], part.origin[1], word, part.text)
                word += 1
                continue
            for piece in self._cut(self._spec.pre_tokenizer, [part]):
                for id, begin, end in cut(piece.text):
                    covered = piece.text[begin:end] if id == self._called_by_text else None
                    yield Row(id, piece.origin[begin][0], piece.origin[end - 1][1], word, covered)
                word += 1

    def _trimmed(
        self, text: str, allowed: frozenset[str] | None, cut: WordModel | None = None
    ) -> list[Row]:
        rows = list(self._rows(text, allowed, cut))
        if not self._plan.trims:
            return rows
        spans = [(row.begin, row.end) for row in rows]
        tokens = [
            (self._lookup.piece(row.id) or "") if row.match is None else row.match for row in rows
        ]
        spans = trim_spans(self._plan, tokens, spans)
        return [
            row._replace(begin=begin, end=end)
            for row, (begin, end) in zip(rows, spans, strict=True)
        ]

    def _wrap(self, ids: list[int], add_special_tokens: bool) -> list[int]:
        if not add_special_tokens:
            return ids
        out: list[int] = []
        for kind, id, _ in self._plan.single:
            if kind == "special":
                out.append(id)
            else:
                out.extend(ids)
        return out


def _as_arrays(
    flat: list[int], offsets: list[int]
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
    import numpy as np

    return np.array(flat, dtype=np.uint32), np.array(offsets, dtype=np.int64)


def assemble(
    slots: Sequence[FlatSlot], texts: dict[str, list[Row]], add_special_tokens: bool
) -> Columns:
    """Put the tokens of one or two texts into the slots of a template."""
    rows: list[tuple[int, int, int, int, int, int, bool]] = []
    matches: list[tuple[int, str]] = []
    for kind, id, type_id in slots:
        if kind != "special":
            sequence = 0 if kind == "A" else 1
            for row in texts[kind]:
                if row.match is not None:
                    matches.append((len(rows), row.match))
                rows.append((row.id, row.begin, row.end, row.word, sequence, type_id, False))
        elif add_special_tokens:
            rows.append((id, 0, 0, -1, -1, type_id, True))
    import numpy as np

    columns = list(zip(*rows, strict=True)) if rows else [()] * 7
    kinds = (np.uint32, np.uint32, np.uint32, np.int32, np.int8, np.uint32, np.bool_)
    arrays: list[Any] = [np.array(c, dtype=k) for c, k in zip(columns, kinds, strict=True)]
    return replace(Columns(*arrays), matches=matches)


def reference_word_model(spec: Spec) -> WordModel | None:
    """The reference's way to cut a word with the spec's model; None for an unknown one."""
    model = spec.model
    if isinstance(model, WordPiece):
        return _PieceModel(
            model,
            lambda word, vocab: wordpiece(
                word, vocab, model.unk_token, model.continuing_prefix, model.max_chars_per_word
            ),
            len(model.continuing_prefix),
        )
    if isinstance(model, WordLevel):
        return _PieceModel(model, lambda word, vocab: wordlevel(word, vocab, model.unk_token), 0)
    if isinstance(model, BPE):
        return BPEWords(model)
    if isinstance(model, RankBPE):
        return RankBPEWords(model)
    if isinstance(model, SentencePieceBPE):
        return SentencePieceBPEWords(model)
    if isinstance(model, Unigram):
        return UnigramWords(model, spec.semantics)
    return None


def called_by_text(spec: Spec) -> int | None:
    """The token that annotation calls by the text it covers: tokenizers' unknown of Unigram."""
    if isinstance(spec.model, Unigram) and spec.semantics == "huggingface":
        return spec.model.unk_id
    return None


class _PieceModel:
    """Turns the pieces of a word, as text, into ids and spans."""

    def __init__(
        self,
        model: WordPiece | WordLevel,
        cut: Callable[[str, dict[str, int]], list[str]],
        prefix_length: int,
    ) -> None:
        # An entry that is no UTF-8 reads as U+FFFD here and must not match that character.
        self._vocab = {
            token: id
            for token, id in model.vocab.items()
            if "\ufffd" not in token or model.vocab.token_bytes(id) == token.encode()
        }
        self._unk, self._cut, self._prefix_length = model.unk_token, cut, prefix_length
        self._warned = False

    def __call__(self, word: str) -> list[tuple[int, int, int]]:
        pieces = self._cut(word, self._vocab)
        if pieces == [self._unk]:
            return self._unknown(word)
        tokens, begin = [], 0
        for piece in pieces:
            end = begin + len(piece) - (self._prefix_length if begin else 0)
            tokens.append((self._vocab[piece], begin, end))
            begin = end
        return tokens

    def _unknown(self, word: str) -> list[tuple[int, int, int]]:
        id = self._vocab.get(self._unk)
        if id is not None:
            return [(id, 0, len(word))]
        if not self._warned:
            self._warned = True
            warnings.warn(
                f"the vocabulary has no {self._unk!r}: unknown words such as {word!r} "
                "give no token",
                stacklevel=2,
            )
        return []
