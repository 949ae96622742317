"""Models: how a word becomes pieces. Frozen descriptions; the engines carry them out."""

from __future__ import annotations

from subwords.nodes import node
from subwords.tables import Merges, MergesTable, Pieces, PiecesTable, Vocab, VocabTable


class Model:
    """Base of every model."""

    __slots__ = ()


@node(frozen=True, slots=True)
class WordPiece(Model):
    """Greedy longest match first; a word with an unmatched position becomes one unknown.

    Args:
        vocab: Tokens and ids; continuation pieces carry the prefix.
        unk_token: What an unknown word becomes; where the vocabulary lacks it, nothing is emitted.
        continuing_prefix: The mark of a piece that continues a word.
        max_chars_per_word: A longer word (in characters) is unknown. None: no limit.
    """

    vocab: VocabTable = Vocab()
    unk_token: str = "[UNK]"
    continuing_prefix: str = "##"
    max_chars_per_word: int | None = 100


@node(frozen=True, slots=True)
class BPE(Model):
    """Merges by rank.

    Args:
        vocab: Tokens and ids.
        merges: Pairs, best first.
        unk_token: What an unknown character becomes; None: it is dropped. Where the vocabulary
            lacks it, encoding such a character raises, as in the published library.
        continuing_prefix: The mark of a piece that continues a word.
        end_of_word_suffix: The mark of a piece that ends a word.
        fuse_unk: Neighbouring unknowns become one.
        byte_fallback: Unknown characters become ``<0x41>`` byte tokens.
        ignore_merges: A word that is a token is emitted whole.
        dropout: Probability of skipping a merge, as stated by the file.
    """

    vocab: VocabTable = Vocab()
    merges: MergesTable = Merges()
    unk_token: str | None = None
    continuing_prefix: str = ""
    end_of_word_suffix: str = ""
    fuse_unk: bool = False
    byte_fallback: bool = False
    ignore_merges: bool = False
    dropout: float | None = None


@node(frozen=True, slots=True)
class RankBPE(Model):
    """BPE without a list of merges, as in tiktoken: ranks of byte strings.

    A word that is a token is emitted whole. Else any two neighbours that together are a token
    merge, the token of lowest rank first, the leftmost among equals, until none are.

    Args:
        vocab: Tokens as raw bytes; the id is the rank. Every single byte is a token.
    """

    vocab: VocabTable = Vocab()


@node(frozen=True, slots=True)
class SentencePieceBPE(Model):
    """BPE as in a sentencepiece ``.model``: any two neighbours that together are a piece merge.

    The piece of highest score first, the leftmost among equals. User-defined pieces are cut out of
    the text before (longest first) and never merge; unused pieces are taken apart again.

    Args:
        pieces: Pieces with scores and types; id = position.
        unk_id: Id of the unknown piece.
        byte_fallback: Unknown characters become ``<0x41>`` byte pieces.
    """

    pieces: PiecesTable = Pieces()
    unk_id: int = 0
    byte_fallback: bool = False


@node(frozen=True, slots=True)
class Unigram(Model):
    """The most probable path through the lattice of pieces.

    Args:
        pieces: Pieces and natural log-probabilities; id = position.
        unk_id: Id of the unknown piece, or None.
        byte_fallback: Unknown characters become ``<0x41>`` byte tokens.
    """

    pieces: PiecesTable = Pieces()
    unk_id: int | None = None
    byte_fallback: bool = False


@node(frozen=True, slots=True)
class WordLevel(Model):
    """Every word is one token, or the unknown.

    Args:
        vocab: Words and ids.
        unk_token: What any other word becomes; where the vocabulary lacks it, nothing is emitted.
    """

    vocab: VocabTable = Vocab()
    unk_token: str = "<unk>"


__all__ = [
    "BPE",
    "Model",
    "RankBPE",
    "SentencePieceBPE",
    "Unigram",
    "WordLevel",
    "WordPiece",
]
