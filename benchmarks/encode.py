"""Encoding measured against other libraries: interleaved, one thread, one CPU.

    python benchmarks/encode.py [--quick] [--kinds english,code] [--peers subwords,nanotoken]

Prints Markdown tables and writes every round to a JSON file. See benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shutil
import sys
from pathlib import Path
from typing import Any

import environments
import measures
import report
import texts
from fleet import Fleet, WorkerFailure, requirement
from models import MODELS, data_root

COLUMNS = (*report.FORMS, "short", "load", "memory", "exactness")


def main() -> int:
    """Run what was asked for; 0, or 2 where it cannot be run."""
    options = _options()
    try:
        plan = _plan(options)
        for peer in plan.peers:
            environments.interpreter(requirement(peer))
    except (environments.EnvironmentFailure, FileNotFoundError) as failure:
        print(f"benchmarks/encode.py: {failure}", file=sys.stderr)
        return 2
    try:
        result = _measure(plan, options)
    except WorkerFailure as failure:
        print(f"benchmarks/encode.py: {failure}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(plan.scratch, ignore_errors=True)
    output = Path(options.output or environments.BUILD / f"encode-{plan.model.name}.json")
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(report.markdown(result))
    print(f"\nevery round: {output}", file=sys.stderr)
    return 0


def _measure(plan: measures.Plan, options: argparse.Namespace) -> dict[str, Any]:
    result = _about(plan)
    plan.peers = list(result["libraries"])
    if not plan.peers:
        raise WorkerFailure("none of the libraries runs")
    columns = options.columns
    forms = [column for column in columns if column in report.FORMS]
    if forms:
        result["speed"] = {}
        for kind in options.kinds:
            print(kind, file=sys.stderr)
            result["speed"][kind] = measures.speed(plan, kind, forms)
    if "short" in columns:
        result["short"] = measures.short(plan)
    if "load" in columns:
        result["load"] = measures.load(plan, 3 if options.quick else 9)
    if "memory" in columns:
        result["memory"] = measures.memory(plan)
    if "exactness" in columns:
        result["exactness"] = measures.exactness(plan)
    return result


def _about(plan: measures.Plan) -> dict[str, Any]:
    """The machine, the versions, the calls; a library that does not run at all is left out."""
    libraries, notes = {}, {}
    with Fleet(plan.peers, plan.cpu) as fleet:
        for _ in fleet.each(lambda one: one.ask("load", path=plan.file, first=measures.FIRST)):
            pass
        for peer, told in fleet.each(lambda worker: worker.ask("notes")):
            libraries[peer] = told["name"]
            notes[peer] = told["notes"]
    return {
        "model": plan.model.name,
        "date": datetime.date.today().isoformat(),
        "rounds": plan.rounds,
        "machine": {
            "processor": _processor(),
            "python": platform.python_version(),
            "cpu": plan.cpu,
        },
        "libraries": libraries,
        "notes": notes,
    }


def _plan(options: argparse.Namespace) -> measures.Plan:
    model = MODELS[options.model]
    data = data_root()
    file = data / "models" / model.file
    if not file.exists():
        raise FileNotFoundError(f"no {file}: set SUBWORDS_TEST_DATA to the directory of test data")
    size = 1_000_000
    return measures.Plan(
        model=model,
        peers=options.peers or list(model.peers),
        data=data,
        cpu=_cpu(options.cpu),
        rounds=options.rounds or (3 if options.quick else 7),
        portion=size // 4 if options.quick else size,
        warm_up=size if options.quick else 4 * size,
        short_strings=500 if options.quick else 2_000,
        compared=1_500 if options.quick else 12_000,
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Measure encoding against other libraries, interleaved, on one CPU.",
        epilog="An environment for each library is made under build/bench/ at the first run.",
    )
    add = parser.add_argument
    add("--quick", action="store_true", help="small portions, 3 rounds: a minute or two")
    add("--model", choices=MODELS, default="bert-base-uncased", help="default: %(default)s")
    add("--kinds", type=_among(texts.KINDS), default=list(texts.KINDS), help=_names(texts.KINDS))
    add("--columns", type=_among(COLUMNS), default=list(COLUMNS), help=_names(COLUMNS))
    peers = {peer for model in MODELS.values() for peer in model.peers}
    add("--peers", type=_among(sorted(peers)), help=_names(sorted(peers)))
    add("--rounds", type=int, help="rounds for each column (default: 7)")
    add("--cpu", type=int, help="the CPU that every library runs on (default: the last)")
    add("--output", help="JSON file (default: build/bench/encode-MODEL.json)")
    return parser.parse_args()


def _among(allowed: Any) -> Any:
    def names(text: str) -> list[str]:
        found = [name.strip() for name in text.split(",")]
        for name in found:
            if name not in allowed:
                raise argparse.ArgumentTypeError(f"{name!r} is not one of {_names(allowed)}")
        return found

    return names


def _names(allowed: Any) -> str:
    return ", ".join(allowed)


def _cpu(asked: int | None) -> int:
    """The CPU to pin to; -1 where the system cannot pin."""
    if not hasattr(os, "sched_getaffinity"):
        return -1
    return asked if asked is not None else max(os.sched_getaffinity(0))


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    models = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


if __name__ == "__main__":
    sys.exit(main())
