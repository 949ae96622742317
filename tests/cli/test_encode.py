"""`subwords encode`: formats, files and streams, failures as one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from subwords import native

TEXT = "Hello, world!\nunaffable worlds\n"


def test_as_a_process_without_a_locale(process: Callable, vocab_dir: Path) -> None:
    result = process("encode", vocab_dir, "--format", "json", stdin="日 café\n")
    assert (result.status, result.err) == (0, "")
    assert json.loads(result.out)["ids"] == [2, 1, 11, 3]
    result = process("encode", vocab_dir, "no/such/file")
    assert (result.status, result.err) == (1, "subwords: no/such/file: No such file or directory\n")


def test_ids(cli: Callable, vocab_dir: Path) -> None:
    result = cli("encode", vocab_dir, stdin=TEXT)
    assert (result.status, result.err) == (0, "")
    assert result.lines == ["2 5 12 6 14 3", "2 7 8 9 6 10 3"]


def test_tokens_without_special_ones(cli: Callable, vocab_dir: Path) -> None:
    result = cli("encode", vocab_dir, "--format", "tokens", "--no-special-tokens", stdin=TEXT)
    assert result.lines == ["hello , world !", "un ##aff ##able world ##s"]


def test_json(cli: Callable, vocab_dir: Path) -> None:
    result = cli("encode", vocab_dir, "--format", "json", stdin="café 日\n")
    assert [json.loads(line) for line in result.lines] == [
        {"ids": [2, 11, 1, 3], "tokens": ["[CLS]", "cafe", "[UNK]", "[SEP]"]}
    ]


def test_offsets_are_characters_of_the_line(cli: Callable, vocab_dir: Path) -> None:
    result = cli("encode", vocab_dir, "--offsets", "--no-special-tokens", stdin="  CAFÉS x\n")
    assert json.loads(result.out) == {
        "ids": [11, 10, 1],
        "tokens": ["cafe", "##s", "[UNK]"],
        "offsets": [[2, 6], [6, 7], [8, 9]],
        "word_ids": [0, 0, 1],
    }


def test_both_engines_print_the_same(cli: Callable, vocab_dir: Path) -> None:
    if not native.available():
        pytest.skip("the native engine is not installed")
    for options in ([], ["--offsets"], ["--format", "tokens"]):
        one, two = (
            cli("encode", vocab_dir, "--engine", engine, *options, stdin=TEXT)
            for engine in ("reference", "native")
        )
        assert one == two
        assert one.status == 0


def test_files_in_order_and_standard_input_among_them(
    cli: Callable, vocab_dir: Path, tmp_path: Path
) -> None:
    (tmp_path / "one").write_text("hello\n")
    (tmp_path / "two").write_text("world")
    result = cli("encode", vocab_dir, tmp_path / "one", "-", tmp_path / "two", stdin="un\n")
    assert result.lines == ["2 5 3", "2 7 3", "2 6 3"]


def test_every_line_gives_a_line_even_an_empty_one(cli: Callable, vocab_dir: Path) -> None:
    assert cli("encode", vocab_dir, "--no-special-tokens", stdin="\nhello\n\n").out == "\n5\n\n"
    assert cli("encode", vocab_dir, stdin="").out == ""


def test_a_pipe_is_answered_before_it_ends(command: list[str], vocab_dir: Path) -> None:
    with subprocess.Popen(
        [*command, "encode", str(vocab_dir)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for text, ids in (("hello", b"2 5 3\n"), ("world", b"2 6 3\n")):
            process.stdin.write(text.encode() + b"\n")
            process.stdin.flush()
            assert process.stdout.readline() == ids
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.skipif(not native.available(), reason="the reference engine is too slow for this")
def test_an_endless_pipe_takes_bounded_memory(command: list[str], vocab_dir: Path) -> None:
    with subprocess.Popen(
        [*command, "encode", str(vocab_dir)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as process:
        assert process.stdin
        block = b"hello unaffable worlds\n" * 20_000
        peaks = []
        for rounds in (4, 14):
            for _ in range(rounds):
                process.stdin.write(block)
            process.stdin.flush()
            peaks.append(peak_memory(process.pid))
        process.kill()
    assert peaks[1] < peaks[0] + 3 * 1024, peaks  # kB; the text alone is 6 MB


def peak_memory(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    raise AssertionError("no VmHWM")


def test_a_closed_pipe_is_no_failure_to_talk_about(command: list[str], vocab_dir: Path) -> None:
    with subprocess.Popen(
        [*command, "encode", str(vocab_dir)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"hello\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        try:
            process.stdin.write(b"hello\n" * 100_000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(30) != 0
        assert process.stderr.read() == b""


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_an_interruption_is_quiet(command: list[str], vocab_dir: Path) -> None:
    with subprocess.Popen(
        [*command, "encode", str(vocab_dir)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # What runs in the background of a shell ignores the signal, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"hello\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.read() == b""


def test_invalid_utf8_is_named_and_what_came_before_is_kept(cli: Callable, vocab_dir: Path) -> None:
    result = cli("encode", vocab_dir, stdin=b"hello\nwor\xffld\n")
    assert (result.status, result.lines) == (1, ["2 5 3"])
    assert result.err.startswith("subwords: standard input: line 2, byte 4: not UTF-8")
    assert result.err.count("\n") == 1


def test_invalid_utf8_can_be_replaced(cli: Callable, vocab_dir: Path) -> None:
    result = cli("encode", vocab_dir, "--errors", "replace", stdin=b"hello \xff world\n")
    # BERT's clean-up drops U+FFFD.
    assert (result.status, result.lines) == (0, ["2 5 6 3"])


@pytest.mark.parametrize("name", ["no/such/tokenizer.json", "no-such-name"])
def test_a_missing_tokenizer(cli: Callable, name: str) -> None:
    result = cli("encode", name, "--offline", stdin="")
    assert (result.status, result.out) == (1, "")
    assert name in result.err
    assert result.err.count("\n") == 1


def test_a_missing_text(cli: Callable, vocab_dir: Path) -> None:
    result = cli("encode", vocab_dir, "no/such/file")
    assert (result.status, result.err) == (1, "subwords: no/such/file: No such file or directory\n")


@pytest.mark.parametrize("content", [b"", b"{}", b'{"model": 7}', b"\x00\xff\xfe", b"[1, 2]"])
def test_what_is_no_tokenizer(cli: Callable, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "tokenizer.json").write_bytes(content)
    result = cli("encode", tmp_path / "tokenizer.json", stdin="hello\n")
    assert (result.status, result.out) == (1, "")
    assert str(tmp_path / "tokenizer.json") in result.err
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["encode"],
        ["no-such-verb"],
        ["encode", "x", "--format", "xml"],
        ["encode", "x", "--offsets", "--format", "ids"],
        ["decode", "x", "--no-such-option"],
    ],
)
def test_usage_errors(cli: Callable, arguments: list[str]) -> None:
    result = cli(*arguments)
    assert (result.status, result.out) == (2, "")
    assert "usage: subwords" in result.err


@pytest.mark.parametrize("verb", ["encode", "decode", "inspect", "demo"])
def test_help_teaches_by_examples(cli: Callable, verb: str) -> None:
    result = cli(verb, "--help")
    assert result.status == 0
    assert f"subwords {verb}" in result.out
    assert verb in cli("--help").out
