"""An explanation as aligned text: each candidate stands under the characters it would take."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

from subwords.explain.merges import Merge, MergedWord
from subwords.explain.steps import Edit, Found, Step, Token, Word
from subwords.explain.unigram import UnigramWord, number, quantity

if TYPE_CHECKING:
    from subwords.explain.explanation import Explanation

SHOWN = 24
"""Candidates of one step that are shown; of more, only the first and last half."""

_STYLES = {"dim": "2", "good": "1;32", "bad": "1;31", "head": "1", "edit": "33", "added": "1;36"}


class Paint:
    """Puts text into colours, or leaves it."""

    def __init__(self, colour: bool) -> None:
        self._colour = colour

    def __call__(self, style: str, text: str) -> str:
        """The text in a style."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._colour and text else text


def render(explanation: Explanation, colour: bool | None = None) -> str:
    """The explanation as lines; see `Explanation.to_text`."""
    paint = Paint(wants_colour() if colour is None else colour)
    lines = list(_overview(explanation, paint))
    for part in explanation.parts:
        lines.append("")
        if isinstance(part, Found):
            lines += _found(part, paint)
        elif isinstance(part, UnigramWord):
            lines += _viterbi(part, paint)
        elif isinstance(part, MergedWord):
            lines += _merged(part, paint)
        else:
            lines += _word(part, explanation, paint)
    return "\n".join(lines)


def wants_colour() -> bool:
    """Whether standard output is a terminal that takes colours."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def visible(text: str) -> str:
    """The text with everything that does not print, or would steer a terminal, escaped."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def width(text: str) -> int:
    """Columns that a text takes on a terminal."""
    return sum(
        0
        if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )


def _overview(explanation: Explanation, paint: Paint) -> Iterator[str]:
    yield f"text        {visible(explanation.text)}"
    yield f"normalized  {visible(explanation.normalized)}"
    for index, edit in enumerate(explanation.edits):
        yield f"{'' if index else 'edits':<11} {paint('edit', _edit(edit))}"
    cut = " | ".join(
        visible(part.readable if isinstance(part, MergedWord) else part.text)
        for part in explanation.parts
    )
    yield f"words       {cut}"
    yield f"tokens      {' '.join(map(visible, explanation.tokens))}"
    yield f"ids         {' '.join(map(str, explanation.ids))}"


def _edit(edit: Edit) -> str:
    after = f"became {_quoted(edit.after)}" if edit.after else "vanished"
    return f"{_place(edit.begin, edit.end)}: {_quoted(edit.before)} {after}"


def _place(begin: int, end: int) -> str:
    return f"character {begin}" if end == begin + 1 else f"characters {begin} to {end}"


def _quoted(text: str) -> str:
    """Quoted; a combining mark that stands alone, and what cannot be told apart, by number."""
    alone = text and unicodedata.category(text[0])[0] == "M"
    shown = "".join(f"\\u{ord(c):04x}" for c in text) if alone else visible(text)
    return f"'{shown}'"


def _found(part: Found, paint: Paint) -> Iterator[str]:
    kind = "special token" if part.special else "added token"
    yield f"{paint('added', visible(part.text))}  {_place(part.begin, part.end)}"
    yield f"  a {kind}, found before the model sees the text: {_token(part.token)}"


def _merged(word: MergedWord, paint: Paint) -> Iterator[str]:
    yield f"{paint('head', visible(word.readable))}  {_place(word.begin, word.end)}"
    rows = [[visible(symbol) for symbol in row] for row in word.rows()]
    column = max((width("|".join(row)) for row in rows[:SHOWN]), default=0) + 2
    left_out = len(rows) - SHOWN
    for index, row in enumerate(rows if not word.whole else []):
        if left_out > 0 and SHOWN // 2 <= index < SHOWN // 2 + left_out:
            if index == SHOWN // 2:
                yield paint("dim", f"  ... {left_out} more merges")
            continue
        line = "|".join(row)
        if index == 0:
            yield f"  {line}"
            continue
        gap = " " * max(column - width(line), 2)
        yield f"  {line}{gap}{paint('dim', merge_note(word.merges[index - 1], word.by))}"
    whole = "the whole word is a token: " if word.whole else ""
    yield f"  = {whole}{paint('good', ' '.join(map(_token, word.tokens)) or 'no token')}"


