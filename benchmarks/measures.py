"""What is measured: speed, short strings, load time, memory, and how many documents differ.

Every function takes a `Plan` and returns plain dictionaries, ready for JSON; the median over
rounds is taken in `report.py`, so that the rounds themselves stay in the file.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import adversarial
import texts
from fleet import Fleet, WorkerFailure
from models import Model

FIRST = "The hedgehogs were unaffable, and the sunflowers slept until morning."
Rounds = dict[str, list[dict[str, float]]]  # "new" and "warm": MB/s or µs, one for each round


@dataclass
class Plan:
    """What to run, and how large."""

    model: Model
    peers: list[str]
    data: Path
    cpu: int
    rounds: int
    portion: int  # bytes in one timed portion
    warm_up: int  # bytes encoded before the first round
    short_strings: int  # strings in one timed portion
    compared: int  # documents whose ids are compared
    scratch: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="subwords-bench-")))

    @property
    def file(self) -> str:
        """The tokenizer file."""
        return str(self.data / "models" / self.model.file)

    @property
    def corpora(self) -> Path:
        """The directory of texts."""
        return self.data / "corpora"


def speed(plan: Plan, kind: str, forms: list[str]) -> dict[str, dict[str, Any]]:
    """MB of UTF-8 per CPU second for one kind of text: form -> peer -> rounds."""
    limit = plan.warm_up + (plan.rounds + 1) * plan.portion
    documents = texts.documents(kind, plan.corpora, limit)
    size = sum(map(texts.utf8, documents))
    share = min(1.0, 0.98 * size / limit)  # a kind with little text: smaller portions of it
    portions = _with_warm_up(documents, int(plan.warm_up * share), int(plan.portion * share))
    sizes = [sum(map(texts.utf8, portion)) for portion in portions]
    path = _write(plan, "speed", portions)
    return {form: _rounds(plan, form, path, [size / 1e6 for size in sizes]) for form in forms}


def short(plan: Plan) -> dict[str, Any]:
    """Sentences of about ten words, one call for each: calls per CPU second, peer -> rounds."""
    strings = texts.short_strings(plan.corpora, (plan.rounds + 2) * plan.short_strings)
    step = len(strings) // (plan.rounds + 2)
    cuts = [0, 2 * step, *(step * number for number in range(3, plan.rounds + 3))]
    portions = [strings[start:stop] for start, stop in pairwise(cuts)]
    return _rounds(plan, "short", _write(plan, "short", portions), [*map(len, portions)])


def load(plan: Plan, times: int) -> dict[str, Any]:
    """Seconds to import, to load the file, and to encode the first string; fresh processes."""
    found: dict[str, Any] = {}
    for turn in range(times):
        with Fleet(plan.peers, plan.cpu) as fleet:
            for peer, answer in fleet.each(
                lambda worker: worker.ask("load", path=plan.file, first=FIRST), turn
            ):
                found.setdefault(peer, []).append(answer)
    return found


def memory(plan: Plan) -> dict[str, Any]:
    """Bytes: growth by loading, peak of loading and of encoding English, and of one token."""
    documents = texts.documents("english", plan.corpora, plan.warm_up + 4 * plan.portion)
    path = _write(plan, "memory", list(texts.portions(documents, plan.portion)))
    with Fleet(plan.peers, plan.cpu) as fleet:
        for _ in fleet.each(lambda worker: worker.ask("texts", path=path)):
            pass
        return dict(fleet.each(lambda worker: worker.ask("footprint", path=plan.file, first=FIRST)))


def exactness(plan: Plan) -> dict[str, Any]:
    """Documents whose ids or offsets differ from the oracle's; a third of them are hostile."""
    hostile = adversarial.documents(plan.compared // 3, plan.corpora)
    each = (plan.compared - len(hostile)) // len(texts.KINDS)
    real = [
        document
        for kind in texts.KINDS
        for document in texts.documents(kind, plan.corpora, each * texts.LARGEST)[:each]
    ]
    oracle = plan.model.oracle
    peers = [oracle, *(peer for peer in plan.peers if peer != oracle)]
    path = _write(plan, "exactness", [real, hostile])
    result: dict[str, Any] = {"documents": len(real) + len(hostile), "hostile": len(hostile)}
    result["peers"] = {}
    expected: dict[tuple[int, str], list[str]] = {}
    with Fleet(peers, plan.cpu) as fleet:
        _prepare(plan, fleet, path)
        if oracle in fleet.left_out:
            raise WorkerFailure(f"nothing to compare with: {fleet.left_out[oracle]}")
        for portion in (0, 1):
            for what in ("native", "lists", "offsets"):
                for peer, found in fleet.each(
                    lambda worker: worker.ask("digests", portion=portion, what=what)  # noqa: B023
                ):
                    right = expected.setdefault(
                        (portion, "ids" if what != "offsets" else what), found
                    )
                    record = result["peers"].setdefault(peer, {})
                    record.setdefault(what, []).append(_differing(found, right))
    return result


def _rounds(plan: Plan, form: str, path: str, amounts: list[float]) -> dict[str, Any]:
    """Fresh workers, one warm-up portion, then a portion a round for every peer in turn."""
    found: dict[str, Any] = {}
    with Fleet(plan.peers, plan.cpu) as fleet:
        able = _prepare(plan, fleet, path)
        for peer, forms in able.items():
            if form not in forms:
                fleet.left_out[peer] = f"{peer} has no {form}"
        for _ in fleet.each(lambda worker: worker.ask("warm_up", form=form, portion=0)):
            pass
        for turn in range(1, min(plan.rounds + 1, len(amounts))):
            for peer, clocks in fleet.each(
                lambda worker: worker.ask("measure", form=form, portion=turn),  # noqa: B023
                turn,
            ):
                for state, clock in clocks.items():
                    rates = {name: amounts[turn] / max(took, 1e-9) for name, took in clock.items()}
                    found.setdefault(peer, {}).setdefault(state, []).append(rates)
        print(f"  {form}: {len(found)} libraries", file=sys.stderr)
    return found


def _prepare(plan: Plan, fleet: Fleet, path: str) -> dict[str, list[str]]:
    for _ in fleet.each(lambda worker: worker.ask("texts", path=path)):
        pass
    for _ in fleet.each(lambda worker: worker.ask("load", path=plan.file, first=FIRST)):
        pass
    return {name: told["forms"] for name, told in fleet.each(lambda worker: worker.ask("notes"))}


def _differing(found: list[str] | None, right: list[str]) -> list[int] | None:
    """The numbers of the documents that differ; None where the library has no such output."""
    if found is None:
        return None
    pairs = enumerate(zip(found, right, strict=True))
    return [number for number, (one, other) in pairs if one != other]


def _with_warm_up(documents: list[str], warm_up: int, portion: int) -> list[list[str]]:
    first: list[str] = []
    total = 0
    rest = iter(documents)
    while total < warm_up:
        first.append(next(rest))
        total += texts.utf8(first[-1])
    return [first, *texts.portions(list(rest), portion)]


def _write(plan: Plan, name: str, portions: list[list[str]]) -> str:
    path = plan.scratch / f"{name}.json"
    path.write_text(json.dumps(portions), encoding="ascii")
    return str(path)
