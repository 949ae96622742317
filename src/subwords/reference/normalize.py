"""Reference normalizers: rewrite a text and keep for each character where it came from.

Which origin a new character gets follows the published library, learned by running it:

- A character put in the place of one character has that one's origin, and so have all characters
  that one character becomes ("ﬁ" to "f", "i"; the two spaces around an ideograph).
- Deleting characters leaves the origins of the others alone.
- The characters that `Replace` puts in have the origin of the *last* character of the match.
- What `Prepend` puts in has the origin of the first character.
- A composed character has the origin of its base; when marks change places, the origins stay in
  the order of the text (see `normal_forms`).
- A chain is its steps one after the other, each upon the origins that the one before it left.

An empty `Prepend`, and an empty pattern in `Replace`, leave the published library with offsets that
do not fit its text (the next step may crash it), so they are refused here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from subwords.errors import CustomComponentError, UnsupportedError
from subwords.normalizers import (
    NFC,
    NFD,
    NFKC,
    NFKD,
    BERTNormalizer,
    ByteLevel,
    Custom,
    Lowercase,
    Nmt,
    Normalizer,
    Precompiled,
    Prepend,
    Replace,
    SentencePieceText,
    Sequence,
    Strip,
    StripAccents,
)
from subwords.patterns import Regex
from subwords.patterns.parser import parse
from subwords.reference.aligned import AlignedText
from subwords.reference.byte_alphabet import spell
from subwords.reference.charsmap import read_charsmap
from subwords.reference.match import find_all
from subwords.reference.normal_forms import normal_form
from subwords.reference.precompiled import precompiled
from subwords.reference.sentencepiece_text import sentencepiece_text
from subwords.reference.unicode import (
    is_bert_dropped,
    is_bert_space,
    is_cjk,
    is_nonspacing_mark,
    is_stripped_accent,
    is_white_space,
    lowercase,
)

NMT_DROPPED = frozenset(map(chr, [*range(1, 9), 0xB, *range(0xE, 0x20), 0x7F, 0x8F, 0x9F]))
"""What `Nmt` drops."""

NMT_SPACE = frozenset("\t\n\f\r\u1680\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd")
"""What `Nmt` turns into a space."""


def normalize(normalizer: Normalizer | None, text: AlignedText) -> AlignedText:
    """Rewrite a text.

    Args:
        normalizer: How; None for not at all.
        text: The text, or a piece of it.

    Raises:
        UnsupportedError: The normalizer cannot be carried out exactly.
        CustomComponentError: A custom function returned something else than a `str`.
    """
    for step in _flat(normalizer):
        text = _step(step, text)
    return text


def _flat(normalizer: Normalizer | None) -> list[Normalizer]:
    if normalizer is None:
        return []
    if isinstance(normalizer, Sequence):
        return [step for inner in normalizer.normalizers for step in _flat(inner)]
    return [normalizer]


_CHANGES: dict[type[Normalizer], Callable[[str], str]] = {
    ByteLevel: lambda c: spell(c.encode()),
    Lowercase: lowercase,
    Nmt: lambda c: "" if c in NMT_DROPPED else " " if c in NMT_SPACE else c,
    StripAccents: lambda c: "" if is_stripped_accent(c) else c,
}
"""What becomes of each character, whatever stands beside it."""


def _step(step: Normalizer, text: AlignedText) -> AlignedText:
    if (change := _CHANGES.get(type(step))) is not None:
        return _each(text, change)
    match step:
        case BERTNormalizer():
            return _bert(step, text)
        case NFC() | NFD() | NFKC() | NFKD():
            return normal_form(
                text,
                compatibility=isinstance(step, NFKC | NFKD),
                composed=isinstance(step, NFC | NFKC),
            )
        case Strip(left, right):
            return _strip(text, left, right)
        case Replace("", _) | Prepend(""):
            raise UnsupportedError(f"normalizer {step!r}: an empty string has no exact offsets")
        case Replace(str() | Regex(), content):
            return _replace(text, _places(step, text.text), content)
        case Prepend(prefix):
            put_in = text.origin[:1] * len(prefix)
            return AlignedText([*prefix, *text.chars], put_in + text.origin) if len(text) else text
        case Precompiled(charsmap):
            return precompiled(read_charsmap(charsmap), text)
        case SentencePieceText():
            return sentencepiece_text(step, text)
        case Custom(function):
            return _custom(text, function)
    raise UnsupportedError(f"{type(step).__name__} is no normalizer that this version knows")


def _each(text: AlignedText, change: Callable[[str], str]) -> AlignedText:
    """Put in the place of each character what it becomes."""
    chars: list[str] = []
    origin: list[tuple[int, int]] = []
    for c, where in zip(text.chars, text.origin, strict=True):
        changed = change(c)
        chars += changed
        origin += [where] * len(changed)
    return AlignedText(chars, origin)


def _bert(step: BERTNormalizer, text: AlignedText) -> AlignedText:
    if step.clean_text:
        text = _each(text, lambda c: "" if is_bert_dropped(c) else " " if is_bert_space(c) else c)
    if step.handle_chinese_chars:
        text = _each(text, lambda c: f" {c} " if is_cjk(c) else c)
    if step.strips_accents:
        text = normal_form(text, compatibility=False, composed=False)
        text = _each(text, lambda c: "" if is_nonspacing_mark(c) else c)
    return _each(text, lowercase) if step.lowercase else text


def _strip(text: AlignedText, left: bool, right: bool) -> AlignedText:
    begin, end = 0, len(text)
    while left and begin < end and is_white_space(text.chars[begin]):
        begin += 1
    while right and begin < end and is_white_space(text.chars[end - 1]):
        end -= 1
    return text.slice(begin, end)


def _places(step: Replace, text: str) -> Iterator[tuple[int, int]]:
    """Every match, from the left, none overlapping."""
    if isinstance(step.pattern, Regex):
        for at, end in find_all(parse(step.pattern.expression, "oniguruma"), text):
            if at == end:
                raise UnsupportedError(
                    f"normalizer {step!r}: a match of nothing at all has no exact offsets"
                )
            yield at, end
        return
    end = 0
    while (at := text.find(step.pattern, end)) >= 0:
        end = at + len(step.pattern)
        yield at, end


def _replace(text: AlignedText, places: Iterable[tuple[int, int]], content: str) -> AlignedText:
    """Put the content in each of these places."""
    out = AlignedText([], [])
    done = 0
    for at, end in places:
        out.chars += [*text.chars[done:at], *content]
        out.origin += [*text.origin[done:at], *[text.origin[end - 1]] * len(content)]
        done = end
    return AlignedText(out.chars + text.chars[done:], out.origin + text.origin[done:])


def _custom(text: AlignedText, function: Callable[[str], str]) -> AlignedText:
    """Keep the origins of the common start and end; what lies between is one span.

    Where something is put in and nothing taken out, it has the origin of the character before it,
    or at the start that of the character after it.
    """
    old = text.text
    new = function(old)
    if not isinstance(new, str):
        raise CustomComponentError(
            f"custom normalizer {function!r} returned {type(new).__name__}; it must return str"
        )
    shorter = min(len(old), len(new))
    head = next((k for k in range(shorter) if old[k] != new[k]), shorter)
    most = shorter - head
    tail = next((k for k in range(most) if old[-1 - k] != new[-1 - k]), most)
    begin, end = head, len(old) - tail
    if begin < end:
        span = (text.origin[begin][0], text.origin[end - 1][1])
    else:
        span = text.origin[max(begin - 1, 0)] if len(text) else (0, 0)
    middle = [span] * (len(new) - head - tail)
    return AlignedText(list(new), text.origin[:head] + middle + text.origin[end:])
