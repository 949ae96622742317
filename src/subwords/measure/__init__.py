"""Measuring: what a vocabulary can and cannot spell, and what a tokenizer makes of a text."""

from subwords.measure.text import Measurement, measure
from subwords.measure.vocabulary import VocabularyReport, inspect_vocabulary

__all__ = ["Measurement", "VocabularyReport", "inspect_vocabulary", "measure"]
