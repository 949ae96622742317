"""Subword tokenizers that are exact, fast, and show their work."""

from typing import TYPE_CHECKING

from subwords import decoders, models, normalizers, post_processors, pre_tokenizers
from subwords.encoding import Encoding
from subwords.errors import (
    EngineUnavailableError,
    FormatError,
    MissingFileError,
    SubwordsError,
    SurrogateError,
    UnknownIdError,
    UnsupportedError,
)
from subwords.lazily import lazily
from subwords.loading import load
from subwords.measure import measure
from subwords.patterns import Regex
from subwords.ragged import RaggedIds
from subwords.spec import AddedToken, Spec
from subwords.special_tokens import SpecialTokens
from subwords.tokenizer import Tokenizer

if TYPE_CHECKING:
    from subwords.conversion import ConversionReport, Loss, save
    from subwords.families import (
        BPETokenizer,
        BPETokenizerFast,
        ByteLevelBPETokenizer,
        ByteLevelBPETokenizerFast,
        UnigramTokenizer,
        UnigramTokenizerFast,
        WordPieceTokenizer,
        WordPieceTokenizerFast,
    )
    from subwords.measure import Measurement
    from subwords.streaming import DecoderStream
    from subwords.training import TrainingWarning, WordCounts, count_words, train
else:  # what loading and encoding need not have
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "conversion": ("ConversionReport", "Loss", "save"),
            "families": (
                "BPETokenizer",
                "BPETokenizerFast",
                "ByteLevelBPETokenizer",
                "ByteLevelBPETokenizerFast",
                "UnigramTokenizer",
                "UnigramTokenizerFast",
                "WordPieceTokenizer",
                "WordPieceTokenizerFast",
            ),
            "measure": ("Measurement",),
            "streaming": ("DecoderStream",),
            "training": ("TrainingWarning", "WordCounts", "count_words", "train"),
        },
    )

__version__ = "0.1.0"

__all__ = [
    "AddedToken",
    "BPETokenizer",
    "BPETokenizerFast",
    "ByteLevelBPETokenizer",
    "ByteLevelBPETokenizerFast",
    "ConversionReport",
    "DecoderStream",
    "Encoding",
    "EngineUnavailableError",
    "FormatError",
    "Loss",
    "Measurement",
    "MissingFileError",
    "RaggedIds",
    "Regex",
    "Spec",
    "SpecialTokens",
    "SubwordsError",
    "SurrogateError",
    "Tokenizer",
    "TrainingWarning",
    "UnigramTokenizer",
    "UnigramTokenizerFast",
    "UnknownIdError",
    "UnsupportedError",
    "WordCounts",
    "WordPieceTokenizer",
    "WordPieceTokenizerFast",
    "count_words",
    "decoders",
    "load",
    "measure",
    "models",
    "normalizers",
    "post_processors",
    "pre_tokenizers",
    "save",
    "train",
]
