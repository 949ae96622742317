"""subword-nmt's codes: a BPE of whole words, in which ``</w>`` marks the end of a word.

The file is a list of merges, best first, under a line ``#version: 0.2``. It states neither ids nor
an unknown token (the tool writes text and has no ids), so the vocabulary is derived: id 0 is
``<unk>``; then, by code point, come the characters of the codes, each as it stands inside a word
and as it ends one; then what the merges make, in order. Text is cut at white space. Of a merge that
stands twice the first counts.

In the tool's output a piece that is followed by another of its word is written with ``@@``: that is
a way to print pieces, not a part of them. Here a piece is as the codes spell it (the last of a word
has ``</w>``), and decoding turns ``</w>`` into a space.

Codes of version 0.1 (also those without a version line) keep the end of a word as a symbol of its
own and are refused.
"""

from __future__ import annotations

from subwords.decoders import BPE as BPEDecoder
from subwords.errors import FormatError, UnsupportedError
from subwords.formats.loaded import Loaded
from subwords.formats.source import decode_utf8
from subwords.models import BPE
from subwords.pre_tokenizers import WhitespaceSplit
from subwords.reference.byte_alphabet import BYTES
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import Merges, Vocab

END = "</w>"
UNK = "<unk>"
_VERSION = "#version:"


def is_codes(data: bytes) -> bool:
    """Whether merges are subword-nmt's: words end in ``</w>``, and no byte is spelled as another.

    CLIP's merges look the same but for that.
    """
    if END.encode() + b"\n" not in data.replace(b"\r", b""):
        return False
    characters = set(data.decode("utf-8", "replace"))
    stand_ins = {char for char, byte in BYTES.items() if char != chr(byte)}
    return not (characters & stand_ins) or not characters <= {*BYTES, " ", "\n", "\r"}


def load_codes(data: bytes, file: object = None) -> Loaded:
    """Read a file of codes.

    Raises:
        FormatError: A line is no pair of symbols; names the line.
        UnsupportedError: The codes are of version 0.1.
    """
    pairs = _read_pairs(data, file)
    merges = list(dict.fromkeys(pairs))
    made = dict.fromkeys(left + right for left, right in merges)
    symbols = {symbol for pair in merges for symbol in pair} - set(made)
    characters = {symbol.removesuffix(END) for symbol in symbols}
    # What is merged from nothing is a character, or the codes could never be carried out.
    for number, pair in enumerate(pairs, 2):
        for symbol in pair:
            if symbol not in made and len(symbol.removesuffix(END)) != 1:
                raise _wrong(f"no line makes {symbol!r}, and it is no character", number, file)
    tokens = [UNK]
    for char in sorted(characters | {char for token in made for char in token.removesuffix(END)}):
        tokens += [char, char + END]
    tokens += [token for token in made if token not in set(tokens)]
    spec = Spec(
        model=BPE(
            Vocab({token: id for id, token in enumerate(tokens)}),
            Merges(merges),
            unk_token=UNK,
            end_of_word_suffix=END,
        ),
        pre_tokenizer=WhitespaceSplit(),
        decoder=BPEDecoder(END),
    )
    return Loaded(spec, {}, SpecialTokens(unk=UNK))


def _read_pairs(data: bytes, file: object) -> list[tuple[str, str]]:
    lines = decode_utf8(data, file).split("\n")
    version = lines[0].removeprefix(_VERSION).strip() if lines[0].startswith(_VERSION) else "0.1"
    if version != "0.2":
        raise UnsupportedError(
            f"{file or 'the codes'}: line 1: these codes are of version {version}, in which the "
            "end of a word is a symbol of its own; only 0.2 is read. Learn them anew, or convert "
            "the tokenizer to a tokenizer.json"
        )
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(lines[1:], 2):
        line = line.strip("\r\n ")  # noqa: PLW2901
        if not line and number == len(lines):
            continue
        parts = line.split(" ")
        if len(parts) != 2:
            raise _wrong(f"{line!r} is no pair of symbols", number, file)
        pairs.append((parts[0], parts[1]))
    return pairs


def _wrong(what: str, line: int, file: object) -> FormatError:
    remedy = "A line holds two symbols with one space between."
    return FormatError(what, file=file, where=f"line {line}", remedy=remedy)
