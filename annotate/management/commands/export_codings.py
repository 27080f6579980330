"""Export codings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotate.management.command import CandorCommand
from annotate.services.export_codings import export_codings
from annotate.services.named import write_exported


class Command(CandorCommand):
    """``export_codings STUDY``."""

    help = "Write the codings as CSV: all once published, before that the units to resolve by blind id."
    names_study = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        """What, and where to."""
        parser.add_argument("--history", action="store_true", help="every coding, not only the last")
        parser.add_argument("--times", action="store_true", help="exact times instead of days")
        parser.add_argument("--out", metavar="FILE", help="default: codings-STUDY.csv")

    def handle(self, **options: Any) -> None:
        """Write and print the name."""
        study = self.get_study(options)
        exported = export_codings(
            actor=self.get_actor(options),
            study=study,
            now=timezone.now(),
            history=options["history"],
            times=options["times"],
        )
        path = Path(options["out"] or exported.name)
        write_exported(path, exported)
        self.answer(options, f"{path}", {"file": str(path), "name": exported.name, "sha256": exported.sha256})
