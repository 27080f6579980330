"""A data folder of its own for each test that touches the application: vault and keys never mix between tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["PROJECT", "build_environment", "build_storages", "run_manage"]

PROJECT = Path(__file__).resolve().parents[2]


def build_storages(storages: dict[str, dict[str, object]], folder: Path) -> dict[str, dict[str, object]]:
    """The storages of the settings, with vault and keys below ``folder``; the rest stays as it is.

    Examples
    --------
    >>> vault = {"BACKEND": "x", "OPTIONS": {"location": "/elsewhere/vault", "file_permissions_mode": 0o600}}
    >>> build_storages({"default": vault}, Path("own"))["default"]["OPTIONS"]
    {'location': 'own/vault', 'file_permissions_mode': 384}
    """
    moved: dict[str, dict[str, object]] = {}
    for name, storage in storages.items():
        options = storage.get("OPTIONS")
        if isinstance(options, dict) and "location" in options:
            place = str(folder / Path(str(options["location"])).name)
            storage = {**storage, "OPTIONS": {**options, "location": place}}
        moved[name] = storage
    return moved


def build_environment(folder: Path, *, database_url: str | None = None, **more: str) -> dict[str, str]:
    """The environment of an application process: this one's, on its own data folder and database."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "CANDOR_WING"}}
    own = {"CANDOR_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "annotate.conf.settings", "PYTHONUTF8": "1"}
    return {**kept, **own, **({"DATABASE_URL": database_url} if database_url else {}), **more}


def run_manage(environment: dict[str, str], *arguments: str, exit_code: int = 0) -> str:
    """Run ``manage.py`` as a user would and return its standard output; any other exit code is an error."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    if done.returncode != exit_code:
        raise AssertionError(
            f"manage.py {' '.join(arguments)}: exit {done.returncode}, expected {exit_code}\n{done.stdout}{done.stderr}"
        )
    return done.stdout
