"""The doors: a class per family and engine, built from its parts or from a family's files.

A door is a `Tokenizer` whose spec is put together from a vocabulary and a few options, and whose
engine is fixed: the plain name is the readable reference, the name with ``Fast`` the native engine.
Both take the same arguments and the same files, and give the same ids.
"""

from subwords.families.bpe import BPETokenizer, BPETokenizerFast
from subwords.families.byte_level_bpe import ByteLevelBPETokenizer, ByteLevelBPETokenizerFast
from subwords.families.unigram import UnigramTokenizer, UnigramTokenizerFast
from subwords.families.wordpiece import WordPieceTokenizer, WordPieceTokenizerFast

__all__ = [
    "BPETokenizer",
    "BPETokenizerFast",
    "ByteLevelBPETokenizer",
    "ByteLevelBPETokenizerFast",
    "UnigramTokenizer",
    "UnigramTokenizerFast",
    "WordPieceTokenizer",
    "WordPieceTokenizerFast",
]
