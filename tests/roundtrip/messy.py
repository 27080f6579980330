"""Messy files through the commands, one process for all: ``python -m tests.roundtrip.messy TARGET FILE...``.

Each file goes through the very functions that ``manage.py`` and ``python -m scoring`` call; TARGET gets what came out.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import django

__all__ = ["main"]


def main() -> None:
    """Try every file and write down exit codes, outputs, and whether the data folder and the database stayed the same."""
    target, *files = sys.argv[1:]
    django.setup()
    from annotate.management.run import run_command
    from annotate.services.create_account import get_or_create_actor
    from scoring.cli.main import main as score

    get_or_create_actor("lead")  # otherwise the first command makes it
    before = _take_stock()
    outcomes = {}
    for file in files:
        outcomes[file] = {
            "import_run": _try(lambda file=file: run_command(["manage.py", "import_run", file])),
            "inspect": _try(lambda file=file: score(["inspect", file])),
            "stored": _take_stock() != before,
        }
    Path(target).write_text(json.dumps(outcomes), encoding="utf-8")


def _try(command: Callable[[], int]) -> dict[str, object]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = command()
    return {"code": code, "out": out.getvalue(), "err": err.getvalue()}


def _take_stock() -> dict[str, str]:
    """Every file of vault and keys, and every row of every table, as digests by name."""
    from django.apps import apps
    from django.conf import settings

    files = [path for part in ("vault", "keys") for path in (settings.CANDOR_DATA / part).rglob("*") if path.is_file()]
    found = {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    for table in apps.get_models():
        rows = repr(list(table._base_manager.order_by("pk").values()))
        found[table.__name__] = hashlib.sha256(rows.encode()).hexdigest()
    return found


if __name__ == "__main__":
    main()
