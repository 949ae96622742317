"""Reference matcher: where a pattern's tree matches in a text, by backtracking.

Both dialects try the ways of matching in a fixed order and take the first one that works: options
from the left, more repetitions before fewer ("greedy") or fewer before more ("lazy"). The tree is
laid out as a list of steps; the ways not yet tried wait on a stack, the most recent on top. A way
that was tried from the same step and place before is not tried again: it would fail again. So
nothing takes exponential time, as plain backtracking can, and nothing recurses with the length of
the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from subwords.errors import UnsupportedError
from subwords.patterns.ranges import contains
from subwords.patterns.tree import (
    MOST_STEPS,
    Alt,
    Anchor,
    Atomic,
    Chars,
    Look,
    Node,
    Repeat,
    Seq,
    nullable,
    width,
)


class CharacterSet:
    """Whether a character is in a set; every answer is remembered."""

    def __init__(self, chars: Chars) -> None:
        self._ranges = chars.ranges
        self._known: dict[str, bool] = {}

    def __contains__(self, c: str) -> bool:
        answer = self._known.get(c)
        if answer is None:
            answer = self._known[c] = contains(self._ranges, ord(c))
        return answer


@dataclass(frozen=True, slots=True)
class One:
    """Take one character of a set."""

    of: CharacterSet


@dataclass(frozen=True, slots=True)
class Run:
    """Take as many characters of a set as there are; give them back one by one unless `keep`."""

    of: CharacterSet
    least: int
    most: int | None
    keep: bool


@dataclass(slots=True)
class Split:
    """Go on at one step; should that fail, at another."""

    first: int
    second: int


@dataclass(slots=True)
class Jump:
    """Go on at another step."""

    to: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a repetition starts, and has taken nothing yet."""

    bit: int


@dataclass(slots=True)
class Unless:
    """A turn ends: if it took nothing, another would not either, so leave the repetition."""

    bit: int
    behind: int


@dataclass(frozen=True, slots=True)
class Whole:
    """The first way in which a program matches here, and no other."""

    program: Program


