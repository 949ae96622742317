"""Training: a corpus becomes word counts, and word counts become a tokenizer."""

from subwords.training.api import compare_scores, learn, train, train_traced
from subwords.training.counting import count_words
from subwords.training.counts import WordCounts
from subwords.training.learned import Learned, Merge, Report
from subwords.training.notices import TrainingWarning
from subwords.training.trace import side_by_side, trace_lines

__all__ = [
    "Learned",
    "Merge",
    "Report",
    "TrainingWarning",
    "WordCounts",
    "compare_scores",
    "count_words",
    "learn",
    "side_by_side",
    "trace_lines",
    "train",
    "train_traced",
]
