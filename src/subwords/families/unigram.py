"""The doors of Unigram: `UnigramTokenizer` and `UnigramTokenizerFast`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from subwords import decoders, models, normalizers
from subwords.engine import EngineName, require_engine
from subwords.errors import FormatError
from subwords.families.parts import (
    NormalizerOption,
    PreTokenizerOption,
    normalizer_option,
    pre_tokenizer_option,
    require_special_tokens,
    text_option,
)
from subwords.names import locate
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import GREATEST_SCORE, Pieces, PiecesTable
from subwords.tokenizer import Tokenizer

if TYPE_CHECKING:
    from subwords.training.corpus import Corpus
    from subwords.training.counts import WordCounts

_Door = TypeVar("_Door", bound="UnigramTokenizer")
_TYPES = ("normal", "unknown", "control", "user_defined", "byte", "unused")
_BYTES = frozenset(f"<0x{byte:02X}>" for byte in range(256))


class UnigramTokenizer(Tokenizer):
    """Unigram as in sentencepiece, in readable Python; `UnigramTokenizerFast` is the same in C++.

    A text is a stream in which ▁ stands for a space. Of all ways to spell it in pieces the most
    probable is taken: the one whose scores, natural log-probabilities, have the greatest sum.

    Args:
        pieces: Pairs (piece, score); the id of a piece is its place. Empty for a tokenizer that is
            still to be trained.
        types: One per piece: "normal", "unknown", "control", "user_defined", "byte" or "unused".
            None: what `special_tokens` names is "control" (the unknown token "unknown"), with
            `byte_fallback` ``<0x00>`` … ``<0xFF>`` are "byte", all others "normal". Only normal and
            user-defined pieces are found in text.
        unk_token: What an unknown character becomes, neighbouring ones together. Where `pieces`
            lacks it, a text with an unknown character cannot be encoded.
        byte_fallback: An unknown character becomes its bytes' tokens, such as ``<0xC3>``.
        normalizer: What is done to the text first. None: ``SentencePieceText()``, which marks
            spaces, folds runs of them, and puts one before the text.
        pre_tokenizer: Where it is cut. None: nowhere.
        special_tokens: Which token plays which part. None: ``SpecialTokens(unk=unk_token)``. As in
            a ``.model`` file, none is recognised in text, and none is put around it.

    Raises:
        ValueError: There are not as many types as pieces.
        TypeError: An argument is of the wrong type.

    Example:
        >>> pieces = [("<unk>", 0.0), ("▁", -3.0), ("▁hug", -2.0), ("hug", -2.5), ("s", -1.0)]
        >>> tok = UnigramTokenizer(pieces)
        >>> tok.tokenize("hugs hug")
        ['▁hug', 's', '▁hug']
    """

    __slots__ = ()
    _door_engine: ClassVar[EngineName] = "reference"

    def __init__(
        self,
        pieces: Iterable[tuple[str, float]] | PiecesTable,
        *,
        types: Iterable[str] | None = None,
        unk_token: str = "<unk>",
        byte_fallback: bool = False,
        normalizer: NormalizerOption = None,
        pre_tokenizer: PreTokenizerOption = None,
        special_tokens: SpecialTokens | None = None,
    ) -> None:
        require_engine(self._door_engine)
        unk = text_option("unk_token", unk_token)
        special = SpecialTokens(unk=unk) if special_tokens is None else special_tokens
        require_special_tokens(special)
        if not isinstance(byte_fallback, bool):
            raise TypeError(f"byte_fallback must be True or False, not {byte_fallback!r}")
        table = _table(pieces, types, unk, byte_fallback, special)
        own = normalizer_option(normalizer)
        text_rules = own or normalizers.SentencePieceText(protected=_user_defined(table))
        spec = Spec(
            model=models.Unigram(table, table.find(unk), byte_fallback),
            normalizer=text_rules,
            pre_tokenizer=pre_tokenizer_option(pre_tokenizer),
            decoder=_decoder(table, text_rules, unk, byte_fallback),
            semantics="sentencepiece",
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
        """Load a published Unigram tokenizer (``.model`` or ``tokenizer.json``).

        Args:
            directory_or_name: A directory, a file, or a name.
            revision: Branch, tag or commit of a name on the hub.
            offline: Never connect.

        Raises:
            FormatError: The file holds another family, or is damaged.
            MissingFileError: Nothing was found.
        """
        require_engine(cls._door_engine)
        path = locate(directory_or_name, revision=revision, offline=offline)
        return cls._load(path, None, None)

    @classmethod
    def from_file(
        cls: type[_Door],
        directory: str | os.PathLike[str],
        *,
        special_tokens: SpecialTokens | None = None,
    ) -> _Door:
        """Build from the ``.model`` in a directory; all options but one are the file's.

        Args:
            directory: Where it is.
            special_tokens: Which token plays which part; None: as the file says.

        Raises:
            MissingFileError: There is none (also a `FileNotFoundError`).
            FormatError: It holds another family, or is damaged.
        """
        require_engine(cls._door_engine)
        return cls._load(directory, ".model", special_tokens)

    @classmethod
    def _load(
        cls: type[_Door],
        path: str | os.PathLike[str],
        prefer: str | None,
        special_tokens: SpecialTokens | None,
    ) -> _Door:
        from pathlib import Path

        from subwords import formats
        from subwords.loading import make

        loaded = formats.load(
            Path(path), prefer=prefer, pattern=None, special_tokens=special_tokens
        )
        if not isinstance(loaded.spec.model, models.Unigram):
            raise FormatError(
                f"this is a {type(loaded.spec.model).__name__} tokenizer, not Unigram",
                file=path,
                remedy="subwords.load takes every family.",
            )
        return make(cls, loaded, cls._door_engine)

    def train(
        self, corpus: Corpus | WordCounts, *, vocab_size: int = 30_000, **options: Any
    ) -> None:
        """Train this tokenizer anew; pieces, text rules and metadata are replaced.

        Special tokens stay where the constructor was given any; else they are those that
        ``subwords.train(algorithm="unigram")`` puts in. If training fails, nothing changes.

        Args:
            corpus: An iterable of `str`, a path, a list of paths, or `WordCounts`.
            vocab_size: Size of the vocabulary, special tokens and alphabet included.
            options: As of ``subwords.train(algorithm="unigram")``; `errors`, `threads` and
                `engine` (of the trainer; None: native where present) among them.

        Raises:
            ValueError: The data cannot support `vocab_size`; it states the largest size possible.
                Or an option is out of range.
        """
        from subwords.training.api import learn_plan, make_plan
        from subwords.training.notices import warn_about

        how: dict[str, Any] = {"errors": "strict", "threads": None, "engine": None}
        how |= {name: options.pop(name) for name in how.keys() & options.keys()}
        special = self.special_tokens
        if special != SpecialTokens(unk=special.unk):
            options = {"special_tokens": special} | options
        elif special.unk is not None and special.unk != "<unk>":
            options = {"unk_piece": special.unk} | options
        options = {"byte_fallback": self.spec.model.byte_fallback} | options  # type: ignore[attr-defined]
        plan = make_plan("unigram", vocab_size, options)
        learned = learn_plan(plan, corpus, **how)
        self._become(plan.spec(learned), plan.special_tokens)
        warn_about(learned.report, plan.options, stacklevel=3)


class UnigramTokenizerFast(UnigramTokenizer):
    """`UnigramTokenizer` on the native engine: same arguments, same files, same ids.

    Raises:
        EngineUnavailableError: The extension is not part of this installation.
    """

    __slots__ = ()
    _door_engine: ClassVar[EngineName] = "native"


def _table(
    pieces: Iterable[tuple[str, float]] | PiecesTable,
    types: Iterable[str] | None,
    unk: str,
    byte_fallback: bool,
    special: SpecialTokens,
) -> PiecesTable:
    if isinstance(pieces, PiecesTable) and types is None:
        return _checked(pieces)
    rows = list(pieces)
    for row in rows:
        if not isinstance(row, (tuple, list)) or len(row) != 2 or not isinstance(row[0], str):
            raise TypeError(f"pieces must be pairs (piece, score), not {row!r}")
    if types is None:
        control = set(special)
        types = [_kind(piece, unk, control, byte_fallback) for piece, _ in rows]
    kinds = list(types)
    for kind in kinds:
        if kind not in _TYPES:
            raise ValueError(f"a type must be one of {', '.join(_TYPES)}; got {kind!r}")
    return _checked(Pieces(rows, kinds))


def _checked(table: PiecesTable) -> PiecesTable:
    wild = table.first_beyond(GREATEST_SCORE)
    if wild is not None:
        raise ValueError(
            f"the score of {table[wild][0]!r} must be a number between -1e28 and 1e28, "
            f"not {table.score(wild)!r}"
        )
    return table


def _kind(piece: str, unk: str, control: set[str], byte_fallback: bool) -> str:
    if piece == unk:
        return "unknown"
    if piece in control:
        return "control"
    return "byte" if byte_fallback and piece in _BYTES else "normal"


def _of_type(table: PiecesTable, kind: str) -> tuple[str, ...]:
    return tuple(table[id][0] for id in range(len(table)) if table.type(id) == kind)


def _user_defined(table: PiecesTable) -> tuple[str, ...]:
    return tuple(sorted(_of_type(table, "user_defined"), key=len, reverse=True))


def _decoder(
    table: PiecesTable, normalizer: normalizers.Normalizer, unk: str, byte_fallback: bool
) -> decoders.Decoder:
    rules = normalizers.SentencePieceText()
    if isinstance(normalizer, normalizers.SentencePieceText):
        rules = normalizer
    return decoders.SentencePiece(
        add_dummy_prefix=rules.add_dummy_prefix,
        remove_extra_whitespaces=rules.remove_extra_whitespaces,
        unk_piece=unk,
        control=_of_type(table, "control"),
        byte_pieces=byte_fallback,
    )
