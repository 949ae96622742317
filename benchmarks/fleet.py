"""Workers seen from the driver: start them, ask them in turn, stop them.

All workers of a fleet live at the same time on one CPU, and one at a time works: the libraries
are measured within the same seconds, so that a machine that slows down slows all of them.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

import environments


class WorkerFailure(Exception):
    """A worker answered with an error, or ended."""


def requirement(module: str) -> str | None:
    """The pinned requirement that a peer module states, read without importing its library."""
    path = environments.HERE / "peers" / f"{module}.py"
    if not path.exists():
        raise environments.EnvironmentFailure(f"no peer named {module}: benchmarks/peers has none")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "requirement":
            stated: str | None = ast.literal_eval(node.value)
            return stated
    raise environments.EnvironmentFailure(f"{path.name} states no requirement")


class Worker:
    """One library in a process of its own."""

    def __init__(self, module: str, cpu: int) -> None:
        self.module = module
        needed = requirement(module)
        self.process = subprocess.Popen(
            [
                environments.interpreter(needed),
                str(environments.HERE / "worker.py"),
                module,
                str(cpu),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environments.variables(needed),
        )

    def ask(self, do: str, **arguments: Any) -> Any:
        """Send one request and wait for its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps({"do": do, **arguments}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise WorkerFailure(f"{self.module}: the worker ended during {do!r}")
        answer = json.loads(line)
        if "failure" in answer:
            raise WorkerFailure(f"{self.module}: {do}: {answer['failure']}")
        return answer["answer"]

    def stop(self) -> None:
        """End the process."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


class Fleet:
    """Fresh workers for some peers; a peer that fails is left out from then on, and said to."""

    def __init__(self, modules: list[str], cpu: int) -> None:
        self.left_out: dict[str, str] = {}
        self.workers = {module: Worker(module, cpu) for module in modules}

    def __enter__(self) -> Fleet:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self.workers.values():
            worker.stop()

    def each(self, ask: Callable[[Worker], Any], turn: int = 0) -> Iterator[tuple[str, Any]]:
        """Ask every worker in turn, beginning with another one each `turn`."""
        names = list(self.workers)
        first = turn % len(names) if names else 0
        for name in names[first:] + names[:first]:
            if name in self.left_out:
                continue
            try:
                yield name, ask(self.workers[name])
            except WorkerFailure as failure:
                self.left_out[name] = str(failure)
                print(f"left out: {failure}", file=sys.stderr)
