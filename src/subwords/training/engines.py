"""Which of the two trainers does the work: the readable one or the native one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from subwords.errors import EngineUnavailableError
from subwords.training.bpe_options import BPEOptions
from subwords.training.learned import Learned
from subwords.training.options import WordPieceOptions
from subwords.training.sentencepiece_merges import MergesFound
from subwords.training.sentencepiece_options import SentencePieceOptions
from subwords.training.unigram_learned import UnigramFound
from subwords.training.unigram_options import UnigramOptions

Options_contra = TypeVar("Options_contra", contravariant=True)


class Learn(Protocol[Options_contra]):
    """A trainer; `progress` is called with the size of the vocabulary now and then."""

    def __call__(
        self,
        counts: Mapping[str, int],
        options: Options_contra,
        progress: Callable[[int], None] | None = None,
    ) -> Learned:
        """Train on word counts."""


class FindUnigram(Protocol):
    """A Unigram trainer; `progress` is called with the number of pieces after every round."""

    def __call__(
        self,
        counts: Mapping[str, int],
        options: UnigramOptions,
        progress: Callable[[int], None] | None = None,
        threads: int | None = None,
    ) -> UnigramFound:
        """Train on word counts."""


class FindMerges(Protocol):
    """A SentencePiece BPE trainer; `progress` is called with the number of merges."""

    def __call__(
        self,
        counts: Mapping[str, int],
        options: SentencePieceOptions,
        progress: Callable[[int], None] | None = None,
    ) -> MergesFound:
        """Train on word counts."""


def wordpiece_learner(engine: str | None = None) -> Learn[WordPieceOptions]:
    """The function that trains WordPiece.

    Args:
        engine: ``"native"``, ``"reference"``, or None for native where it is installed.

    Raises:
        EngineUnavailableError: The native trainer was asked for, and the extension is missing.
        ValueError: There is no such engine.
    """
    if native_trainer(engine):
        from subwords.training.native import learn_wordpiece

        return learn_wordpiece
    from subwords.training.reference.wordpiece import learn

    return learn


def bpe_learner(engine: str | None = None) -> Learn[BPEOptions]:
    """The function that trains BPE; arguments and errors are those of `wordpiece_learner`."""
    if native_trainer(engine):
        from subwords.training.native import learn_bpe

        return learn_bpe
    from subwords.training.reference.bpe import learn

    return learn


def sentencepiece_merge_finder(engine: str | None = None) -> FindMerges:
    """The function that trains SentencePiece BPE; the rest as of `wordpiece_learner`."""
    if native_trainer(engine):
        from subwords.training.native_sentencepiece_bpe import find as find_natively

        return find_natively
    from subwords.training.reference.sentencepiece_bpe import find

    return find


def unigram_finder(engine: str | None = None) -> FindUnigram:
    """The function that trains Unigram; arguments and errors are those of `wordpiece_learner`."""
    if native_trainer(engine):
        from subwords.training.native_unigram import find as find_natively

        return find_natively
    from subwords.training.reference.unigram import find

    return find


def native_trainer(engine: str | None) -> bool:
    """Whether native code counts and trains.

    Raises:
        EngineUnavailableError: It was asked for, and the extension is missing.
        ValueError: There is no such engine.
    """
    if engine not in {None, "native", "reference"}:
        raise ValueError(f'engine must be None, "native" or "reference", not {engine!r}')
    if engine == "reference":
        return False
    try:
        import subwords.native._core  # noqa: F401
    except ImportError as error:
        if engine == "native":
            raise EngineUnavailableError(
                "this installation of subwords has no native engine; install a binary wheel, "
                'or train with engine="reference"'
            ) from error
        return False
    return True
