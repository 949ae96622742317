"""Explanations: how a text became its tokens, step by step."""

from subwords.explain.explanation import Explanation
from subwords.explain.merges import Merge, MergedWord, Pair
from subwords.explain.pipeline import explain
from subwords.explain.steps import Edit, Found, Step, Token, Unknown, Word
from subwords.explain.unigram import Arrival, UnigramWord

__all__ = [
    "Arrival",
    "Edit",
    "Explanation",
    "Found",
    "Merge",
    "MergedWord",
    "Pair",
    "Step",
    "Token",
    "UnigramWord",
    "Unknown",
    "Word",
    "explain",
]
