"""Training: a corpus becomes word counts, and word counts become a tokenizer."""

from subwords.training.api import learn, train
from subwords.training.counting import count_words
from subwords.training.counts import WordCounts
from subwords.training.learned import Learned, Merge, Report
from subwords.training.notices import TrainingWarning

__all__ = [
    "Learned",
    "Merge",
    "Report",
    "TrainingWarning",
    "WordCounts",
    "count_words",
    "learn",
    "train",
]
