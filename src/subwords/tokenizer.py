"""`Tokenizer`: a spec, an engine that interprets it, and the verbs that users call."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from subwords import models
from subwords.encoding import Encoding
from subwords.engine import EngineName, Errors
from subwords.options import Allowed, Ids, Spans, as_threads, require_flag, require_text
from subwords.parts import make_parts
from subwords.ragged import RaggedIds
from subwords.sampling import dropout_draw
from subwords.segmentations import Segmentations
from subwords.spec import AddedToken, Spec
from subwords.special_tokens import SpecialTokens
from subwords.unpickling import rebuild_tokenizer

if TYPE_CHECKING:
    from subwords.explain import Explanation
    from subwords.streaming import DecoderStream

_ALGORITHMS = {
    models.WordPiece: "wordpiece",
    models.BPE: "bpe",
    models.RankBPE: "bpe",
    models.SentencePieceBPE: "bpe",
    models.Unigram: "unigram",
    models.WordLevel: "wordlevel",
}


class Tokenizer(Segmentations):
    """Turns text into ids and back. Immutable (but for a door's `.train`), safe between threads.

    Two tokenizers are equal when their specs are, whatever engine runs them.

    The encoding methods share these options:

    - `add_special_tokens` (default True): put the template's tokens (``[CLS]`` …) around the text.
    - `allowed_special` (default None): which special tokens are recognised *in the text*: None
      leaves it to the file (normally all), "all", or a collection of them.
    - `untrusted` (default False): True recognises no special token in the text. `encode`,
      `annotate`, `tokenize` and `count` also take the (start, end) of the untrusted spans: the text
      is then cut where trust changes, and special tokens are recognised in the other parts only.
    - `errors` (default "strict"): a lone surrogate raises `SurrogateError`; "replace" reads it as
      U+FFFD.

    Args:
        spec: What decides ids and offsets.
        engine: "native", "reference", or None for native where present, else reference.
        metadata: What decides no id but came with the file.
        special_tokens: Which token plays which part; None derives it from the spec.

    Raises:
        EngineUnavailableError: engine="native" without the extension.
    """

    __slots__ = ("_request",)

    def __init__(
        self,
        spec: Spec,
        *,
        engine: EngineName | None = None,
        metadata: Mapping[str, Any] | None = None,
        special_tokens: SpecialTokens | None = None,
    ) -> None:
        super().__init__(make_parts(spec, engine, metadata, special_tokens))
        self._request = engine

    # Encoding

    def encode(
        self,
        text: str,
        *,
        add_special_tokens: bool = True,
        allowed_special: Allowed = None,
        untrusted: bool | Spans = False,
        errors: Errors = "strict",
        dropout: float | None = None,
        seed: int | None = None,
    ) -> list[int]:
        """The ids of a text.

        Args:
            text: The text.
            add_special_tokens: See `Tokenizer`.
            allowed_special: See `Tokenizer`.
            untrusted: See `Tokenizer`.
            errors: See `Tokenizer`.
            dropout: Probability of skipping a merge (Provilkov et al. 2020); only BPE has merges.
                None: as the file states, which normally is none. 0 does every merge, 1 none.
            seed: Of the draw that `dropout` makes; None: a fresh one each time.

        Raises:
            TypeError: `text` is no `str`.
            SurrogateError: `text` holds a lone surrogate.
            ValueError: `dropout` is no probability.
            UnsupportedError: `dropout` or `seed` for a model without merges.
        """
        parts = self._parts
        if (
            allowed_special is None
            and untrusted is False
            and errors == "strict"
            and dropout is None
            and seed is None
            and not parts.dropout
            and type(text) is str
            and type(add_special_tokens) is bool
        ):  # what is called most, and on short texts: without a call in between
            return parts.engine.encode(text, add_special_tokens, parts.default_allowed, "strict")
        return parts.encode(
            text, add_special_tokens, allowed_special, untrusted, errors, dropout, seed
        )

    def encode_batch(
        self,
        texts: Iterable[str],
        *,
        add_special_tokens: bool = True,
        allowed_special: Allowed = None,
        untrusted: bool = False,
        errors: Errors = "strict",
        threads: int | None = None,
        dropout: float | None = None,
        seed: int | None = None,
    ) -> RaggedIds:
        """The ids of many texts, as one flat buffer; the same ids as `encode` gives for each.

        Args:
            texts: The texts.
            add_special_tokens: See `Tokenizer`.
            allowed_special: See `Tokenizer`.
            untrusted: See `Tokenizer`.
            errors: See `Tokenizer`; a `SurrogateError` names the text by its index.
            threads: How many threads may work; None leaves it to the engine. The reference engine
                always uses one.
            dropout: See `encode`; each text draws by itself, whatever `threads` is.
            seed: See `encode`.

        Raises:
            TypeError: `texts` is a single text, or one of them is no `str`.
        """
        if isinstance(texts, (str, bytes, bytearray)) or not isinstance(texts, Iterable):
            raise TypeError(f"texts must be an iterable of str, not {type(texts).__name__}")
        require_flag("add_special_tokens", add_special_tokens)
        rows = texts if isinstance(texts, (list, tuple)) else list(texts)
        parts = self._parts
        allowed = parts.allowed(allowed_special, untrusted, errors)
        draw, workers = None, as_threads(threads)
        if parts.dropout or dropout is not None or seed is not None:
            draw = dropout_draw(parts.spec, dropout, seed)
        engine = parts.guard.engine(allowed)
        try:
            if draw is None:
                flat, row_offsets = engine.encode_batch(
                    rows, add_special_tokens, allowed, errors, workers
                )
            else:
                flat, row_offsets = engine.sample_batch(
                    rows, add_special_tokens, allowed, errors, *draw, workers
                )
        except TypeError:
            for document, text in enumerate(rows):
                require_text(text, document)
            raise
        return RaggedIds(flat, row_offsets, getattr(parts.engine, "lists", None))

    def annotate(
        self,
        text: str,
        pair: str | None = None,
        *,
        add_special_tokens: bool = True,
        allowed_special: Allowed = None,
        untrusted: bool | Spans = False,
        errors: Errors = "strict",
        dropout: float | None = None,
        seed: int | None = None,
    ) -> Encoding:
        """The ids of a text or a pair, with tokens, offsets, word ids and masks.

        Args:
            text: The text.
            pair: A second text, for models that read two; not together with untrusted spans.
            add_special_tokens: See `Tokenizer`.
            allowed_special: See `Tokenizer`.
            untrusted: See `Tokenizer`.
            errors: See `Tokenizer`.
            dropout: See `encode`; the same seed draws the same ids. Draws are annotated by the
                reference engine, at its speed.
            seed: See `encode`.
        """
        require_flag("add_special_tokens", add_special_tokens)
        parts = self._parts
        draw = None
        if parts.dropout or dropout is not None or seed is not None:
            draw = dropout_draw(parts.spec, dropout, seed)
        if not isinstance(untrusted, bool):
            if pair is not None:
                raise ValueError("untrusted spans are for one text; with a pair pass True or False")
            if draw is not None:
                raise ValueError("a random draw takes untrusted=True or False, no spans")
            columns = parts.annotate_mixed(
                text, untrusted, add_special_tokens, allowed_special, errors
            )
            return Encoding(columns, parts.lookup.piece, 1, parts.plan.single_tokens)
        allowed = parts.allowed(allowed_special, untrusted, errors)
        try:
            engine = parts.guard.engine(allowed)
            if draw is None:
                columns = engine.annotate(text, pair, add_special_tokens, allowed, errors)
            else:
                columns = engine.annotate_drawn(
                    text, pair, add_special_tokens, allowed, errors, *draw
                )
        except TypeError:
            require_text(text)
            require_text("" if pair is None else pair)
            raise
        if pair is None:
            return Encoding(columns, parts.lookup.piece, 1, parts.plan.single_tokens)
        return Encoding(columns, parts.lookup.piece, 2, parts.plan.pair_tokens)

    def tokenize(
        self,
        text: str,
        *,
        add_special_tokens: bool = False,
        allowed_special: Allowed = None,
        untrusted: bool | Spans = False,
        errors: Errors = "strict",
    ) -> list[str]:
        """The pieces of a text as the vocabulary stores them; by default without the template's."""
        parts = self._parts
        ids = parts.encode(text, add_special_tokens, allowed_special, untrusted, errors)
        return [parts.lookup.known(id) for id in ids]

    def count(
        self,
        text: str,
        *,
        add_special_tokens: bool = True,
        allowed_special: Allowed = None,
        untrusted: bool | Spans = False,
        errors: Errors = "strict",
    ) -> int:
        """How many tokens `encode` gives with the same options."""
        return len(self._parts.encode(text, add_special_tokens, allowed_special, untrusted, errors))

    def normalize(self, text: str, *, errors: Errors = "strict") -> str:
        """The text after the normalizer, as the rest of the pipeline sees it."""
        parts = self._parts
        parts.allowed(None, False, errors)
        try:
            return parts.engine.normalize(text, errors)
        except TypeError:
            require_text(text)
            raise

    def explain(
        self, text: str, *, add_special_tokens: bool = True, errors: Errors = "strict"
    ) -> Explanation:
        """Every step from a text to its tokens: edits, cuts, and how each word became pieces.

        For WordPiece each piece tried, and why a word is unknown; for BPE each merge and what it
        blocked; for Unigram Viterbi, position by position. Its ids are those of `encode` with the
        same options (every merge is done).

        Args:
            text: The text.
            add_special_tokens: See `Tokenizer`.
            errors: See `Tokenizer`.

        Raises:
            UnsupportedError: The model is none of WordPiece, BPE and Unigram.
        """
        from subwords.explain import explain

        return explain(self, text, add_special_tokens=add_special_tokens, errors=errors)

    # Decoding

    def decode(self, ids: Ids, *, skip_special_tokens: bool = True) -> str:
        """The text of some ids.

        Args:
            ids: Integers, in any iterable or a one-dimensional numpy array.
            skip_special_tokens: Leave special tokens out.

        Raises:
            UnknownIdError: An id is not in the vocabulary.
            TypeError: `ids` holds something else than integers.
        """
        require_flag("skip_special_tokens", skip_special_tokens)
        parts = self._parts
        return parts.engine.decode(parts.check_ids(ids), skip_special_tokens)

    def decode_batch(
        self, rows: RaggedIds | Iterable[Ids], *, skip_special_tokens: bool = True
    ) -> list[str]:
        """The text of each row of ids."""
        if isinstance(rows, (str, bytes)) or not isinstance(rows, Iterable):
            raise TypeError(f"rows must be an iterable of rows of ids, not {type(rows).__name__}")
        return [self.decode(row, skip_special_tokens=skip_special_tokens) for row in rows]

    def decode_bytes(self, ids: Ids, *, skip_special_tokens: bool = True) -> bytes:
        """The bytes of some ids: of a vocabulary of bytes exactly, else `decode` in UTF-8."""
        from subwords.decoded import takes_bytes
        from subwords.lossless import token_bytes
        from subwords.streaming import is_byte_level

        require_flag("skip_special_tokens", skip_special_tokens)
        parts = self._parts
        spec, checked = parts.spec, parts.check_ids(ids)
        if not (is_byte_level(spec) or takes_bytes(spec.decoder)):
            return parts.engine.decode(checked, skip_special_tokens).encode()
        skipped = {t.id for t in spec.added_tokens if t.special and skip_special_tokens}
        return b"".join(token_bytes(spec, parts.lookup, id) for id in checked if id not in skipped)

    def decoder_stream(self, *, skip_special_tokens: bool = True) -> DecoderStream:
        """A decoder that takes ids one at a time: ``.step(id)`` and, at the end, ``.flush()``."""
        from subwords.streaming import DecoderStream

        require_flag("skip_special_tokens", skip_special_tokens)
        return DecoderStream(self, skip_special_tokens)

    # What it is

    @property
    def special_tokens(self) -> SpecialTokens:
        """Which token plays which part."""
        return self._parts.special_tokens

    @property
    def algorithm(self) -> str:
        """ "wordpiece", "bpe", "unigram" or "wordlevel"."""
        model = type(self.spec.model)
        return _ALGORITHMS.get(model, model.__name__)

    @property
    def metadata(self) -> Mapping[str, Any]:
        """What decides no id but came with the file, read-only."""
        return MappingProxyType(self._parts.metadata)

    @property
    def engine(self) -> EngineName:
        """The engine at work: "native" or "reference"."""
        return self._parts.engine.name

    @property
    def is_lossless(self) -> bool:
        """Whether ``decode(encode(x, add_special_tokens=False), skip_special_tokens=False) == x``.

        True only where it holds for every text.
        """
        from subwords.lossless import is_lossless

        return is_lossless(self.spec)

    def add_tokens(self, tokens: Iterable[str | AddedToken], *, special: bool = False) -> Tokenizer:
        """A new tokenizer that also finds these tokens in text; this one stays as it is.

        Args:
            tokens: A `str` gets the id it has in the vocabulary, else the next free one after
                `max_id`; an `AddedToken` states its own.
            special: Whether those given as `str` are special.

        Raises:
            ValueError: A token is empty, or an id belongs to another token.
        """
        from subwords.additions import with_added_tokens

        parts = self._parts
        return Tokenizer(
            with_added_tokens(parts.spec, parts.lookup, tokens, special),
            engine=self._request,
            metadata=parts.metadata,
            special_tokens=parts.special_tokens,
        )

    def save(self, directory: str | os.PathLike[str]) -> None:
        """Write the family's classic files, ``tokenizer.json`` and ``special_tokens_map.json``.

        Raises:
            UnsupportedError: The spec holds a Python function, or cannot be written exactly.
        """
        from subwords import formats

        parts = self._parts
        formats.save(
            directory,
            spec=parts.spec,
            metadata=parts.metadata,
            special_tokens=parts.special_tokens,
        )

    def __eq__(self, other: object) -> bool:
        return self.spec == other.spec if isinstance(other, Tokenizer) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__}: {self.algorithm}, {self.vocab_size} tokens, "
            f"{self.engine} engine>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        parts = self._parts
        state = (parts.spec, self._request, parts.metadata, parts.special_tokens)
        return rebuild_tokenizer, (type(self), *state)

    # Inside

    def _become(self, spec: Spec, special_tokens: SpecialTokens) -> None:
        """Take on another spec, all or nothing; only a door's `.train` does."""
        self._parts = make_parts(spec, self._request, None, special_tokens)