@dataclass(frozen=True, slots=True)
class Around:
    """Whether a program matches after this place, or before it with one of these widths."""

    program: Program
    widths: tuple[int, ...]
    behind: bool
    negate: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the text."""

    holds: Callable[[str, int], bool]


Step = One | Run | Split | Jump | Turn | Unless | Whole | Around | Place
Program = list[Step]

PLACES: dict[str, Callable[[str, int], bool]] = {
    "text_start": lambda text, at: at == 0,
    "text_end": lambda text, at: at == len(text),
    "line_start": lambda text, at: at == 0 or text[at - 1] == "\n",
    "line_end": lambda text, at: at == len(text) or text[at] == "\n",
    "text_end_or_last_newline": lambda text, at: (
        at == len(text) or (text[at] == "\n" and at + 1 == len(text))
    ),
}


Finder = Callable[[Node, str], Iterator[tuple[int, int]]]
"""What finds every match: `find_all`, or a stand-in for it."""


def find_all(node: Node, text: str) -> Iterator[tuple[int, int]]:
    """Every match, from the left, none overlapping.

    An empty match right behind the match before it does not count, as in both libraries.
    """
    program = compiled(node)
    at, last_end = 0, -1
    while at <= len(text):
        end = match_at(program, text, at)
        if end is None or end == at == last_end:
            at += 1
            continue
        yield at, end
        last_end = end
        at = end


@lru_cache(maxsize=256)
def compiled(node: Node) -> Program:
    """A tree as steps.

    Raises:
        UnsupportedError: It has too many of them.
    """
    program: Program = []
    _lay_out(node, program)
    return program


def match_at(program: Program, text: str, start: int, end: int | None = None) -> int | None:
    """Where the first way of matching from `start` on ends; None if there is none.

    Args:
        program: The steps.
        text: The text.
        start: Where the match must start.
        end: Where it must end, if that matters.
    """
    waiting = [Way(0, start, start, 0)]
    tried: set[Way] = set()
    while waiting:
        pc, first, at, idle = waiting.pop()
        if first < at:
            waiting.append(Way(pc, first, at - 1, idle))
        way = Way(pc, at, at, idle)
        if way in tried:
            continue
        tried.add(way)
        found = _follow(program, text, way, waiting)
        if found is not None and end in (None, found):
            return found
    return None


class Way(NamedTuple):
    """A way to go on: from a step, at any of some places, the last first.

    Args:
        pc: The index of the step.
        first: The first of the places.
        at: The last of them.
        idle: One bit for each repetition that has taken nothing in this turn so far.
    """

    pc: int
    first: int
    at: int
    idle: int


def _follow(program: Program, text: str, way: Way, waiting: list[Way]) -> int | None:
    """Follow one way to the end of the program (where in the text is that?), or until it fails.

    The ways that branch off are put on the stack of those waiting.
    """
    pc, _, at, idle = way
    while pc < len(program):
        step = program[pc]
        pc += 1
        match step:
            case Split(first, second):
                waiting.append(Way(second, at, at, idle))
                pc = first
            case Jump(to):
                pc = to
            case Turn(bit):
                idle |= bit
            case Unless(bit, behind):
                if idle & bit:
                    idle, pc = idle & ~bit, behind
            case _:
                if isinstance(step, Run):
                    stopped = _run(step, text, Way(pc, at, at, idle), waiting)
                else:
                    stopped = _taken(step, text, at)
                if stopped is None:
                    return None
                idle = idle if stopped == at else 0
                at = stopped
    return at


def _taken(step: One | Whole | Around | Place, text: str, at: int) -> int | None:
    """Where a step that can be taken in one way only ends; None if it cannot be taken."""
    match step:
        case One(of):
            return at + 1 if at < len(text) and text[at] in of else None
        case Whole(program):
            return match_at(program, text, at)
    return at if _holds(step, text, at) else None


def _run(step: Run, text: str, way: Way, waiting: list[Way]) -> int | None:
    """Where the longest run ends; shorter ones, those of one character and more first, wait."""
    pc, start, at, _ = way
    stop = len(text) if step.most is None else min(len(text), start + step.most)
    while at < stop and text[at] in step.of:
        at += 1
    least = start + step.least
    if at < least:
        return None
    if not step.keep and at > least:
        if step.least == 0:
            waiting.append(way)
            least += 1
        if at > least:
            waiting.append(Way(pc, least, at - 1, 0))
    return at


def _holds(step: Around | Place, text: str, at: int) -> bool:
    if isinstance(step, Place):
        return step.holds(text, at)
    if step.behind:
        starts = (at - width for width in step.widths if width <= at)
        found = any(match_at(step.program, text, start, at) is not None for start in starts)
    else:
        found = match_at(step.program, text, at) is not None
    return found != step.negate


# ---------------------------------------------------------------- laying a tree out as steps


def _lay_out(node: Node, out: Program) -> None:
    """Put the steps of a node behind those that are there."""
    if len(out) > MOST_STEPS:
        raise UnsupportedError(f"a regular expression of more than {MOST_STEPS:,} steps")
    match node:
        case Chars():
            out.append(One(_character_set(node)))
        case Seq(items):
            for item in items:
                _lay_out(item, out)
        case Alt(options):
            _lay_out_options(options, out)
        case Repeat():
            _lay_out_repeat(node, out)
        case Atomic(item):
            out.append(Whole(compiled(item)))
        case Look(item, behind, negate):
            widths = _widths(item) if behind else ()
            out.append(Around(compiled(item), widths, behind, negate))
        case Anchor(kind):
            out.append(Place(PLACES[kind]))


@lru_cache(maxsize=1024)
def _character_set(chars: Chars) -> CharacterSet:
    return CharacterSet(chars)


def _widths(item: Node) -> tuple[int, ...]:
    options = item.options if isinstance(item, Alt) else (item,)
    return tuple(sorted({w for option in options if (w := width(option)) is not None}))


def _lay_out_options(options: tuple[Node, ...], out: Program) -> None:
    jumps = []
    for option in options[:-1]:
        split = Split(len(out) + 1, 0)
        out.append(split)
        _lay_out(option, out)
        jumps.append(Jump(0))
        out.append(jumps[-1])
        split.second = len(out)
    _lay_out(options[-1], out)
    for jump in jumps:
        jump.to = len(out)


def _lay_out_repeat(node: Repeat, out: Program) -> None:
    item, least, most, mode = node.item, node.least, node.most, node.mode
    if isinstance(item, Chars) and mode != "lazy":
        out.append(Run(_character_set(item), least, most, keep=mode == "possessive"))
    elif mode == "possessive":
        out.append(Whole(compiled(Repeat(item, least, most, "greedy"))))
    else:
        for _ in range(least):
            _lay_out(item, out)
        if most is None:
            _lay_out_loop(item, mode == "lazy", out)
        else:
            _lay_out_up_to(item, most - least, mode == "lazy", out)


def _lay_out_loop(item: Node, lazy: bool, out: Program) -> None:
    """Any number of times: enter or not; then, behind each time, once more or not."""
    enter = _branch(lazy, out)
    body = len(out)
    if not nullable(item):
        _lay_out(item, out)
        out.append(Jump(body - 1))
        _set_branch(enter, lazy, body, len(out))
        return
    bit = 1 << sum(isinstance(step, Turn) for step in out)
    out.append(Turn(bit))
    _lay_out(item, out)
    unless = Unless(bit, 0)
    out.append(unless)
    again = _branch(lazy, out)
    unless.behind = len(out)
    _set_branch(again, lazy, body, len(out))
    _set_branch(enter, lazy, body, len(out))


def _lay_out_up_to(item: Node, times: int, lazy: bool, out: Program) -> None:
    branches = []
    for _ in range(times):
        branches.append((_branch(lazy, out), len(out)))
        _lay_out(item, out)
    for branch, body in branches:
        _set_branch(branch, lazy, body, len(out))


def _branch(lazy: bool, out: Program) -> Split:
    split = Split(0, 0)
    out.append(split)
    return split


def _set_branch(split: Split, lazy: bool, body: int, behind: int) -> None:
    split.first, split.second = (behind, body) if lazy else (body, behind)
