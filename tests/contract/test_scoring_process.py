"""What may happen to a process: odd terminals, closed pipes, interrupts, too little memory; never a traceback."""

from __future__ import annotations

import io
import json
import os
import resource
import runpy
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from scoring.cli.main import main
from tests.unit.scoring_formats.run_files import GOOD, write_jsonl


def start(*arguments: object, cwd: Path, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "scoring", *(str(argument) for argument in arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, check=False, **options)


def test_output_is_utf_8_whatever_the_locale(tmp_path: Path, project: Path) -> None:
    path = write_jsonl(tmp_path / "Ω.jsonl", GOOD | {"model": "Ä"})
    environment = os.environ | {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONIOENCODING": "ascii",
        "PYTHONPATH": str(project),
    }
    done = start("sample", path, "--per-stratum", 1, "--seed", "s", "--json", cwd=tmp_path, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("utf-8"))["records"] == ["Ä/1"]


def test_the_module_is_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["scoring", "inspect", "none.jsonl"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("scoring", run_name="__main__")
    assert caught.value.code == 2
    assert capsys.readouterr().err == "none.jsonl can't be read: No such file or directory\n"


def test_a_closed_pipe_is_quiet(tmp_path: Path, project: Path) -> None:
    path = write_jsonl(tmp_path / "run.jsonl", *[GOOD | {"item_id": "x" * 300 + str(n)} for n in range(3000)])
    command = f"{sys.executable} -m scoring sample {path} --per-stratum 3000 --seed s --json | head -c 10"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], cwd=project, capture_output=True, check=False)
    assert (done.returncode, done.stderr, len(done.stdout)) == (0, b"", 10)


def test_a_pipe_closed_from_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        monkeypatch.setattr(sys, "stdout", closed)
        assert main(["inspect", str(write_jsonl(tmp_path / "run.jsonl", GOOD))]) == 0


def test_an_interrupt_is_quiet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    os.mkfifo(tmp_path / "run.jsonl")
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        assert main(["inspect", str(tmp_path / "run.jsonl")]) == 130
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert capsys.readouterr() == ("", "")


def test_too_little_memory_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.json"
    with path.open("wb") as sparse:
        sparse.truncate(3_000_000_000)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + 500_000_000, hard))
    try:
        code = main(["verify", str(path)])
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    assert code == 2
    assert capsys.readouterr() == ("", "there is not enough memory for this file on this machine\n")


def test_an_argument_that_is_no_text_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_jsonl(tmp_path / "run.jsonl", GOOD)
    assert main(["sample", str(path), "--per-stratum", "1", "--seed", "\udcff"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("a text is not UTF-8: ")


def test_output_may_go_to_any_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["inspect", str(write_jsonl(tmp_path / "run.jsonl", GOOD)), "--json"]) == 0
    assert json.loads(stream.getvalue())["records"] == 1
