"""Runs import-linter in a folder, as `make check` does."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["LintResult", "run_lint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LintResult:
    """Exit code and output of one run."""

    exit_code: int
    output: str

    @property
    def broken(self) -> list[str]:
        """Names of the broken contracts."""
        return [line.removesuffix(" BROKEN") for line in self.output.splitlines() if line.endswith(" BROKEN")]

    @property
    def kept(self) -> list[str]:
        """Names of the kept contracts."""
        return [line.removesuffix(" KEPT") for line in self.output.splitlines() if line.endswith(" KEPT")]


def run_lint(folder: Path, project: Path) -> LintResult:
    """Check the contracts of the settings in ``folder``; the project is there for its own kind of contract."""
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache", "--no-logo"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{project}", "COLUMNS": "500"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return LintResult(exit_code=done.returncode, output=done.stdout + done.stderr)
