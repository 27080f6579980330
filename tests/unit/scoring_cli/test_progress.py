"""The progress bar: on a terminal, and nowhere else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scoring import cli
from scoring.cli.progress import ProgressBar, build_bar
from tests.unit.scoring_formats.run_files import RECORDS, write_jsonl


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "run.jsonl", *RECORDS)


class Terminal:
    """A stream that says it is a terminal and keeps what is written."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def test_the_progress_bar_draws_and_wipes_itself() -> None:
    terminal = Terminal()
    with ProgressBar(stream=terminal, title="a very long name of a run file.jsonl") as bar:  # type: ignore[arg-type]  # enough of a stream
        assert bar.is_shown
        bar.show(1_000_000, 4_000_000)
        bar.show(2_000_000, 4_000_000)
        bar.show(4_000_000, 4_000_000)
    drawn = terminal.text.split("\r")
    assert drawn[1] == "a very long name of a run f... [#######                       ]  25%  1 of 4 MB"
    assert drawn[2].strip().endswith("100%  4 of 4 MB")
    assert drawn[3].strip() == ""
    assert build_bar("x", 0, 0).endswith("100%  0 of 0 MB")
    assert build_bar("x", 3, 12, unit="parts").endswith(" 25%  3 of 12 parts")


def test_no_bar_without_a_terminal(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.inspect(run)
    assert capsys.readouterr() == ("", "")


def test_a_bar_on_a_terminal(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert cli.inspect(run)["records"] == 4
    assert "100%" in terminal.text


def test_a_bar_for_the_bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    codings = tmp_path / "codings.csv"
    codings.write_text("record_id,coder,label\nr,a,HEDGE\nr,b,HEDGE\n", encoding="utf-8")
    cli.agreement(codings, replicates=20)
    assert "agreement [" in terminal.text
    assert "2 of 2 parts" in terminal.text
