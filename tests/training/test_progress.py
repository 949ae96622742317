"""Progress is shown on a terminal and nowhere else."""

from __future__ import annotations

import io
import sys

from subwords.training.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def run(progress):
    progress._shown = -1e9  # as if the last line were long ago
    progress.at(50)
    progress.close()


def test_on_a_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    run(Progress("training", "pieces", 100))
    assert "50 of 100 pieces" in sys.stderr.getvalue()
    assert sys.stderr.getvalue().endswith("\x1b[K")


def test_in_a_pipe(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    run(Progress("training", "pieces", 100))
    assert sys.stderr.getvalue() == ""