def merge_note(merge: Merge, by: str) -> str:
    """What was merged and why it came first, and what it blocked."""
    note = f"{by} {merge.pair.order:g}: {visible(merge.pair.left)} + {visible(merge.pair.right)}"
    for index, pair in enumerate(merge.blocked):
        note += ", " if index else "; blocked "
        note += f"{visible(pair.left)} + {visible(pair.right)} ({by} {pair.order:g})"
    return note


def _word(word: Word, explanation: Explanation, paint: Paint) -> Iterator[str]:
    yield f"{paint('head', visible(word.text))}  {_place(word.begin, word.end)}"
    column = width(visible(word.text)) + 2
    for step in word.steps:
        yield from _step(word, step, column, paint)
    if word.unknown is not None:
        yield "  " + paint("bad", _unknown(word, explanation))


def _step(word: Word, step: Step, column: int, paint: Paint) -> Iterator[str]:
    indent = " " * width(visible(word.text[: step.begin]))
    ends = range(step.first_end, step.end or step.begin, -1)
    shown = list(ends)
    left_out = len(shown) - SHOWN
    for index, end in enumerate(shown):
        if left_out > 0 and SHOWN // 2 <= index < SHOWN // 2 + left_out:
            if index == SHOWN // 2:
                yield paint("dim", f"  {indent}... {left_out} more")
            continue
        yield paint("dim", f"  {indent}{visible(word.text[step.begin : end])}")
    if step.end is not None and step.token is not None:
        found = visible(word.text[step.begin : step.end])
        gap = " " * (column - width(indent) - width(found))
        yield f"  {indent}{paint('good', found)}{gap}= {_token(step.token)}"


def _viterbi(word: UnigramWord, paint: Paint) -> Iterator[str]:
    yield f"{paint('head', visible(word.text))}  {_place(word.begin, word.end)}"
    pieces = [arrival.piece for arrivals in word.arrivals for arrival in arrivals]
    column = max([width(visible(piece)) for piece in pieces] + [len("ends here")])
    place = max(len("position"), len(str(len(word.arrivals))))
    gap = " " * (column - len("ends here"))
    yield paint("dim", f"  {'position':>{place}}  ends here{gap}  {'score':>11}  {'total':>12}")
    for at, arrivals in enumerate(word.arrivals, 1):
        for index, arrival in enumerate(arrivals):
            piece = visible(arrival.piece)
            row = f"{at if index == 0 else '':>{place}}  {piece}{' ' * (column - width(piece))}"
            row += f"  {number(arrival.score):>11}  {number(arrival.total):>12}"
            row += "  unknown" if arrival.id is None else ""
            row += "  best" if arrival.best and len(arrivals) > 1 else ""
            yield "  " + paint("good" if arrival.chosen else "dim", row)
    yield f"  trace back: {' ← '.join(map(visible, reversed(word.winner)))}"
    yield (
        f"  probability {word.probability:.6g}, {quantity(word.rivals)} "
        f"{'rival' if word.rivals == 1 else 'rivals'}: {' '.join(map(_token, word.tokens))}"
    )


def _unknown(word: Word, explanation: Explanation) -> str:
    unknown = word.unknown
    assert unknown is not None
    result = (
        f"the word is {_token(word.tokens[0])}"
        if word.tokens
        else f"the word is unknown and gives no token, as the vocabulary has no "
        f"{visible(explanation.unk_token)}"
    )
    if unknown.reason == "too long":
        return f"{unknown.length} characters, the limit is {unknown.limit}: {result}"
    return (
        f"nothing fits from {_quoted(unknown.character)} at {_place(unknown.begin, unknown.end)} "
        f"on, not even {visible(unknown.missing or '')}: {result}"
    )


def _token(token: Token) -> str:
    return f"{visible(token.token)} ({token.id})"


__all__ = ["Paint", "merge_note", "render", "visible", "wants_colour", "width"]
