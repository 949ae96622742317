"""Every example of the documentation gives what it says.

In README.md, the other top-level pages and docs/, a fenced `python` block with `>>>` runs through
doctest, and a fenced `console` block runs line by line in a shell. The blocks of a page share names
and a fresh directory, in order. A block after the comment `<!-- needs: PATH -->` runs only where
the test data has PATH.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from subwords import native

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("SUBWORDS_TEST_DATA") or ROOT.parent / "shared" / "data")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
FENCE = re.compile(
    r"(?:<!-- needs: (?P<needs>\S+) -->\s*)?^```(?P<language>\w+)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
OPTIONS = doctest.ELLIPSIS
RUNNABLE = ("python", "console")


@dataclass(frozen=True)
class Block:
    language: str
    code: str
    line: int
    needs: str | None


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(m["language"], m["code"], text.count("\n", 0, m.start("code")), m["needs"])
        for m in FENCE.finditer(text)
    ]


def runnable(block: Block) -> bool:
    if block.language not in RUNNABLE:
        return False
    return block.needs is None or (DATA / block.needs).exists()


def pages_with_examples() -> list[Path]:
    return [
        page for page in PAGES if any(b.language in ("python", "console") for b in blocks_of(page))
    ]


@pytest.mark.parametrize(
    "page", pages_with_examples(), ids=lambda page: str(page.relative_to(ROOT))
)
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "Fast" in page.read_text(encoding="utf-8") and not native.available():
        pytest.skip("the native engine is not installed")
    blocks = [block for block in blocks_of(page) if runnable(block)]
    if not blocks:
        pytest.skip(f"every example of {page.name} needs test data (SUBWORDS_TEST_DATA)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA", str(DATA))
    names: dict[str, object] = {"DATA": DATA}
    for block in blocks:
        if block.language == "python":
            run_python(page, block, names)
        else:
            run_console(page, block, tmp_path)


def run_python(page: Path, block: Block, names: dict[str, object]) -> None:
    if ">>>" not in block.code:
        exec(compile(block.code, f"{page}:{block.line}", "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.code, {}, page.name, str(page), block.line)
    test.globs = names
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS, verbose=False)
    runner.run(test, out=report.append, clear_globs=False)
    assert not runner.failures, "".join(report)


def run_console(page: Path, block: Block, directory: Path) -> None:
    """Run each `$ ` line; the lines up to the next are what it prints."""
    for chunk in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
        command, _, expected = chunk.partition("\n")
        while command.endswith("\\"):
            more, _, expected = expected.partition("\n")
            command = command[:-1] + more
        done = subprocess.run(
            ["bash", "-c", f'subwords() {{ "{sys.executable}" -m subwords "$@"; }}\n{command}'],
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
            check=False,
        )
        found = done.stdout.decode()
        checker = doctest.OutputChecker()
        assert checker.check_output(expected, found, OPTIONS), (
            f"{page.name}:{block.line}: {command}\nexpected\n{expected}\nfound\n{found}"
        )


def test_the_documentation_has_examples() -> None:
    pages = {page.name for page in pages_with_examples()}
    assert {"README.md", "encoding.md"} <= pages


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)} -> {target}"
        for page in PAGES
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]
    assert not broken
