"""sentencepiece's text rules, step by step, with alignments.

The text is taken apart from the left: a user-defined symbol stays as it is (the longest that stands
here), else the longest string of the compiled map that stands here is replaced, else the character
stays. Extra white space is dropped on the way. Every character of what comes out has the origin of
all characters that were replaced together; a dummy prefix that of the first character, in suffix
mode that of the last.
"""

from __future__ import annotations

from functools import lru_cache

from subwords.normalizers import SentencePieceText
from subwords.reference.aligned import AlignedText
from subwords.reference.charsmap import Charsmap, read_charsmap

SPACE_SYMBOL = "\u2581"  # ▁


def sentencepiece_text(step: SentencePieceText, text: AlignedText) -> AlignedText:
    """Rewrite a text by sentencepiece's rules; an empty one stays empty."""
    charsmap, protected = read_charsmap(step.charsmap), _by_length(step.protected)
    space = SPACE_SYMBOL if step.escape_whitespaces else " "
    out = AlignedText([], [])
    first: tuple[int, int] | None = None  # the origin of what the text begins with
    at, after_space = 0, step.remove_extra_whitespaces
    while at < len(text):
        chunk, end = _next_chunk(charsmap, protected, text.chars, at)
        origin = (text.origin[at][0], text.origin[end - 1][1])
        at = end
        if first is None and chunk == " " and step.remove_extra_whitespaces:
            continue
        first = first or origin
        if after_space:
            chunk = chunk.lstrip(" ")
        if chunk:
            out.chars += chunk.replace(" ", space)
            out.origin += [origin] * len(chunk)
            after_space = step.remove_extra_whitespaces and chunk.endswith(" ")
    return out if first is None else _finish(step, space, first, origin, out)


def _finish(
    step: SentencePieceText,
    space: str,
    first: tuple[int, int],
    last: tuple[int, int],
    out: AlignedText,
) -> AlignedText:
    """Put the dummy prefix before (or after) the text and take white space off its end."""
    if step.add_dummy_prefix and not step.suffix:
        out = AlignedText([space, *out.chars], [first, *out.origin])
    if step.remove_extra_whitespaces:
        end = len(out)
        while end > 0 and out.chars[end - 1] == space:
            end -= 1
        out = out.slice(0, end)
    if step.add_dummy_prefix and step.suffix:
        origin = out.origin[-1] if len(out) else last
        out = AlignedText([*out.chars, space], [*out.origin, origin])
    return out


def _next_chunk(
    charsmap: Charsmap, protected: dict[int, frozenset[str]], chars: list[str], at: int
) -> tuple[str, int]:
    """What the text at a position becomes, and where that ends."""
    for length, symbols in protected.items():
        if (symbol := "".join(chars[at : at + length])) in symbols:
            return symbol, at + length
    if (found := charsmap.longest(chars, at)) is not None:
        end, replacement = found
        return replacement, end
    return chars[at], at + 1


@lru_cache(maxsize=8)
def _by_length(symbols: tuple[str, ...]) -> dict[int, frozenset[str]]:
    """The symbols by their length, the longest first."""
    lengths = sorted({len(symbol) for symbol in symbols} - {0}, reverse=True)
    return {n: frozenset(s for s in symbols if len(s) == n) for n in lengths}
