"""Training: a corpus becomes word counts, and word counts become a tokenizer."""

from subwords.training.api import compare_scores, learn, train, train_traced
from subwords.training.counting import count_words
from subwords.training.counts import WordCounts
from subwords.training.learned import Learned, Merge, Report
from subwords.training.notices import TrainingWarning
from subwords.training.sentencepiece_options import SentencePieceOptions
from subwords.training.trace import side_by_side, trace_lines
from subwords.training.trace_unigram import round_lines
from subwords.training.unigram import unigram_rules
from subwords.training.unigram_learned import LearnedUnigram, Round
from subwords.training.unigram_options import UnigramOptions

__all__ = [
    "Learned",
    "LearnedUnigram",
    "Merge",
    "Report",
    "Round",
    "SentencePieceOptions",
    "TrainingWarning",
    "UnigramOptions",
    "WordCounts",
    "compare_scores",
    "count_words",
    "learn",
    "round_lines",
    "side_by_side",
    "trace_lines",
    "train",
    "train_traced",
    "unigram_rules",
]
