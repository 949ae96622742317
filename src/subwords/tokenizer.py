"""`Tokenizer`: a spec, an engine that interprets it, and the verbs that users call."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from subwords import models
from subwords.encoding import Encoding
from subwords.engine import Columns, EngineName, Errors, choose_engine
from subwords.errors import UnsupportedError
from subwords.lookup import Lookup
from subwords.lossless import is_lossless
from subwords.options import (
    Allowed,
    Ids,
    Spans,
    allowed_set,
    as_ids,
    as_threads,
    require_flag,
    require_text,
)
from subwords.ragged import RaggedIds
from subwords.reference.template import flatten
from subwords.spec import AddedToken, Spec
from subwords.special_tokens import SpecialTokens
from subwords.streaming import DecoderStream, is_byte_level
from subwords.trust import Guard, annotate_mixed
from subwords.vocabulary import VocabularyView

if TYPE_CHECKING:
    from subwords.explain import Explanation

_ALGORITHMS = {
    models.WordPiece: "wordpiece",
    models.BPE: "bpe",
    models.Unigram: "unigram",
    models.WordLevel: "wordlevel",
}


class Tokenizer(VocabularyView):
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

    __slots__ = ("_engine", "_guard", "_metadata", "_plan", "_request", "_special_tokens")

    def __init__(
        self,
        spec: Spec,
        *,
        engine: EngineName | None = None,
        metadata: Mapping[str, Any] | None = None,
        special_tokens: SpecialTokens | None = None,
    ) -> None:
        super().__init__(spec)
        self._request = engine
        self._engine = choose_engine(spec, engine)
        self._guard = Guard(spec, self._engine, engine)
        self._plan = flatten(spec.post_processor)
        self._metadata = dict(metadata or {})
        self._special_tokens = special_tokens or _derive_special_tokens(spec)

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
            dropout: Probability of skipping a merge; only BPE has merges.
            seed: Of the draw that `dropout` makes.

        Raises:
            TypeError: `text` is no `str`.
            SurrogateError: `text` holds a lone surrogate.
            UnsupportedError: The model cannot be run, or has no dropout.
        """
        if dropout is not None or seed is not None:
            self._refuse_randomness("dropout")
        require_flag("add_special_tokens", add_special_tokens)
        engine, allowed = self._engine, None
        if untrusted is not False or allowed_special is not None or errors != "strict":
            if not isinstance(untrusted, bool):
                columns = self._annotate_mixed(
                    text, untrusted, add_special_tokens, allowed_special, errors
                )
                return columns.ids.tolist()  # type: ignore[no-any-return]
            allowed = self._allowed(allowed_special, untrusted, errors)
            engine = self._guard.engine(allowed)
        try:
            return engine.encode(text, add_special_tokens, allowed, errors)
        except TypeError:
            require_text(text)
            raise

    def encode_batch(
        self,
        texts: Iterable[str],
        *,
        add_special_tokens: bool = True,
        allowed_special: Allowed = None,
        untrusted: bool = False,
        errors: Errors = "strict",
        threads: int | None = None,
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

        Raises:
            TypeError: `texts` is a single text, or one of them is no `str`.
        """
        if isinstance(texts, (str, bytes, bytearray)) or not isinstance(texts, Iterable):
            raise TypeError(f"texts must be an iterable of str, not {type(texts).__name__}")
        require_flag("add_special_tokens", add_special_tokens)
        rows = texts if isinstance(texts, (list, tuple)) else list(texts)
        allowed = self._allowed(allowed_special, untrusted, errors)
        try:
            flat, row_offsets = self._guard.engine(allowed).encode_batch(
                rows, add_special_tokens, allowed, errors, as_threads(threads)
            )
        except TypeError:
            for document, text in enumerate(rows):
                require_text(text, document)
            raise
        return RaggedIds(flat, row_offsets, getattr(self._engine, "lists", None))

    def annotate(
        self,
        text: str,
        pair: str | None = None,
        *,
        add_special_tokens: bool = True,
        allowed_special: Allowed = None,
        untrusted: bool | Spans = False,
        errors: Errors = "strict",
    ) -> Encoding:
        """The ids of a text or a pair, with tokens, offsets, word ids and masks.

        Args:
            text: The text.
            pair: A second text, for models that read two; not together with untrusted spans.
            add_special_tokens: See `Tokenizer`.
            allowed_special: See `Tokenizer`.
            untrusted: See `Tokenizer`.
            errors: See `Tokenizer`.
        """
        require_flag("add_special_tokens", add_special_tokens)
        if not isinstance(untrusted, bool):
            if pair is not None:
                raise ValueError("untrusted spans are for one text; with a pair pass True or False")
            columns = self._annotate_mixed(
                text, untrusted, add_special_tokens, allowed_special, errors
            )
            return Encoding(columns, self._lookup.piece, 1, self._plan.single_tokens)
        allowed = self._allowed(allowed_special, untrusted, errors)
        try:
            columns = self._guard.engine(allowed).annotate(
                text, pair, add_special_tokens, allowed, errors
            )
        except TypeError:
            require_text(text)
            require_text("" if pair is None else pair)
            raise
        if pair is None:
            return Encoding(columns, self._lookup.piece, 1, self._plan.single_tokens)
        return Encoding(columns, self._lookup.piece, 2, self._plan.pair_tokens)

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
        ids = self.encode(
            text,
            add_special_tokens=add_special_tokens,
            allowed_special=allowed_special,
            untrusted=untrusted,
            errors=errors,
        )
        return [self._lookup.known(id) for id in ids]

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
        return len(
            self.encode(
                text,
                add_special_tokens=add_special_tokens,
                allowed_special=allowed_special,
                untrusted=untrusted,
                errors=errors,
            )
        )

    def normalize(self, text: str, *, errors: Errors = "strict") -> str:
        """The text after the normalizer, as the rest of the pipeline sees it."""
        self._allowed(None, False, errors)
        try:
            return self._engine.normalize(text, errors)
        except TypeError:
            require_text(text)
            raise

    def sample(self, text: str, *, alpha: float = 0.1, seed: int | None = None) -> list[int]:
        """A segmentation drawn from the model's distribution.

        Raises:
            UnsupportedError: The model has no distribution (WordPiece), or cannot be run yet.
        """
        del text, alpha, seed
        self._refuse_randomness("sample")

    def explain(
        self, text: str, *, add_special_tokens: bool = True, errors: Errors = "strict"
    ) -> Explanation:
        """Every step from a text to its tokens: edits, cuts, each piece tried, why it is unknown.

        Its ids are those of `encode` with the same options.

        Raises:
            UnsupportedError: The model is no WordPiece.
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
        return self._engine.decode(self._check_ids(ids), skip_special_tokens)

    def decode_batch(
        self, rows: RaggedIds | Iterable[Ids], *, skip_special_tokens: bool = True
    ) -> list[str]:
        """The text of each row of ids."""
        return [self.decode(row, skip_special_tokens=skip_special_tokens) for row in rows]

    def decode_bytes(self, ids: Ids, *, skip_special_tokens: bool = True) -> bytes:
        """The bytes of some ids: of a byte-level vocabulary exactly, else `decode` in UTF-8."""
        require_flag("skip_special_tokens", skip_special_tokens)
        checked = self._check_ids(ids)
        if not is_byte_level(self._spec):
            return self._engine.decode(checked, skip_special_tokens).encode()
        skipped = {t.id for t in self._spec.added_tokens if t.special and skip_special_tokens}
        return b"".join(self._bytes_of(id) for id in checked if id not in skipped)

    def decoder_stream(self, *, skip_special_tokens: bool = True) -> DecoderStream:
        """A decoder that takes ids one at a time: ``.step(id)`` and, at the end, ``.flush()``."""
        require_flag("skip_special_tokens", skip_special_tokens)
        return DecoderStream(self, skip_special_tokens)

    # What it is

    @property
    def special_tokens(self) -> SpecialTokens:
        """Which token plays which part."""
        return self._special_tokens

    @property
    def algorithm(self) -> str:
        """ "wordpiece", "bpe", "unigram" or "wordlevel"."""
        return _ALGORITHMS.get(type(self._spec.model), type(self._spec.model).__name__)

    @property
    def metadata(self) -> Mapping[str, Any]:
        """What decides no id but came with the file, read-only."""
        return MappingProxyType(self._metadata)

    @property
    def engine(self) -> EngineName:
        """The engine at work: "native" or "reference"."""
        return self._engine.name

    @property
    def is_lossless(self) -> bool:
        """Whether ``decode(encode(x, add_special_tokens=False), skip_special_tokens=False) == x``.

        True only where it holds for every text.
        """
        return is_lossless(self._spec)

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

        spec = with_added_tokens(self._spec, self._lookup, tokens, special)
        return Tokenizer(
            spec,
            engine=self._request,
            metadata=self._metadata,
            special_tokens=self._special_tokens,
        )

    def save(self, directory: str | os.PathLike[str]) -> None:
        """Write the family's classic files, ``tokenizer.json`` and ``special_tokens_map.json``.

        Raises:
            UnsupportedError: The spec holds a Python function, or cannot be written exactly.
        """
        from subwords import formats

        formats.save(
            directory,
            spec=self._spec,
            metadata=self._metadata,
            special_tokens=self._special_tokens,
        )

    def __eq__(self, other: object) -> bool:
        return self._spec == other._spec if isinstance(other, Tokenizer) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._spec)

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__}: {self.algorithm}, {self.vocab_size} tokens, "
            f"{self.engine} engine>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        state = (self._spec, self._request, self._metadata, self._special_tokens)
        return _rebuild, (type(self), *state)

    # Inside

    def _become(self, spec: Spec, special_tokens: SpecialTokens) -> None:
        """Take on another spec, all or nothing; only a door's `.train` does."""
        engine, lookup = choose_engine(spec, self._request), Lookup(spec)
        self._spec, self._engine, self._lookup = spec, engine, lookup
        self._guard = Guard(spec, engine, self._request)
        self._plan = flatten(spec.post_processor)
        self._special_tokens, self._metadata = special_tokens, {}

    def _allowed(self, allowed: Allowed, untrusted: bool, errors: str) -> frozenset[str] | None:
        if errors not in ("strict", "replace"):
            raise ValueError(f'errors must be "strict" or "replace", not {errors!r}')
        if allowed is None and untrusted is False:
            return None
        return allowed_set(self._spec, allowed, untrusted)

    def _annotate_mixed(
        self,
        text: str,
        untrusted: Spans,
        add_special_tokens: bool,
        allowed: Allowed,
        errors: str,
    ) -> Columns:
        if not isinstance(untrusted, (list, tuple)):
            raise TypeError(f"untrusted must be a bool or a list of spans, not {untrusted!r}")
        return annotate_mixed(
            self._guard,
            self._spec.post_processor,
            text,
            untrusted,
            add_special_tokens=add_special_tokens,
            allowed=self._allowed(allowed, False, errors),
            errors=errors,
        )

    def _check_ids(self, ids: Ids) -> list[int]:
        return as_ids(ids, self._lookup)

    def _refuse_randomness(self, what: str) -> NoReturn:
        if isinstance(self._spec.model, (models.WordPiece, models.WordLevel)):
            raise UnsupportedError(
                f"{what}: {type(self._spec.model).__name__} has no distribution over "
                "segmentations; it takes the longest match, always. Unigram and BPE can sample"
            )
        raise UnsupportedError(f"{what}: this version cannot run {self.algorithm} models yet")


def _rebuild(
    kind: type[Tokenizer],
    spec: Spec,
    engine: EngineName | None,
    metadata: Mapping[str, Any],
    special_tokens: SpecialTokens,
) -> Tokenizer:
    tokenizer = kind.__new__(kind)
    Tokenizer.__init__(
        tokenizer, spec, engine=engine, metadata=metadata, special_tokens=special_tokens
    )
    return tokenizer


def _derive_special_tokens(spec: Spec) -> SpecialTokens:
    unk = getattr(spec.model, "unk_token", None)
    extra = (t.content for t in spec.added_tokens if t.special and t.content != unk)
    return SpecialTokens(unk=unk, extra=tuple(extra))
