"""The doors of BPE on characters: `BPETokenizer` and `BPETokenizerFast`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from subwords import decoders, models, pre_tokenizers
from subwords.engine import EngineName, require_engine
from subwords.families import bpe_parts
from subwords.families.parts import (
    NormalizerOption,
    PreTokenizerOption,
    added_tokens,
    normalizer_option,
    pre_tokenizer_option,
    require_special_tokens,
    template,
    text_option,
    vocab_table,
)
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import MergesTable, VocabTable
from subwords.tokenizer import Tokenizer

if TYPE_CHECKING:
    from subwords.training.corpus import Corpus
    from subwords.training.counts import WordCounts

_Door = TypeVar("_Door", bound="BPETokenizer")


class BPETokenizer(Tokenizer):
    """BPE on characters in readable Python; `BPETokenizerFast` gives the same ids in C++.

    A word starts as its characters; then the pair of neighbours that comes first in the list of
    merges is joined, and so on until none is left (Sennrich et al. 2016).

    Args:
        vocab: From token to id.
        merges: Pairs (left, right), best first.
        unk_token: What an unknown character becomes; None: nothing. Where `vocab` lacks it, such a
            character gives nothing, and the first one a warning.
        continuing_prefix: The mark of a token that continues a word.
        end_of_word_suffix: The mark of a token that ends a word, such as ``</w>``.
        fuse_unk: Neighbouring unknown characters become one `unk_token`.
        byte_fallback: An unknown character becomes tokens such as ``<0xC3>``, where all are there.
        ignore_merges: A word that is a token is emitted whole.
        dropout: Probability of skipping a merge, where a call states none.
        normalizer: What is done to the text first. None: nothing.
        pre_tokenizer: Where it is cut. None: ``WhitespaceSplit()``.
        special_tokens: Which token plays which part. None: ``SpecialTokens(unk=unk_token)``. With
            `cls` and `sep`, BERT's template is put around a text, else with `bos` or `eos` these.

    Raises:
        ValueError: A merge needs a token that is not in `vocab`, or two tokens share an id.
        TypeError: An argument is of the wrong type.

    Example:
        >>> vocab = {"h": 0, "u": 1, "g": 2, "s": 3, "ug": 4, "hug": 5}
        >>> tok = BPETokenizer(vocab, [("u", "g"), ("h", "ug")])
        >>> tok.tokenize("hugs gush")
        ['hug', 's', 'g', 'u', 's', 'h']
    """

    __slots__ = ()
    _door_engine: ClassVar[EngineName] = "reference"

    def __init__(
        self,
        vocab: Mapping[str, int] | VocabTable,
        merges: Iterable[tuple[str, str]] | MergesTable,
        *,
        unk_token: str | None = "[UNK]",
        continuing_prefix: str = "",
        end_of_word_suffix: str = "",
        fuse_unk: bool = False,
        byte_fallback: bool = False,
        ignore_merges: bool = False,
        dropout: float | None = None,
        normalizer: NormalizerOption = None,
        pre_tokenizer: PreTokenizerOption = None,
        special_tokens: SpecialTokens | None = None,
    ) -> None:
        require_engine(self._door_engine)
        special = SpecialTokens(unk=unk_token) if special_tokens is None else special_tokens
        require_special_tokens(special)
        table = vocab_table(vocab)
        model = bpe_parts.bpe_model(
            table,
            bpe_parts.merges_table(merges),
            unk_token=None if unk_token is None else text_option("unk_token", unk_token),
            continuing_prefix=text_option("continuing_prefix", continuing_prefix),
            end_of_word_suffix=text_option("end_of_word_suffix", end_of_word_suffix),
            fuse_unk=fuse_unk,
            byte_fallback=byte_fallback,
            ignore_merges=ignore_merges,
            dropout=dropout,
        )
        spec = Spec(
            model=model,
            normalizer=normalizer_option(normalizer),
            pre_tokenizer=pre_tokenizer_option(pre_tokenizer) or pre_tokenizers.WhitespaceSplit(),
            post_processor=template(table, special),
            decoder=_decoder(model),
            added_tokens=added_tokens(table, special),
        )
        super().__init__(spec, engine=self._door_engine, special_tokens=special)

    @classmethod
    def from_pretrained(
        cls: type[_Door],
        directory_or_name: str | os.PathLike[str],
        *,
        revision: str | None = None,
        offline: bool = False,
    ) -> _Door:
        """Load a published BPE tokenizer, as `subwords.load` does.

        Args:
            directory_or_name: A directory, a file, or a name.
            revision: Branch, tag or commit of a name on the hub.
            offline: Never connect.

        Raises:
            FormatError: The file holds another family, or is damaged.
            MissingFileError: Nothing was found.
        """
        require_engine(cls._door_engine)
        return bpe_parts.load_door(cls, cls._door_engine, directory_or_name, revision, offline)

    @classmethod
    def from_file(cls: type[_Door], directory: str | os.PathLike[str], **options: Any) -> _Door:
        """Build from the ``vocab.json`` and ``merges.txt`` in a directory.

        Args:
            directory: Where they are.
            options: The constructor's, without `vocab` and `merges`. Where `special_tokens` is not
                among them, what ``special_tokens_map.json`` names is special, but put around no
                text.

        Raises:
            MissingFileError: A file is missing (also a `FileNotFoundError`).
            FormatError: A file is damaged.
            ValueError: A merge needs a token that the vocabulary lacks.
        """
        require_engine(cls._door_engine)
        vocab, merges, file = bpe_parts.read_files(directory)
        if options.get("special_tokens") is not None:
            return cls(vocab, merges, **options)
        roles = bpe_parts.roles_beside(file, vocab)
        door = cls(vocab, merges, **options | {"special_tokens": bpe_parts.plain(roles)})
        door._become(door.spec, roles)
        return door

    def train(
        self, corpus: Corpus | WordCounts, *, vocab_size: int = 30_000, **options: Any
    ) -> None:
        """Train this tokenizer anew; vocabulary, merges and metadata are replaced.

        All that the constructor takes stays. If training fails, nothing changes.

        Args:
            corpus: An iterable of `str`, a path, a list of paths, or `WordCounts`.
            vocab_size: Size of the vocabulary, special tokens and alphabet included.
            options: `min_frequency`, `ties`, `alphabet`, `limit_alphabet`, `initial_alphabet`,
                `max_token_length`, `errors`, `threads` and `engine` (of the trainer; None: native
                where present), as of `subwords.train`.

        Raises:
            ValueError: `vocab_size` is below special tokens plus alphabet, or an option is out of
                range.
        """
        from subwords.training.doors import retrain

        model = self._bpe
        fixed = {
            "unk_token": model.unk_token,
            "continuing_prefix": model.continuing_prefix,
            "end_of_word_suffix": model.end_of_word_suffix,
            "byte_fallback": model.byte_fallback,
        }
        retrain(self, "bpe", corpus, vocab_size, fixed, options)

    @property
    def unk_token(self) -> str | None:
        """What an unknown character becomes."""
        return self._bpe.unk_token

    @property
    def merges(self) -> MergesTable:
        """The pairs (left, right), best first."""
        return self._bpe.merges

    @property
    def _bpe(self) -> models.BPE:
        model = self.spec.model
        assert isinstance(model, models.BPE)
        return model


class BPETokenizerFast(BPETokenizer):
    """`BPETokenizer` on the native engine: same arguments, same files, same ids.

    Raises:
        EngineUnavailableError: The extension is not part of this installation.
    """

    __slots__ = ()
    _door_engine: ClassVar[EngineName] = "native"


def _decoder(model: models.BPE) -> decoders.Decoder | None:
    """What undoes the marks."""
    if model.end_of_word_suffix:
        return decoders.BPE(model.end_of_word_suffix)
    if model.continuing_prefix:
        return decoders.WordPiece(model.continuing_prefix)
    if model.byte_fallback:
        return decoders.Sequence((decoders.ByteFallback(), decoders.Fuse()))
    return None
