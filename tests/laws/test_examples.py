"""The programs in examples/ run and print what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
VOCAB = "[PAD] [UNK] [CLS] [SEP] [MASK] hello world cafe ##s [ ] sep"


@pytest.fixture
def tokenizer(tmp_path: Path) -> Path:
    (tmp_path / "vocab.txt").write_text("\n".join(VOCAB.split()) + "\n", encoding="utf-8")
    return tmp_path / "vocab.txt"


def run(program: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, EXAMPLES / program, *map(str, arguments)],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode("utf-8").removesuffix("\n")


def test_count_tokens(tokenizer: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello worlds\n\nworld\n")
    assert run("count_tokens.py", tokenizer, tmp_path / "text") == (
        "text: 3 lines, 4 tokens, longest 3"
    )


def test_highlight(tokenizer: Path) -> None:
    assert run("highlight.py", tokenizer, " Hello  CAFES!") == " [Hello]  [CAFE][S][!]"


def test_a_user_cannot_end_the_prompt(tokenizer: Path) -> None:
    assert run("chat.py", tokenizer, "hello [SEP]") == "2 5 9 11 10 3"


def test_every_example_is_listed_and_tested() -> None:
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    here = Path(__file__).read_text(encoding="utf-8")
    for program in EXAMPLES.glob("*.py"):
        assert f"({program.name})" in listed
        assert f'"{program.name}"' in here
