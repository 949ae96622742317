"""Running the command line: as a process, or quicker inside this one; bytes in, bytes out."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from subwords.cli.main import main

VOCAB = """[PAD] [UNK] [CLS] [SEP] [MASK] hello world un ##aff ##able ##s cafe , . ! a ##b"""


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@pytest.fixture(scope="session")
def vocab_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a small lower-casing BERT vocabulary."""
    directory = tmp_path_factory.mktemp("vocab")
    (directory / "vocab.txt").write_text("\n".join(VOCAB.split()) + "\n", encoding="utf-8")
    return directory


@pytest.fixture(scope="session")
def command() -> list[str]:
    return [sys.executable, "-m", "subwords"]


@pytest.fixture(scope="session")
def process(command: list[str]) -> Callable[..., Result]:
    """Run `subwords` as a process, with no locale to lean on."""

    def run(*arguments: object, stdin: bytes | str = b"", timeout: float = 120) -> Result:
        done = subprocess.run(
            [*command, *map(str, arguments)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
            timeout=timeout,
            check=False,
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run `subwords` inside this process, which is quicker; ASCII streams as in a bare locale."""

    def run(*arguments: object, stdin: bytes | str = b"") -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        out, err = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "ascii"))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, "ascii", write_through=True))
            patch.setattr(
                sys,
                "stderr",
                io.TextIOWrapper(err, "ascii", "backslashreplace", write_through=True),
            )
            try:
                status = main([str(argument) for argument in arguments])
            except SystemExit as stop:
                status = int(stop.code or 0)
            result = Result(status, out.getvalue().decode(), err.getvalue().decode())
            sys.stdout.detach()
            sys.stderr.detach()
        return result

    return run
