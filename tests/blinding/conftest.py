"""The worlds, each lived and crawled once in a process of its own, two at a time."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.blinding.visit import Visit
from tests.blinding.worlds import WORLDS
from tests.services.data_folder import PROJECT, build_environment


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What came out of one world: the visit, and what its process wrote to its log."""

    visit: Visit
    log: str


@pytest.fixture(scope="session")
def worlds(migrated_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Seen]:
    """Every world by name. All begin with the same data folder, so with the same secret key."""
    top = tmp_path_factory.mktemp("worlds")
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(WORLDS, pool.map(_live_in(top, migrated_folder), WORLDS), strict=True))


def _live_in(top: Path, migrated_folder: Path) -> Callable[[str], Seen]:
    def live(world: str) -> Seen:
        folder, target = top / world, top / f"{world}.pickle"
        shutil.copytree(migrated_folder, folder)
        done = subprocess.run(
            [sys.executable, "-m", "tests.blinding", world, str(target)],
            cwd=PROJECT,
            env=build_environment(
                folder, PYTHONHASHSEED="0", CANDOR_LOG_LEVEL="DEBUG" if world == "marked" else "ERROR"
            ),
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"the world {world!r} ended with {done.returncode}:\n{done.stderr[-4000:]}")
        return Seen(visit=pickle.loads(target.read_bytes()), log=done.stderr)  # noqa: S301  # our own process wrote it

    return live


@pytest.fixture(scope="session")
def first(worlds: dict[str, Seen]) -> Visit:
    """The world that the others are compared with."""
    return worlds["first"].visit


@pytest.fixture(scope="session")
def exchanged(worlds: dict[str, Seen]) -> Visit:
    """The same people, texts and codings; the records' facts are others."""
    return worlds["exchanged"].visit


@pytest.fixture(scope="session")
def flipped(worlds: dict[str, Seen]) -> Visit:
    """The same facts; the second coder says other things about other units."""
    return worlds["flipped"].visit


@pytest.fixture(scope="session")
def marked(worlds: dict[str, Seen]) -> Seen:
    """The world in which every name and fact is a token."""
    return worlds["marked"]
