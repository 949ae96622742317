"""A lattice as SVG: characters in a row, each piece an arc over those it covers.

The stronger an arc the more probable it is that a segmentation has the piece; the best segmentation
is in colour, below the row of characters its pieces are written out.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import sqrt

Drawing = tuple[int, int, str, float, bool]
"""Begin, end, piece, probability, and whether the best segmentation has it."""

MAX_CHARACTERS = 60
STEP = 44  # from one character to the next
MARGIN = 24
BEST, OTHER, INK, PAPER = "#0b6e4f", "#8a94a6", "#1c2430", "#ffffff"
FONT = "font-family:ui-sans-serif,system-ui,sans-serif"


def draw_lattice(text: str, pieces: Iterable[Drawing]) -> str:
    """The drawing, as a string.

    Raises:
        ValueError: The text has more than 60 characters.
    """
    if len(text) > MAX_CHARACTERS:
        raise ValueError(
            f"a lattice of {len(text)} characters is too wide to be drawn; at most "
            f"{MAX_CHARACTERS} can be"
        )
    drawn = sorted(pieces, key=lambda piece: (piece[4], piece[3]))  # the best on top
    longest = max((end - begin for begin, end, *_ in drawn), default=1)
    height = _height(longest)
    baseline = MARGIN + height
    width = 2 * MARGIN + STEP * max(1, len(text))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{baseline + 86}" '
        f'viewBox="0 0 {width} {baseline + 86}" role="img" '
        f'aria-label="{escape(f"Lattice of {text}")}">',
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
    ]
    parts += [_arc(piece, baseline) for piece in drawn]
    for at in range(len(text) + 1):
        parts.append(f'<circle cx="{_x(at)}" cy="{baseline}" r="3" fill="{INK}"/>')
    parts += [
        _label(_x(at) + STEP / 2, baseline + 24, character, INK, 17)
        for at, character in enumerate(text)
    ]
    parts += [_best_piece(piece, baseline) for piece in drawn if piece[4]]
    return "\n".join([*parts, "</svg>"])


def _x(position: int) -> int:
    return MARGIN + STEP * position


def _height(characters: int) -> float:
    """How high the arc of a piece rises; long ones not in proportion."""
    return round(26 + 30 * sqrt(characters), 1)


def _arc(piece: Drawing, baseline: float) -> str:
    begin, end, text, probability, best = piece
    left, right, top = _x(begin), _x(end), baseline - _height(end - begin) * 1.3
    colour = BEST if best else OTHER
    strength = 0.15 + 0.85 * sqrt(probability)
    width = 1 + 3 * probability
    title = f"{text}: {probability:.3g}"
    return (
        f'<path d="M {left} {baseline} C {left} {top:.1f}, {right} {top:.1f}, {right} {baseline}" '
        f'fill="none" stroke="{colour}" stroke-width="{width:.2f}" '
        f'stroke-opacity="{strength:.3f}"><title>{escape(title)}</title></path>'
    )


def _best_piece(piece: Drawing, baseline: float) -> str:
    begin, end, text, probability, _ = piece
    left, width = _x(begin) + 3, STEP * (end - begin) - 6
    middle = left + width / 2
    size = max(7.0, min(15.0, 1.5 * width / max(1, len(text))))
    return (
        f'<rect x="{left}" y="{baseline + 38}" width="{width}" height="24" rx="5" fill="{BEST}" '
        f'fill-opacity="0.12" stroke="{BEST}"/>'
        + _label(middle, baseline + 55, text, BEST, size)
        + _label(middle, baseline + 76, f"{probability:.3g}", OTHER, 10)
    )


def _label(x: float, y: float, text: str, colour: str, size: float) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="{size:g}" text-anchor="middle" '
        f'style="{FONT}">{escape(text)}</text>'
    )
