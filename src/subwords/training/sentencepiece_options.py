"""What training in sentencepiece's way can be told about text and special pieces.

`UnigramOptions` adds what concerns the Unigram trainer; SentencePiece BPE takes these as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from subwords import normalizers as norm
from subwords import pre_tokenizers as pre
from subwords.training.maps import Normalization, charsmap
from subwords.training.option_types import check_types, texts

SPACE = "▁"
LONGEST_PIECE = 512
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))


@dataclass(frozen=True, slots=True, kw_only=True)
class SentencePieceOptions:
    """The settings that all trainers of SentencePiece models share.

    Args:
        vocab_size: Size of the vocabulary, everything included.
        min_frequency: A piece of several characters, or a pair that is merged, occurs at least so
            often.
        normalization: The normalizer map; see `subwords.training.maps`.
        add_dummy_prefix: Put a space before every text.
        remove_extra_whitespaces: Strip texts and fold runs of spaces.
        treat_whitespace_as_suffix: The space belongs to the word before it.
        character_coverage: Keep the most frequent characters until they make up this share of the
            text; the others become unknown (or bytes) and are reported.
        required_chars: Characters that are kept whether or not they occur.
        split_by_whitespace: No piece reaches over a space.
        split_by_unicode_script: No piece has characters of two scripts.
        split_by_number: No piece has a digit (0-9) beside another script; False lets numbers join.
        split_digits: Every digit is a piece of its own.
        max_piece_length: Characters in the longest piece.
        byte_fallback: Have 256 byte pieces for what is unknown.
        user_defined_symbols: Pieces that are always cut out of the text whole.
        control_symbols: Pieces that stand for no text.
        unk_id: Id of the unknown piece.
        bos_id: Id of the piece that begins a text; -1 for none.
        eos_id: Id of the piece that ends a text; -1 for none.
        pad_id: Id of the padding piece; -1 for none.
        unk_piece: Its name, as are `bos_piece`, `eos_piece` and `pad_piece`.

    Raises:
        ValueError: A setting is out of range or contradicts another.
        TypeError: Symbols are given as one `str`.
    """

    vocab_size: int = 30_000
    min_frequency: int = 2
    normalization: Normalization = "nmt_nfkc"
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    treat_whitespace_as_suffix: bool = False
    character_coverage: float = 0.9995
    required_chars: str = ""
    split_by_whitespace: bool = True
    split_by_unicode_script: bool = True
    split_by_number: bool = True
    split_digits: bool = False
    max_piece_length: int = 16
    byte_fallback: bool = False
    user_defined_symbols: tuple[str, ...] = ()
    control_symbols: tuple[str, ...] = ()
    unk_id: int = 0
    bos_id: int = 1
    eos_id: int = 2
    pad_id: int = -1
    unk_piece: str = "<unk>"
    bos_piece: str = "<s>"
    eos_piece: str = "</s>"
    pad_piece: str = "<pad>"

    def __post_init__(self) -> None:
        if not isinstance(self.normalization, str):
            raise TypeError(f"normalization must be a str, not {self.normalization!r}")
        charsmap(self.normalization)
        check_types(self)
        whole(self, "vocab_size", 0, 2**31 - 1)
        whole(self, "min_frequency", 0, 2**63 - 1)
        whole(self, "max_piece_length", 1, LONGEST_PIECE)
        if not 0.0 < self.character_coverage <= 1.0:
            raise ValueError(
                f"character_coverage must be above 0 and at most 1, got {self.character_coverage!r}"
            )
        for name in ("user_defined_symbols", "control_symbols"):
            object.__setattr__(self, name, _symbols(name, getattr(self, name)))
        if SPACE in self.required_chars or " " in self.required_chars:
            object.__setattr__(self, "required_chars", self.required_chars.replace(" ", SPACE))
        self._check_roles()

    def _check_roles(self) -> None:
        whole(self, "unk_id", 0, 2**31 - 1)
        taken: dict[int, str] = {}
        names: dict[str, str] = {}
        for role, id, piece in self.roles():
            whole(self, f"{role}_id", 0, 2**31 - 1)
            if id in taken:
                raise ValueError(f"{role}_id and {taken[id]}_id are both {id}")
            if not piece or piece in names:
                other = f" that {names[piece]} has" if piece else ""
                raise ValueError(f"{role}_piece is {piece!r}, a name{other}; give it another")
            taken[id], names[piece] = role, role
        unknown = self.unk_piece
        if unknown in (*self.control_symbols, *self.user_defined_symbols):
            raise ValueError(f"{unknown!r} is the unknown piece and cannot be a symbol, too")
        both = set(self.control_symbols) & set(self.user_defined_symbols)
        if both:
            raise ValueError(f"{min(both)!r} is both a control and a user-defined symbol")

    def roles(self) -> list[tuple[str, int, str]]:
        """(role, id, piece) of unk, bos, eos and pad, where there is one."""
        found = [(role, getattr(self, f"{role}_id")) for role in ("unk", "bos", "eos", "pad")]
        return [(role, id, getattr(self, f"{role}_piece")) for role, id in found if id != -1]

    def normalizer(self) -> norm.SentencePieceText:
        """What is done to the text, in training and afterwards."""
        meta = sorted(meta_pieces(self).items())
        symbols = [piece for _, (piece, kind) in meta if kind == "user_defined"]
        return norm.SentencePieceText(
            charsmap=charsmap(self.normalization),
            add_dummy_prefix=self.add_dummy_prefix,
            remove_extra_whitespaces=self.remove_extra_whitespaces,
            suffix=self.treat_whitespace_as_suffix,
            protected=tuple(symbols),
        )

    def pre_tokenizer(self) -> pre.PreTokenizer:
        """Where training cuts the normalized text; a trained tokenizer cuts nowhere."""
        if not self.split_by_whitespace:
            return pre.Sequence([])
        if self.treat_whitespace_as_suffix:
            return pre.Split(SPACE, "merged_with_previous")
        return pre.Split(SPACE, "merged_with_next")


def meta_pieces(options: SentencePieceOptions) -> dict[int, tuple[str, str]]:
    """Id, name and type of every piece that is not learned.

    unk, bos, eos and pad have the ids that were asked for; control symbols, user-defined symbols
    and bytes fill the lowest ids that are left, in this order.
    """
    placed = {}
    for role, id, piece in options.roles():
        kind = "unknown" if role == "unk" else "control"
        placed[id] = (piece, "user_defined" if piece in options.user_defined_symbols else kind)
    names = {piece for piece, _ in placed.values()}
    rest = [(symbol, "control") for symbol in options.control_symbols if symbol not in names]
    rest += [(s, "user_defined") for s in options.user_defined_symbols if s not in names]
    rest += [(byte, "byte") for byte in BYTES] if options.byte_fallback else []
    free = (id for id in range(len(placed) + len(rest)) if id not in placed)
    return placed | dict(zip(free, rest, strict=False))


def whole(options: object, name: str, least: int, most: int) -> None:
    """Refuse a setting that is no integer of this range."""
    value = getattr(options, name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{name} must be an integer from {least} to {most}, got {value!r}")


def _symbols(name: str, symbols: Iterable[str]) -> tuple[str, ...]:
    if isinstance(symbols, str):
        raise TypeError(f"{name} must be a list of str, not one str")
    found = texts(name, symbols)
    for symbol in found:
        if not symbol or "\0" in symbol:
            raise ValueError(f"{name} holds {symbol!r}; a symbol is a str that is not empty")
    return found
