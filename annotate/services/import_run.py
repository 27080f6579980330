"""Importing a run: the file goes to the vault, its name and digests to the index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from annotate.access.permissions import check_can
from annotate.errors import Refused
from annotate.models import Account, Run
from annotate.services.ledger import write_transaction
from annotate.services.texts import clean_text
from annotate.vault import runs
from scoring.results import Codebook

__all__ = ["ImportedRun", "import_run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRun:
    """What an import did: the run's row, and whether it is new."""

    run: Run
    is_new: bool


def import_run(
    *,
    actor: Account,
    path: Path,
    now: datetime,
    name: str | None = None,
    codebook: Codebook | None = None,
    manifest: Path | None = None,
    unknown_labels: str = "refuse",
    format: str | None = None,
    columns: dict[str, str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ImportedRun:
    """Read, check and store a run, all or nothing; the same content again stores nothing and says so.

    Errors: ``scoring.errors.BadInput`` with the problems by line; ``Refused`` when the name belongs to another run.
    """
    check_can(actor, "import_run")
    wanted = clean_text(name or _name_of(path), "a run's name", longest=200)
    stored = runs.store_run(
        path,
        codebook=codebook,
        manifest=manifest,
        unknown_labels=unknown_labels,
        format=format,
        columns=columns,
        progress=progress,
    )
    with write_transaction(stored.sha256[:32]):
        existing = Run.objects.filter(sha256=stored.sha256).first()
        if existing is not None:
            if stored.is_new:  # the stored file was lost and is there again
                existing.file_sha256 = stored.file_sha256
                existing.save(update_fields=["file_sha256"])
            return ImportedRun(run=existing, is_new=False)
        if Run.objects.filter(name=wanted).exists():
            raise Refused(f"Another run is called {wanted!r}; choose a name with --name.")
        run = Run.objects.create(
            name=wanted,
            sha256=stored.sha256,
            file_sha256=stored.file_sha256,
            manifest=stored.manifest,
            records=stored.records,
            model_count=stored.models,
            item_count=stored.items,
            imported_on=now.date(),
        )
    return ImportedRun(run=run, is_new=True)


def _name_of(path: Path) -> str:
    name = path.name
    for ending in (".gz", ".jsonl", ".json", ".ndjson", ".csv", ".parquet"):
        name = name.removesuffix(ending)
    return name or "run"
