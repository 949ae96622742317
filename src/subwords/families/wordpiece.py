"""The doors of WordPiece: `WordPieceTokenizer` and `WordPieceTokenizerFast`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from subwords import decoders, models, normalizers, pre_tokenizers
from subwords.engine import EngineName, require_engine
from subwords.errors import FormatError, MissingFileError
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
from subwords.names import locate
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import VocabTable
from subwords.tokenizer import Tokenizer

if TYPE_CHECKING:
    from subwords.training.corpus import Corpus
    from subwords.training.counts import WordCounts

_Door = TypeVar("_Door", bound="WordPieceTokenizer")


class WordPieceTokenizer(Tokenizer):
    """WordPiece in readable Python; `WordPieceTokenizerFast` gives the same ids in C++.

    Each word is cut by greedy longest match: the longest piece of the vocabulary that begins the
    word, then the longest that continues it, and so on; a word with a position where none fits is
    one `unk_token`.

    Args:
        vocab: From piece to id; pieces that continue a word begin with `continuing_prefix`.
        unk_token: What an unknown word becomes. Where `vocab` lacks it, such a word gives nothing,
            and the first one a warning.
        continuing_prefix: The mark of a piece that continues a word.
        max_chars_per_word: A longer word (in characters) is unknown; None for no limit.
        normalizer: What is done to the text first: a component of `subwords.normalizers` or a
            function from `str` to `str`. None: ``BERTNormalizer()``; ``Sequence([])``: nothing.
        pre_tokenizer: Where it is cut: a component of `subwords.pre_tokenizers` or a function to
            ``[(piece, (start, end)), ...]``. None: ``WhitespacePunctuationSplit()``.
        special_tokens: Which token plays which part. None: ``SpecialTokens(unk=unk_token)``. With
            `cls` and `sep`, BERT's template is put around a text, else with `bos` or `eos` these;
            otherwise nothing is added.

    Raises:
        ValueError: Two pieces share an id, or a token of the template is not in `vocab`.
        TypeError: An argument is of the wrong type.

    Example:
        >>> vocab = {"[UNK]": 0, "hedge": 1, "##hog": 2, "##s": 3}
        >>> tok = WordPieceTokenizer(vocab)
        >>> tok.encode("Hedgehogs!")
        [1, 2, 3, 0]
        >>> tok.decode([1, 2, 3])
        'hedgehogs'
    """

    __slots__ = ()
    _door_engine: ClassVar[EngineName] = "reference"

    def __init__(
        self,
        vocab: Mapping[str, int] | VocabTable,
        *,
        unk_token: str = "[UNK]",
        continuing_prefix: str = "##",
        max_chars_per_word: int | None = 100,
        normalizer: NormalizerOption = None,
        pre_tokenizer: PreTokenizerOption = None,
        special_tokens: SpecialTokens | None = None,
    ) -> None:
        require_engine(self._door_engine)
        special = SpecialTokens(unk=unk_token) if special_tokens is None else special_tokens
        spec = wordpiece_spec(
            vocab_table(vocab),
            special,
            unk_token=unk_token,
            continuing_prefix=continuing_prefix,
            max_chars_per_word=max_chars_per_word,
            normalizer=normalizer,
            pre_tokenizer=pre_tokenizer,
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
        """Load a published WordPiece tokenizer, as `subwords.load` does.

        Args:
            directory_or_name: A directory, a file, or a name.
            revision: Branch, tag or commit of a name on the hub.
            offline: Never connect.

        Raises:
            FormatError: The file holds another family than WordPiece, or is damaged.
            MissingFileError: Nothing was found.
        """
        from subwords import formats
        from subwords.loading import make

        require_engine(cls._door_engine)
        path = locate(directory_or_name, revision=revision, offline=offline)
        loaded = formats.load(path, prefer=None, pattern=None, special_tokens=None)
        if not isinstance(loaded.spec.model, models.WordPiece):
            raise FormatError(
                f"this is a {type(loaded.spec.model).__name__} tokenizer, not WordPiece",
                file=path,
                remedy="subwords.load takes every family.",
            )
        return make(cls, loaded, cls._door_engine)

    @classmethod
    def from_file(
        cls: type[_Door],
        directory: str | os.PathLike[str],
        *,
        unk_token: str = "[UNK]",
        continuing_prefix: str = "##",
        max_chars_per_word: int | None = 100,
        normalizer: NormalizerOption = None,
        pre_tokenizer: PreTokenizerOption = None,
        special_tokens: SpecialTokens | None = None,
    ) -> _Door:
        """Build from the ``vocab.txt`` in a directory, with the constructor's options.

        Only ``vocab.txt`` and, where `special_tokens` is None, ``special_tokens_map.json`` are
        read; without either, BERT's special tokens count where the vocabulary has them.

        Raises:
            MissingFileError: ``vocab.txt`` is missing (also a `FileNotFoundError`).
            FormatError: It is damaged, or has no `unk_token`.
        """
        from subwords.formats.source import read_bytes
        from subwords.formats.vocab_txt import read_vocab_txt

        require_engine(cls._door_engine)
        folder = Path(directory)
        file = folder if folder.is_file() else folder / "vocab.txt"
        if not file.exists():
            raise MissingFileError(f"{file}: no such file; a WordPiece directory holds a vocab.txt")
        table = read_vocab_txt(read_bytes(file, what="a vocab.txt"), file)
        if table.get(unk_token) is None:
            raise FormatError(
                f"the unknown token {unk_token!r} is not in the vocabulary",
                file=file,
                remedy="Pass unk_token=, or add it to the file.",
            )
        if special_tokens is None:
            special_tokens = _special_tokens_beside(file, table, unk_token)
        return cls(
            table,
            unk_token=unk_token,
            continuing_prefix=continuing_prefix,
            max_chars_per_word=max_chars_per_word,
            normalizer=normalizer,
            pre_tokenizer=pre_tokenizer,
            special_tokens=special_tokens,
        )

    def train(
        self, corpus: Corpus | WordCounts, *, vocab_size: int = 30_000, **options: Any
    ) -> None:
        """Train this tokenizer anew; its vocabulary and metadata are replaced.

        Normalizer, pre-tokenizer, prefix, limit and special tokens stay; unk gets id 0, the other
        special tokens follow in field order. If training fails, nothing changes.

        Args:
            corpus: An iterable of `str`, a path, a list of paths, or `WordCounts`.
            vocab_size: Size of the vocabulary, special tokens and alphabet included.
            options: `min_frequency`, `score`, `pmi_shift`, `ties`, `alphabet`, `limit_alphabet`,
                `initial_alphabet`, `errors`, `threads` and `engine` (of the trainer; None:
                native where present), as of `subwords.train`.

        Raises:
            ValueError: `vocab_size` is below special tokens plus alphabet, or an option is out of
                range.
        """
        from subwords.training.doors import retrain

        fixed = {
            "unk_token": self.unk_token,
            "continuing_prefix": self.continuing_prefix,
            "max_chars_per_word": self.max_chars_per_word,
        }
        retrain(self, "wordpiece", corpus, vocab_size, fixed, options)

    @property
    def unk_token(self) -> str:
        """What an unknown word becomes."""
        return self._wordpiece.unk_token

    @property
    def continuing_prefix(self) -> str:
        """The mark of a piece that continues a word."""
        return self._wordpiece.continuing_prefix

    @property
    def max_chars_per_word(self) -> int | None:
        """The longest word, in characters, that is cut into pieces; None for no limit."""
        return self._wordpiece.max_chars_per_word

    @property
    def _wordpiece(self) -> models.WordPiece:
        model = self.spec.model
        assert isinstance(model, models.WordPiece)
        return model


class WordPieceTokenizerFast(WordPieceTokenizer):
    """`WordPieceTokenizer` on the native engine: same arguments, same files, same ids.

    Raises:
        EngineUnavailableError: The extension is not part of this installation.
    """

    __slots__ = ()
    _door_engine: ClassVar[EngineName] = "native"


def wordpiece_spec(
    table: VocabTable,
    special_tokens: SpecialTokens,
    *,
    unk_token: str,
    continuing_prefix: str,
    max_chars_per_word: int | None,
    normalizer: NormalizerOption,
    pre_tokenizer: PreTokenizerOption,
) -> Spec:
    """The spec of a WordPiece tokenizer; the arguments are those of `WordPieceTokenizer`."""
    require_special_tokens(special_tokens)
    return Spec(
        model=models.WordPiece(
            table,
            text_option("unk_token", unk_token),
            text_option("continuing_prefix", continuing_prefix),
            _limit(max_chars_per_word),
        ),
        normalizer=normalizer_option(normalizer) or normalizers.BERTNormalizer(),
        pre_tokenizer=pre_tokenizer_option(pre_tokenizer)
        or pre_tokenizers.WhitespacePunctuationSplit(),
        post_processor=template(table, special_tokens),
        decoder=decoders.WordPiece(prefix=continuing_prefix),
        added_tokens=added_tokens(table, special_tokens),
    )


def _limit(value: int | None) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"max_chars_per_word must be an int or None, not {value!r}")
    if value < 0:
        raise ValueError(f"max_chars_per_word must not be negative, but is {value}")
    return value


def _special_tokens_beside(file: Path, table: VocabTable, unk_token: str) -> SpecialTokens:
    """What special_tokens_map.json says, else BERT's special tokens as far as they are there."""
    from subwords.formats.source import read_bytes
    from subwords.formats.special_tokens_map import read_special_tokens_map

    map_file = file.parent / "special_tokens_map.json"
    if map_file.exists():
        return read_special_tokens_map(read_bytes(map_file), map_file)[0]

    def there(token: str) -> str | None:
        return None if table.get(token) is None else token

    return SpecialTokens(
        pad=there("[PAD]"),
        unk=unk_token,
        mask=there("[MASK]"),
        sep=there("[SEP]"),
        cls=there("[CLS]"),
    )
