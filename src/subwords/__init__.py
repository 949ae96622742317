"""Subword tokenizers that are exact, fast, and show their work."""

__version__ = "0.1.0"
