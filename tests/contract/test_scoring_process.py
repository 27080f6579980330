"""The commands as processes: encodings of the terminal, closed pipes, interrupts, too little memory."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

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


def test_a_closed_pipe_is_quiet(tmp_path: Path, project: Path) -> None:
    path = write_jsonl(tmp_path / "run.jsonl", *[GOOD | {"item_id": "x" * 300 + str(n)} for n in range(3000)])
    command = f"{sys.executable} -m scoring sample {path} --per-stratum 3000 --seed s --json | head -c 10"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], cwd=project, capture_output=True, check=False)
    assert (done.returncode, done.stderr, len(done.stdout)) == (0, b"", 10)


def test_an_interrupt_is_quiet(tmp_path: Path, project: Path) -> None:
    fifo = tmp_path / "run.jsonl"
    os.mkfifo(fifo)
    command = [sys.executable, "-m", "scoring", "inspect", str(fifo)]
    process = subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with process, fifo.open("wb"):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_too_little_memory_is_one_line(tmp_path: Path, project: Path) -> None:
    path = tmp_path / "run.json"
    script = (
        "import resource, sys; from scoring.cli.main import main; "
        "resource.setrlimit(resource.RLIMIT_AS, (900_000_000, 900_000_000)); "
        "sys.exit(main(['verify', sys.argv[1]]))"
    )
    with path.open("wb") as sparse:
        sparse.truncate(1_200_000_000)
    done = subprocess.run([sys.executable, "-c", script, str(path)], cwd=project, capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (2, "there is not enough memory for this file on this machine\n")
