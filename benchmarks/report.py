"""Markdown tables from the measurements, and how far this project is ahead of the best other.

python benchmarks/report.py FILE.json [FILE.json ...]     # several runs, shown as one
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

OURS = "subwords"
FORMS = {
    "ids": "Ids only, in the library's own output",
    "lists": "Ids as Python lists",
    "offsets": "Ids with offsets, in the library's own output",
    "offset_lists": "Ids with offsets, both as Python lists",
}
STATES = ("new", "warm")
AHEAD = "ahead of the best other by"
Rounds = dict[str, list[dict[str, float]]]
Result = dict[str, Any]


def markdown(result: Result) -> str:
    """All tables of one run."""
    names = result["libraries"]
    parts = [_head(result)]
    for form, title in FORMS.items():
        measured = {
            kind: forms[form] for kind, forms in result.get("speed", {}).items() if forms.get(form)
        }
        if measured:
            parts.append(f"**{title}**: MB per CPU second, new / warm\n\n{_speed(measured, names)}")
    parts += [_single(result, names), _compared(result), _notes(result)]
    return "\n\n".join(part for part in parts if part)


def merged(results: list[Result]) -> Result:
    """Several runs as one: later files add kinds, columns and libraries, or replace them."""
    whole: Result = {}
    for result in results:
        for name, value in result.items():
            if isinstance(value, dict) and name in ("speed", "libraries", "notes"):
                whole[name] = {**whole.get(name, {}), **value}
            else:
                whole[name] = value
    return whole


def middle(rounds: list[dict[str, float]], clock: str = "cpu") -> float:
    """The median of one clock over rounds."""
    return median(one[clock] for one in rounds)


def _head(result: Result) -> str:
    machine = result["machine"]
    return (
        f"{result['model']}, {result['date']}, {machine['processor']}, Python {machine['python']}, "
        f"one thread on CPU {machine['cpu']}, {result['rounds']} rounds, medians."
    )


def _speed(measured: dict[str, dict[str, Rounds]], names: dict[str, str]) -> str:
    rows = [["", *measured]]
    for peer, name in names.items():
        rows.append([name, *(_pair(peers.get(peer)) for peers in measured.values())])
    if OURS in names:
        rows.append([AHEAD, *(_ahead(peers) for peers in measured.values())])
    return _table(rows)


def _pair(rounds: Rounds | None) -> str:
    if not rounds:
        return "no"
    return " / ".join(f"{middle(rounds[state]):.3g}" for state in STATES)


def _ahead(peers: dict[str, Rounds]) -> str:
    """The median over rounds of our rate to the fastest other one of the same round."""
    others = [rounds for peer, rounds in peers.items() if peer != OURS]
    if OURS not in peers or not others:
        return "–"
    found = []
    for state in STATES:
        rounds = enumerate(peers[OURS][state])
        found.append(
            median(
                ours["cpu"] / max(other[state][number]["cpu"] for other in others)
                for number, ours in rounds
            )
        )
    return " / ".join(f"**{ratio:.2f}**" for ratio in found)


def _single(result: Result, names: dict[str, str]) -> str:
    """The columns that have one value for each library, as rows."""
    rows = []
    for title, section, shown, value in SINGLE:
        measured = {peer: found for peer, found in result.get(section, {}).items() if peer in names}
        if not measured:
            continue
        cells = [shown(measured[peer]) if peer in measured else "no" for peer in names]
        if OURS in names:
            cells.append(_ahead(measured) if value is None else _below(measured, value))
        rows.append([title, *cells])
    heads = [*names.values(), *([AHEAD] if OURS in names else [])]
    return _table([["", *heads], *rows]) if rows else ""


def _below(measured: dict[str, Any], value: Callable[[Any], float]) -> str:
    """The smallest value of the others to ours."""
    others = [value(found) for peer, found in measured.items() if peer != OURS]
    if OURS not in measured or not others:
        return "–"
    return f"**{min(others) / max(value(measured[OURS]), 1e-9):.2f}**"


def _micro(rounds: Rounds) -> str:
    return " / ".join(f"{1e6 / middle(rounds[state]):.2f}" for state in STATES)


def _seconds(*parts: str) -> Callable[[list[Any]], float]:
    return lambda runs: median(sum(run[part]["cpu"] for part in parts) for run in runs)


def _milliseconds(seconds: Callable[[list[Any]], float]) -> Callable[[list[Any]], str]:
    return lambda runs: f"{1e3 * seconds(runs):.0f}"


def _field(name: str) -> Callable[[dict[str, float]], float]:
    return lambda found: found[name]


def _mebibytes(name: str) -> Callable[[dict[str, float]], str]:
    return lambda found: f"{found[name] / 2**20:.0f}"


_IMPORT, _LOAD = _seconds("import"), _seconds("load", "first")

# Title, section of the result, how it is shown, and the number compared (None: a rate by rounds).
SINGLE: list[tuple[str, str, Callable[[Any], str], Callable[[Any], float] | None]] = [
    ("short string, µs, new / warm", "short", _micro, None),
    ("import, ms", "load", _milliseconds(_IMPORT), _IMPORT),
    ("load and first string, ms", "load", _milliseconds(_LOAD), _LOAD),
    ("memory once loaded, MiB", "memory", _mebibytes("load"), _field("load")),
    ("peak while loading, MiB", "memory", _mebibytes("load_peak"), _field("load_peak")),
    ("peak while encoding, MiB", "memory", _mebibytes("encode_peak"), _field("encode_peak")),
    (
        "bytes per token returned",
        "memory",
        lambda found: f"{found['bytes_per_token']:.1f}",
        _field("bytes_per_token"),
    ),
]


def _compared(result: Result) -> str:
    """The table of exactness."""
    if "exactness" not in result:
        return ""
    compared, names = result["exactness"], result["libraries"]
    peers = [peer for peer in names if peer in compared["peers"]]
    rows = [["", *(names[peer] for peer in peers)]]
    titles = {"ids": ("native", "lists"), "offsets": ("offsets",)}
    for part, title in enumerate(("real text", "hostile text")):
        for what, forms in titles.items():
            cells = [_wrong(compared["peers"][peer], forms, part) for peer in peers]
            rows.append([f"{title}, wrong {what}", *cells])
    real = compared["documents"] - compared["hostile"]
    return (
        f"**Exactness**: documents that differ from tokenizers 0.23.3, of {real} of real text and "
        f"{compared['hostile']} hostile ones\n\n{_table(rows)}"
    )


def _wrong(record: dict[str, Any], forms: tuple[str, ...], part: int) -> str:
    wrong: set[int] = set()
    for form in forms:
        found = record.get(form, [])
        if len(found) <= part:
            return "failed"
        if found[part] is None:
            return "no"
        wrong.update(found[part])
    return str(len(wrong))


def _notes(result: Result) -> str:
    lines = ["What is timed:", ""]
    for peer, notes in result.get("notes", {}).items():
        calls = "; ".join(f"{column}: {call}" for column, call in notes.items())
        lines.append(f"- {result['libraries'][peer]}: {calls}")
    return "\n".join(lines) if len(lines) > 2 else ""


def _table(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines)


if __name__ == "__main__":
    files = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
    if not files:
        sys.exit("usage: python benchmarks/report.py FILE.json [FILE.json ...]")
    print(markdown(merged(files)))
