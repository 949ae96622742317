"""Explanations: how a text became its tokens, step by step."""

from subwords.explain.explanation import Explanation
from subwords.explain.pipeline import explain
from subwords.explain.steps import Edit, Found, Step, Token, Unknown, Word

__all__ = ["Edit", "Explanation", "Found", "Step", "Token", "Unknown", "Word", "explain"]
