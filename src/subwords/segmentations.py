"""The other ways to encode a text: drawn at random, the most probable ones, all of them.

`Segmentations` is the part of `Tokenizer` that goes beyond the one best encoding.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from subwords.engine import Errors, clean_text
from subwords.options import Allowed, as_threads, require_errors, require_flag, require_text
from subwords.ragged import RaggedIds
from subwords.sampling import sample_draw
from subwords.vocabulary import VocabularyView

if TYPE_CHECKING:
    from subwords.lattice import Lattice


class Segmentations(VocabularyView):
    """What a `Tokenizer` can do with several segmentations of a text."""

    __slots__ = ()

    def sample(
        self,
        text: str,
        *,
        alpha: float = 0.1,
        seed: int | None = None,
        add_special_tokens: bool = True,
        allowed_special: Allowed = None,
        untrusted: bool = False,
        errors: Errors = "strict",
    ) -> list[int]:
        """A segmentation drawn from the model's distribution.

        Args:
            text: The text.
            alpha: Of Unigram the power of the probabilities (0: all segmentations alike; the
                greater, the more often the best); of BPE the probability of skipping a merge.
            seed: The same seed gives the same draw; None: a fresh one each time.
            add_special_tokens: See `Tokenizer`.
            allowed_special: See `Tokenizer`.
            untrusted: See `Tokenizer`.
            errors: See `Tokenizer`.

        Raises:
            UnsupportedError: The model has no distribution (WordPiece).
            ValueError: `alpha` is out of range.
        """
        parts = self._parts
        draw = sample_draw(parts.spec, alpha, seed)
        return parts.sample(text, add_special_tokens, allowed_special, untrusted, errors, draw)

    def sample_batch(
        self,
        texts: Iterable[str],
        *,
        alpha: float = 0.1,
        seed: int | None = None,
        add_special_tokens: bool = True,
        allowed_special: Allowed = None,
        untrusted: bool = False,
        errors: Errors = "strict",
        threads: int | None = None,
    ) -> RaggedIds:
        """A drawn segmentation of each of many texts, as one flat buffer.

        Text i draws from stream i of the seed, whatever `threads` is and whichever engine runs; the
        first therefore gets what `sample` gives it.

        Args:
            texts: The texts.
            alpha: See `sample`.
            seed: See `sample`.
            add_special_tokens: See `Tokenizer`.
            allowed_special: See `Tokenizer`.
            untrusted: See `Tokenizer`.
            errors: See `Tokenizer`; a `SurrogateError` names the text by its index.
            threads: See `Tokenizer.encode_batch`.

        Raises:
            UnsupportedError: The model has no distribution (WordPiece).
            ValueError: `alpha` is out of range.
        """
        if isinstance(texts, (str, bytes, bytearray)) or not isinstance(texts, Iterable):
            raise TypeError(f"texts must be an iterable of str, not {type(texts).__name__}")
        require_flag("add_special_tokens", add_special_tokens)
        rows = texts if isinstance(texts, (list, tuple)) else list(texts)
        parts = self._parts
        draw = sample_draw(parts.spec, alpha, seed)
        allowed = parts.allowed(allowed_special, untrusted, errors)
        try:
            flat, row_offsets = parts.guard.engine(allowed).sample_batch(
                rows, add_special_tokens, allowed, errors, *draw, as_threads(threads)
            )
        except TypeError:
            for document, text in enumerate(rows):
                require_text(text, document)
            raise
        return RaggedIds(flat, row_offsets, getattr(parts.engine, "lists", None))

    def nbest(
        self, text: str, k: int, *, add_special_tokens: bool = True, errors: Errors = "strict"
    ) -> list[list[int]]:
        """The ids of the k most probable segmentations of a text, best first (Unigram).

        Scores are added up exactly, and no segmentation comes twice; there may be fewer than k.
        `encode` gives the first of them, but for near ties that its rounding decides otherwise.

        Args:
            text: The text.
            k: How many, 1 or more.
            add_special_tokens: See `Tokenizer`.
            errors: See `Tokenizer`.

        Raises:
            UnsupportedError: The model is no Unigram.
        """
        from subwords.nbest import nbest

        return nbest(self.spec, text, k, add_special_tokens=add_special_tokens, errors=errors)

    def lattice(self, text: str, *, errors: Errors = "strict") -> Lattice:
        """Every segmentation of a text by a Unigram model: to be counted, ranked, weighed, drawn.

        Args:
            text: The text as the model sees it, for example "▁sunflowers"; it is not normalized
                again. `normalize` gives that form of a text.
            errors: See `Tokenizer`.

        Raises:
            UnsupportedError: The model is no Unigram.
        """
        from subwords.lattice import Lattice

        require_errors(errors)
        return Lattice(self.spec, clean_text(text, errors))
