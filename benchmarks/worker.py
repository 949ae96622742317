"""The process that runs one library: it does what it is asked, one JSON line at a time.

    python worker.py MODULE CPU

`MODULE` is a module of the package `peers`. Requests come on standard input as
`{"do": name, ...}` and each is answered by one line on standard output. Nothing is imported from
the library before the request `load`, so that importing and loading can be timed.
"""

from __future__ import annotations

import gc
import hashlib
import importlib
import importlib.metadata
import json
import os
import struct
import sys
import time
from array import array
from collections.abc import Callable
from typing import Any

Clock = dict[str, float]


def timed(action: Callable[[], Any]) -> tuple[Clock, Any]:
    """Run once with the garbage collector off; CPU and wall seconds, and the result."""
    gc.collect()
    gc.disable()
    wall, cpu = time.perf_counter(), time.process_time()
    result = action()
    clock = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
    gc.enable()
    return clock, result


def memory() -> tuple[int, int]:
    """Resident bytes now, and the most there were since `forget_peak`."""
    fields = {}
    with open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            name, _, rest = line.partition(":")
            if name in ("VmRSS", "VmHWM"):
                fields[name] = int(rest.split()[0]) * 1024
    return fields["VmRSS"], fields["VmHWM"]


def forget_peak() -> None:
    """Start counting the peak anew."""
    gc.collect()
    with open("/proc/self/clear_refs", "w", encoding="ascii") as control:
        control.write("5")


class Worker:
    """The requests. `portions` are lists of texts, named by their number."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.peer: Any = None
        self.portions: list[list[str]] = []

    def texts(self, path: str) -> int:
        """Read the portions from a JSON file."""
        with open(path, encoding="ascii") as file:
            self.portions = json.load(file)
        return len(self.portions)

    def load(self, path: str, first: str) -> dict[str, Any]:
        """Import the library, load the file, encode one short string; the three times."""
        importing, module = timed(lambda: importlib.import_module(f"peers.{self.module}"))
        loading, self.peer = timed(lambda: module.Peer(path))
        encoding, _ = timed(lambda: self.peer.short(first))
        return {"import": importing, "load": loading, "first": encoding}

    def warm_up(self, form: str, portion: int) -> None:
        """Encode a portion so that caches are as full as they would be after other text."""
        self._action(form, self.portions[portion])()

    def measure(self, form: str, portion: int) -> dict[str, Any]:
        """Encode a portion that is new to this process, and then the same portion again."""
        action = self._action(form, self.portions[portion])
        clocks = {}
        for state in ("new", "warm"):
            clocks[state], result = timed(action)
            del result
        return clocks

    def footprint(self, path: str, first: str) -> dict[str, float]:
        """Memory of importing nothing but loading and encoding every portion, and of a token.

        Bytes per token is what the second half of many equal results adds, all of them held:
        the first half takes up whatever the allocator had kept.
        """
        importlib.import_module(f"peers.{self.module}")
        forget_peak()
        before, _ = memory()
        self.load(path, first)
        loaded, load_peak = memory()
        for portion in self.portions:
            self.peer.ids(portion)
        _, encode_peak = memory()
        text = self.portions[0]
        held = [self.peer.ids(text)]
        half = 1 + HELD_TOKENS // self.peer.count(held[0])
        held += [self.peer.ids(text) for _ in range(half)]
        start, _ = memory()
        held += [self.peer.ids(text) for _ in range(half)]
        stop, _ = memory()
        return {
            "load": loaded - before,
            "load_peak": load_peak - before,
            "encode_peak": max(load_peak, encode_peak) - before,
            "bytes_per_token": (stop - start) / (half * self.peer.count(held[0])),
        }

    def digests(self, portion: int, what: str) -> list[str] | None:
        """One short digest for the ids, or the offsets, of each text; None where it has none."""
        texts = self.portions[portion]
        if what == "native":
            return [_digest(row) for row in self._native_rows(texts)]
        if what == "lists":
            return [_digest(row) for row in self.peer.lists(texts)]
        if self.peer.offset_lists is None:
            return None
        offsets = self.peer.offset_lists(texts)[1]
        return [_digest([end for pair in row for end in pair]) for row in offsets]

    def notes(self) -> dict[str, Any]:
        """Name and version, how each column is taken, and the columns there are."""
        name = self.peer.distribution
        try:
            version = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            version = "(source tree)"
        return {
            "name": f"{name} {version}",
            "notes": self.peer.notes,
            "forms": [form for form in FORMS if getattr(self.peer, form)],
        }

    def _native_rows(self, texts: list[str]) -> list[list[int]]:
        found = self.peer.rows(self.peer.ids(texts))
        edge = self.peer.template
        return [row[edge : len(row) - edge] for row in found]

    def _action(self, form: str, texts: list[str]) -> Callable[[], Any]:
        if form != "short":
            encode = getattr(self.peer, form)
            return lambda: encode(texts)
        single = self.peer.short

        def each() -> None:
            for text in texts:
                single(text)

        return each


HELD_TOKENS = 3_000_000
FORMS = ("ids", "lists", "offsets", "offset_lists", "short")


def _digest(row: Any) -> str:
    numbers = array("I", row)
    length = struct.pack("<I", len(numbers))
    return hashlib.blake2b(length + numbers.tobytes(), digest_size=8).hexdigest()


def main() -> None:
    module, cpu = sys.argv[1], int(sys.argv[2])
    if cpu >= 0:
        os.sched_setaffinity(0, {cpu})
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints must not look like an answer
    worker = Worker(module)
    allowed = ("texts", "load", "warm_up", "measure", "footprint", "digests", "notes")
    for line in sys.stdin:
        request = json.loads(line)
        name = request.pop("do")
        try:
            if name not in allowed:
                raise ValueError(f"no request {name!r}")
            answer = {"answer": getattr(worker, name)(**request)}
        except Exception as failure:  # reported to the driver, which names the library
            answer = {"failure": f"{type(failure).__name__}: {failure}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
