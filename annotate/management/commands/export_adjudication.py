"""Export a published adjudication file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotate.management.command import CandorCommand
from annotate.services.export_codings import export_adjudication
from annotate.services.named import write_exported


class Command(CandorCommand):
    """``export_adjudication STUDY``."""

    help = "Write a published revision to a file, under its own name unless told otherwise."
    names_study = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Which revision, and where to."""
        parser.add_argument("--revision", type=int)
        parser.add_argument("--out", metavar="FOLDER", default=".")

    def handle(self, **options: Any) -> None:
        """Write and print the name."""
        exported = export_adjudication(
            actor=self.get_actor(options),
            study=self.get_study(options),
            revision=options["revision"],
            now=timezone.now(),
        )
        path = Path(options["out"]) / exported.name
        write_exported(path, exported)
        self.answer(options, f"{path}", {"file": str(path), "name": exported.name, "sha256": exported.sha256})
