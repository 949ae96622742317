"""Reference pre-tokenizers: where the normalized text is cut before the model sees it.

Almost every cut is made in the same two steps. First the text is tiled with segments, each of
which is a delimiter (a *match*) or lies between delimiters; then a `Behavior` says what becomes of
the delimiters. The behaviour is that of the published library, learned by running it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from subwords.errors import CustomComponentError, UnsupportedError
from subwords.patterns import GPT2, Regex
from subwords.patterns.parser import parse
from subwords.patterns.syntax import Dialect
from subwords.pre_tokenizers import (
    Behavior,
    ByteLevel,
    CharDelimiterSplit,
    Custom,
    Digits,
    FixedLength,
    Metaspace,
    PreTokenizer,
    Punctuation,
    Sequence,
    Split,
    UnicodeScripts,
    Whitespace,
    WhitespacePunctuationSplit,
    WhitespaceSplit,
)
from subwords.reference.aligned import AlignedText
from subwords.reference.byte_alphabet import spell
from subwords.reference.lengths import one_character, positive_length
from subwords.reference.match import Finder, find_all
from subwords.reference.segmentation import script
from subwords.reference.unicode import is_numeric, is_punctuation, is_white_space, is_word


def pre_tokenize(
    pre_tokenizer: PreTokenizer | None,
    pieces: list[AlignedText],
    dialect: Dialect = "oniguruma",
    find: Finder = find_all,
) -> list[AlignedText]:
    """Cut every piece.

    Args:
        pre_tokenizer: How to cut; None for nowhere.
        pieces: Normalized text, usually one piece, or what stands between added tokens.
        dialect: How regular expressions are read (`dialect_of` the spec's semantics).
        find: What finds their matches.

    Returns:
        The pieces in order, none of them empty.

    Raises:
        UnsupportedError: The component cannot be carried out exactly.
        PatternError: A regular expression is wrong, or its exact meaning cannot be given.
        CustomComponentError: A custom function returned something else than it should.
    """
    if isinstance(pre_tokenizer, Sequence):
        for step in pre_tokenizer.pre_tokenizers:
            pieces = pre_tokenize(step, pieces, dialect, find)
    elif pre_tokenizer is not None:
        cut = partial(_cut, pre_tokenizer, dialect=dialect, find=find)
        pieces = [part for piece in pieces if len(piece) for part in cut(piece)]
    return [piece for piece in pieces if len(piece)]


def _cut(
    pre_tokenizer: PreTokenizer,
    piece: AlignedText,
    dialect: Dialect = "oniguruma",
    find: Finder = find_all,
) -> list[AlignedText]:
    """Cut one piece with anything but a sequence."""
    if isinstance(pre_tokenizer, Custom):
        return _custom(pre_tokenizer.function, piece)
    if isinstance(pre_tokenizer, WhitespacePunctuationSplit):
        words = pre_tokenize(WhitespaceSplit(), [piece])
        return pre_tokenize(Punctuation("isolated"), words)
    if isinstance(pre_tokenizer, ByteLevel):
        return _byte_level(pre_tokenizer, piece, find)
    if isinstance(pre_tokenizer, Metaspace):
        return _metaspace(pre_tokenizer, piece)
    if isinstance(pre_tokenizer, Split):
        ranges = _split(pre_tokenizer, piece.text, dialect, find)
    else:
        ranges = _ranges(pre_tokenizer, piece.text)
    return [piece.slice(begin, end) for begin, end in ranges]


def _ranges(pre_tokenizer: PreTokenizer, text: str) -> list[tuple[int, int]]:
    """Where the pieces of a text begin and end."""
    match pre_tokenizer:
        case Whitespace():
            return _runs_between_white_space(text)
        case WhitespaceSplit():
            return apply_behavior("removed", characters(text, is_white_space))
        case Punctuation(behavior):
            return apply_behavior(behavior, characters(text, is_punctuation))
        case Digits(individual_digits):
            behavior = "isolated" if individual_digits else "contiguous"
            return apply_behavior(behavior, characters(text, is_numeric))
        case CharDelimiterSplit(delimiter):
            return apply_behavior("removed", characters(text, lambda c: c == delimiter))
        case UnicodeScripts():
            return _script_runs(text)
        case FixedLength(length):
            step = positive_length(length)
            return [(at, min(at + step, len(text))) for at in range(0, len(text), step)]
    raise UnsupportedError(
        f"{type(pre_tokenizer).__name__} is no pre-tokenizer that this version knows"
    )


def _split(split: Split, text: str, dialect: Dialect, find: Finder) -> list[tuple[int, int]]:
    """Where the pieces of a text begin and end, cut at a literal string or a regular expression."""
    if isinstance(split.pattern, Regex):
        found = matches(text, find(parse(split.pattern.expression, dialect), text))
    else:
        found = occurrences(text, split.pattern)
    segments = (s._replace(is_match=s.is_match != split.invert) for s in found)
    return apply_behavior(split.behavior, segments)


def _put_before(char: str, piece: AlignedText) -> AlignedText:
    """The piece with a character before it, unless it begins with that one already."""
    if piece.chars[0] == char:
        return piece
    return AlignedText([char, *piece.chars], [piece.origin[0], *piece.origin])


def _byte_level(
    pre_tokenizer: ByteLevel, piece: AlignedText, find: Finder = find_all
) -> list[AlignedText]:
    """Spell every byte; each has the origin of its whole character."""
    if pre_tokenizer.add_prefix_space:
        piece = _put_before(" ", piece)
    if pre_tokenizer.use_regex:
        words = _cut(Split(Regex(GPT2), "isolated"), piece, find=find)
        return [
            part for word in words for part in _byte_level(ByteLevel(False, use_regex=False), word)
        ]
    spelled = AlignedText([], [])
    for char, where in zip(piece.chars, piece.origin, strict=True):
        bytes_of_char = spell(char.encode())
        spelled.chars += bytes_of_char
        spelled.origin += [where] * len(bytes_of_char)
    return [spelled]


def _metaspace(pre_tokenizer: Metaspace, piece: AlignedText) -> list[AlignedText]:
    """Turn spaces into ▁, and put one before the piece, or before the first of the text."""
    mark = one_character("Metaspace", pre_tokenizer.replacement)
    piece = AlignedText([mark if c == " " else c for c in piece.chars], piece.origin)
    scheme, starts_text = pre_tokenizer.prepend_scheme, piece.origin[0][0] == 0
    if scheme == "always" or (scheme == "first" and starts_text):
        piece = _put_before(mark, piece)
    return _cut(Split(mark, "merged_with_next"), piece) if pre_tokenizer.split else [piece]


class Segment(NamedTuple):
    """A stretch of text that is a delimiter, or lies between two."""

    begin: int
    end: int
    is_match: bool


def characters(text: str, is_delimiter: Callable[[str], bool]) -> Iterator[Segment]:
    """Tile a text where every single delimiter character is a match of its own."""
    begin = 0
    for i, c in enumerate(text):
        if is_delimiter(c):
            if begin < i:
                yield Segment(begin, i, False)
            yield Segment(i, i + 1, True)
            begin = i + 1
    if begin < len(text):
        yield Segment(begin, len(text), False)


def occurrences(text: str, pattern: str) -> Iterator[Segment]:
    """Tile a text where the matches are a literal string, leftmost first, not overlapping.

    The empty pattern matches before every character and at the end; such a match is nothing
    itself, but it divides.
    """
    begin = 0
    found = text.find(pattern)
    while found >= 0:
        if begin < found:
            yield Segment(begin, found, False)
        begin = found + len(pattern)
        yield Segment(found, begin, True)
        found = text.find(pattern, begin if pattern else begin + 1)
    if begin < len(text):
        yield Segment(begin, len(text), False)


def matches(text: str, found: Iterable[tuple[int, int]]) -> Iterator[Segment]:
    """Tile a text where the matches are these."""
    done = 0
    for begin, end in found:
        if done < begin:
            yield Segment(done, begin, False)
        yield Segment(begin, end, True)
        done = end
    if done < len(text):
        yield Segment(done, len(text), False)


def apply_behavior(behavior: Behavior, segments: Iterable[Segment]) -> list[tuple[int, int]]:
    """Turn segments into the ranges of the pieces."""
    pieces: list[tuple[int, int]] = []
    previous: Segment | None = None
    for segment in segments:
        if behavior == "removed" and segment.is_match:
            continue
        if previous is not None and _joins(behavior, previous.is_match, segment.is_match):
            pieces[-1] = (pieces[-1][0], segment.end)
        else:
            pieces.append((segment.begin, segment.end))
        previous = segment
    return [(begin, end) for begin, end in pieces if begin < end]


def _joins(behavior: Behavior, before: bool, after: bool) -> bool:
    """Whether two segments side by side are one piece; the flags say which is a delimiter."""
    match behavior:
        case "merged_with_previous":
            return after and not before
        case "merged_with_next":
            return before and not after
        case "contiguous":
            return before == after
    return False


def _runs_between_white_space(text: str) -> list[tuple[int, int]]:
    r"""What ``\w+|[^\w\s]+`` finds: runs of word characters, runs of anything else visible."""
    ranges = []
    begin = 0
    for kind, run in groupby(text, key=lambda c: (is_word(c), is_white_space(c))):
        end = begin + len(list(run))
        if kind != (False, True):
            ranges.append((begin, end))
        begin = end
    return ranges


def _script_runs(text: str) -> list[tuple[int, int]]:
    """Cut before each character whose script is another than that of the last one that has any.

    What stands before the first character with a script is dropped, as published.
    """
    begins, last = [], 0
    for at, number in enumerate(map(script, text)):
        if number and number != last:
            begins.append(at)
        last = number or last
    return list(zip(begins, [*begins[1:], len(text)], strict=False))


def _custom(
    function: Callable[[str], list[tuple[str, tuple[int, int]]]], piece: AlignedText
) -> list[AlignedText]:
    """Cut with a Python function, and check what it says.

    A piece that differs from the characters it claims to come from stands for all of them.
    """
    text = piece.text
    cuts = function(text)
    if not isinstance(cuts, (list, tuple)):
        raise CustomComponentError(
            f"a custom pre-tokenizer must return a list of (piece, (start, end)), "
            f"not {type(cuts).__name__}"
        )
    pieces = []
    previous = (0, 0)
    for i, cut in enumerate(cuts):
        part, previous = _checked(cut, i, previous, len(text))
        begin, end = previous
        if part == text[begin:end]:
            pieces.append(piece.slice(begin, end))
        else:
            origin = (piece.origin[begin][0], piece.origin[end - 1][1])
            pieces.append(AlignedText(list(part), [origin] * len(part)))
    return pieces


def _checked(
    cut: object, i: int, previous: tuple[int, int], length: int
) -> tuple[str, tuple[int, int]]:
    """One item of a custom function's list, or an error that says what is wrong with it."""
    match cut:
        case (str() as part, (int() as begin, int() as end)):
            pass
        case _:
            raise CustomComponentError(
                f"item {i} from a custom pre-tokenizer must be (piece, (start, end)), not {cut!r}"
            )
    if not 0 <= begin <= end <= length or (begin == end and part):
        raise CustomComponentError(
            f"item {i} from a custom pre-tokenizer has the span ({begin}, {end}), which is not "
            f"a range of the {length} characters it was given"
        )
    if begin < previous[0] or end < previous[1]:
        raise CustomComponentError(
            f"item {i} from a custom pre-tokenizer has the span ({begin}, {end}), which goes "
            f"back behind {previous}"
        )
    if any("\ud800" <= c <= "\udfff" for c in part):
        raise CustomComponentError(
            f"item {i} from a custom pre-tokenizer holds a lone surrogate: {part!r}"
        )
    return part, (begin, end)
