"""A line of progress on standard error, on a terminal only."""

from __future__ import annotations

import sys
import time


class Progress:
    """Counts up, and shows where it stands a few times a second.

    Args:
        task: What is going on ("counting").
        unit: Of what the numbers are.
        target: Where it ends, or None if that is not known.
    """

    def __init__(self, task: str, unit: str, target: int | None = None) -> None:
        self.task, self.unit, self.target = task, unit, target
        self._done = 0.0
        self._shown = time.monotonic()
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._dirty = False

    def add(self, amount: float) -> None:
        """So much more is done."""
        self.at(self._done + amount)

    def at(self, done: float) -> None:
        """So much is done in all."""
        self._done = done
        now = time.monotonic()
        if self._terminal and now - self._shown >= 0.2:
            self._shown, self._dirty = now, True
            sys.stderr.write(f"\r\x1b[K{self}")
            sys.stderr.flush()

    def close(self) -> None:
        """Take the line away."""
        if self._dirty:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._dirty = False

    def __str__(self) -> str:
        if not self.target:
            return f"{self.task}: {self._done:,.0f} {self.unit}"
        share = min(1.0, self._done / self.target)
        bar = "█" * round(24 * share)
        return f"{self.task}: {bar:░<24} {self._done:,.0f} of {self.target:,} {self.unit}"
