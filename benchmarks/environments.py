"""Environments of their own for the measured libraries, made when first needed.

Two versions of one library cannot be installed together, so each line of requirements.txt becomes
a virtual environment under build/bench/.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build" / "bench"

ONE_THREAD = {
    "RAYON_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "OMP_NUM_THREADS": "1",
}


class EnvironmentFailure(Exception):
    """An environment could not be made; the message is one line for the user."""


def interpreter(requirement: str | None) -> str:
    """The Python that runs a library; `None` is this project, in the Python that runs this."""
    if requirement is None:
        return sys.executable
    if requirement not in pinned():
        raise EnvironmentFailure(f"{requirement} is not a line of benchmarks/requirements.txt")
    folder = BUILD / requirement.replace("==", "-")
    python = folder / "bin" / "python"
    ready = folder / "ready"
    if not ready.exists():
        print(f"making an environment for {requirement}", file=sys.stderr)
        _run([sys.executable, "-m", "venv", "--clear", str(folder)])
        _run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
              _numpy(), requirement])  # fmt: skip
        ready.touch()
    return str(python)


def variables(requirement: str | None) -> dict[str, str]:
    """The environment variables of a worker: one thread; PYTHONPATH for this project only."""
    found = {**os.environ, **ONE_THREAD}
    if requirement is not None:
        found.pop("PYTHONPATH", None)
    return found


def pinned() -> list[str]:
    """The lines of requirements.txt that name a library."""
    return _requirements(HERE / "requirements.txt")


def _numpy() -> str:
    """The numpy that this project's own environment is pinned to: arrays cost the same in all."""
    pins = _requirements(HERE.parent / "constraints.txt")
    return next(pin for pin in pins if pin.startswith("numpy=="))


def _requirements(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise EnvironmentFailure(f"{' '.join(command)} failed: {''.join(last)}")
