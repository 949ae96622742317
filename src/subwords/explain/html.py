"""An explanation as HTML for notebooks: self-contained, every text escaped, no script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from subwords.explain.merges import MergedWord
from subwords.explain.steps import Found, Step, Token, Word
from subwords.explain.text import SHOWN, merge_note, visible
from subwords.explain.unigram import UnigramWord, number, quantity

if TYPE_CHECKING:
    from subwords.explain.explanation import Explanation

_COLOURS = ("#4c8bf5", "#34a853", "#b8860b", "#a142f4", "#e8710a", "#0097a7")
_MONO = "font-family:monospace;white-space:pre-wrap"
_RED = "color:#d93025"


def render(explanation: Explanation) -> str:
    """The explanation as one ``<div>``."""
    parts = "".join(
        _found(part)
        if isinstance(part, Found)
        else _viterbi(part)
        if isinstance(part, UnigramWord)
        else _merged(part)
        if isinstance(part, MergedWord)
        else _word(part)
        for part in explanation.parts
    )
    return (
        f'<div style="line-height:1.6"><table style="{_MONO};text-align:left">'
        f"{''.join(_rows(explanation))}</table>{parts}</div>"
    )


def _rows(explanation: Explanation) -> Iterator[str]:
    edits = ", ".join(
        f"{_text(edit.before)} &rarr; {_text(edit.after) if edit.after else '<i>vanished</i>'}"
        f"&nbsp;({edit.begin})"
        for edit in explanation.edits
    )
    yield _row("text", _text(explanation.text))
    yield _row("normalized", _text(explanation.normalized))
    yield _row("edits", edits or "none")
    yield _row("words", " | ".join(_text(part.text) for part in explanation.parts))
    yield _row("tokens", _tokens(explanation))


def _row(name: str, content: str) -> str:
    return (
        f'<tr><th style="text-align:left;vertical-align:top">{name}</th>'
        f'<td style="text-align:left">{content}</td></tr>'
    )


def _tokens(explanation: Explanation) -> str:
    around = [_chip(token, "#80868b") for token in explanation.before]
    inner = [
        _chip(token, _COLOURS[index % len(_COLOURS)])
        for index, part in enumerate(explanation.parts)
        for token in part.tokens
    ]
    return " ".join([*around, *inner, *(_chip(token, "#80868b") for token in explanation.after)])


def _chip(token: Token, colour: str) -> str:
    return (
        f'<span title="id {token.id}" style="border-bottom:3px solid {colour};'
        f'padding:0 2px">{_text(token.token)}<sub style="opacity:.6">{token.id}</sub></span>'
    )


def _found(part: Found) -> str:
    kind = "special token" if part.special else "added token"
    return f'<div style="{_MONO}"><b>{_text(part.text)}</b>: {kind} {part.token.id}</div>'


def _word(word: Word) -> str:
    tokens = " ".join(_text(token.token) for token in word.tokens) or "no token"
    cause = ""
    if word.unknown is not None:
        cause = f'<div style="{_RED}">{_cause(word)}</div>'
    tried = "".join(_step(word, step) for step in word.steps)
    style = f' style="{_RED}"' if word.unknown is not None else ""
    return (
        f'<details{" open" if word.unknown else ""}><summary style="{_MONO}">'
        f"<b>{_text(word.text)}</b> &rarr; <span{style}>{tokens}</span></summary>"
        f'<div style="{_MONO};margin-left:1.5em">{tried}{cause}</div></details>'
    )


def _viterbi(word: UnigramWord) -> str:
    rows = []
    for at, arrivals in enumerate(word.arrivals, 1):
        for index, arrival in enumerate(arrivals):
            style = "font-weight:bold" if arrival.chosen else "opacity:.55"
            note = "unknown" if arrival.id is None else "best" if arrival.best else ""
            cells = (
                str(at) if index == 0 else "",
                _text(arrival.piece),
                number(arrival.score),
                number(arrival.total),
                note,
            )
            rows.append(f'<tr style="{style}">{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>')
    heads = "".join(f"<th>{name}</th>" for name in ("position", "piece", "score", "total", ""))
    tokens = " ".join(_text(token.token) for token in word.tokens)
    return (
        f'<details><summary style="{_MONO}"><b>{_text(word.text)}</b> &rarr; {tokens} '
        f"(probability {word.probability:.6g}, rivals: {quantity(word.rivals)})</summary>"
        f'<table style="{_MONO};margin-left:1.5em"><tr>{heads}</tr>{"".join(rows)}</table>'
        f"</details>"
    )


def _merged(word: MergedWord) -> str:
    """The merges, one a line; of many only the first and the last."""
    lines = []
    for index, row in enumerate(word.rows()):
        symbols = " ".join(f'<span style="border:1px solid #bbb">{_text(s)}</span>' for s in row)
        note = escape(merge_note(word.merges[index - 1], word.by)) if index else ""
        lines.append(f'<div>{symbols} <span style="opacity:.55">{note}</span></div>')
    if len(lines) > SHOWN:
        more = f"<div>... {len(lines) - SHOWN} more</div>"
        lines = [*lines[: SHOWN // 2], more, *lines[-SHOWN // 2 :]]
    tokens = " ".join(_text(token.token) for token in word.tokens) or "no token"
    steps = "<div>the whole word is a token</div>" if word.whole else "".join(lines)
    return (
        f'<details><summary style="{_MONO}"><b>{_text(word.readable)}</b> &rarr; {tokens}</summary>'
        f'<div style="{_MONO};margin-left:1.5em">{steps}</div></details>'
    )


def _cause(word: Word) -> str:
    unknown = word.unknown
    assert unknown is not None
    if unknown.reason == "too long":
        return f"{unknown.length} characters, the limit is {unknown.limit}"
    return (
        f"nothing fits from {_text(unknown.character)} (character {unknown.begin}) on, "
        f"not even {_text(unknown.missing or '')}"
    )


def _step(word: Word, step: Step) -> str:
    candidates = [_text(candidate) for candidate in word.candidates(step)]
    found = candidates.pop() if step.end is not None else None
    shown: Iterable[str] = candidates
    if len(candidates) > SHOWN:
        half = SHOWN // 2
        more = f"... {len(candidates) - SHOWN} more"
        shown = [*candidates[:half], more, *candidates[-half:]]
    tried = " ".join(f'<span style="opacity:.55">{candidate}</span>' for candidate in shown)
    winner = f" <b>{found}</b>" if found is not None else ""
    return f"<div>{tried}{winner}</div>"


def _text(text: str) -> str:
    return escape(visible(text))


__all__ = ["render"]
