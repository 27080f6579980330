"""Databases of their own for races, SQLite and PostgreSQL, and the processes that race on them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.services.data_folder import PROJECT, build_environment

Race = Callable[..., Any]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def own_environment(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment of processes that share a fresh data folder and a fresh, migrated database."""
    folder = tmp_path / "data"
    if request.param == "sqlite":
        shutil.copytree(request.getfixturevalue("migrated_folder"), folder)
        return build_environment(folder)
    folder.mkdir()
    return build_environment(folder, database_url=request.getfixturevalue("postgres_url"))


@pytest.fixture
def start_race(own_environment: dict[str, str]) -> Callable[..., subprocess.Popen[str]]:
    """``start_race(name, *arguments)`` starts a race of ``tests.postgres.racing`` in a process of its own."""

    def start(name: str, *arguments: str, said: str = "") -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.postgres.racing", name, *arguments],
            cwd=PROJECT,
            env=own_environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        process.stdin.write(said)
        process.stdin.close()
        process.stdin = None
        return process

    return start


@pytest.fixture
def finish() -> Race:
    """``finish(process)`` waits for a race and returns what it printed; an error in it is an error here."""

    def wait(process: subprocess.Popen[str]) -> Any:
        out, err = process.communicate(timeout=240)
        assert process.returncode == 0, err
        assert err == "", "nothing is logged: no error, no warning"
        return json.loads(out)

    return wait


@pytest.fixture
def race(start_race: Callable[..., subprocess.Popen[str]], finish: Race) -> Race:
    """``race(name)`` runs a race to its end."""
    return lambda name, *arguments: finish(start_race(name, *arguments))
