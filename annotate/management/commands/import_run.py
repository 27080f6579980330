"""Import a run file into the vault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotate.management.command import CandorCommand, progress_bar, split_columns
from annotate.services.import_run import import_run
from annotate.services.named import read_codebook_file


class Command(CandorCommand):
    """``import_run FILE``."""

    help = "Import a run (JSON Lines, .gz, CSV or Parquet): all or nothing."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """The file and how to read it."""
        parser.add_argument("file")
        parser.add_argument("--name", help="name of the run (default: the file's)")
        parser.add_argument("--codebook", metavar="FILE")
        parser.add_argument("--manifest", metavar="FILE", help="default: NAME.run.json beside the file")
        parser.add_argument("--unknown-labels", choices=["refuse", "keep"], default="refuse")
        parser.add_argument("--format", choices=["jsonl", "csv", "parquet"])
        parser.add_argument("--map", action="append", metavar="FIELD=COLUMN")

    def handle(self, **options: Any) -> None:
        """Import and say what is there now."""
        done = import_run(
            actor=self.get_actor(options),
            path=Path(options["file"]),
            now=timezone.now(),
            name=options["name"],
            codebook=read_codebook_file(options["codebook"]),
            manifest=Path(options["manifest"]) if options["manifest"] else None,
            unknown_labels=options["unknown_labels"],
            format=options["format"],
            columns=split_columns(options["map"]),
            progress=None if options["json"] else progress_bar("Reading"),
        )
        run = done.run
        facts: dict[str, object] = {
            "name": run.name,
            "sha256": run.sha256,
            "records": run.records,
            "models": run.model_count,
            "items": run.item_count,
            "new": done.is_new,
        }
        what = "imported" if done.is_new else "is there already, nothing stored"
        self.answer(
            options,
            f"Run {run.name} {what}: {run.records} records, {run.model_count} models, {run.item_count} items, {run.sha256}",
            facts,
        )
