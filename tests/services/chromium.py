"""The system's Chromium: nothing is downloaded, nothing is fetched in the background."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

__all__ = ["build_launch_options", "get_chromium"]

FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def get_chromium() -> Path:
    """The browser: ``TEST_CHROMIUM``, else ``chromium`` on the path. A missing browser is a failure, never a skip."""
    found = os.environ.get("TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found or not Path(found).exists():
        pytest.fail("Chromium is not there; run: sudo apt-get install chromium (or name it in TEST_CHROMIUM)", False)
    return Path(found)


def build_launch_options(executable: Path, *, root: bool) -> dict[str, object]:
    """Options for ``playwright.chromium.launch``; Chromium refuses to run as root inside its sandbox.

    Examples
    --------
    >>> "--no-sandbox" in build_launch_options(Path("chromium"), root=True)["args"]
    True
    >>> "--no-sandbox" in build_launch_options(Path("chromium"), root=False)["args"]
    False
    """
    return {
        "executable_path": str(executable),
        "headless": True,
        "args": [*FLAGS, *(["--no-sandbox"] if root else [])],
        "timeout": 60_000,
    }
