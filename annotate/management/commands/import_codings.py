"""Import codings that were made elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotate.management.command import CandorCommand
from annotate.services.import_codings import import_codings


class Command(CandorCommand):
    """``import_codings STUDY FILE``."""

    help = "Append the codings of a file: all or nothing, recorded as a deviation."
    names_study = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        """The file."""
        parser.add_argument("file")
        parser.add_argument("--create-coders", action="store_true", help="make missing accounts, without password")

    def handle(self, **options: Any) -> None:
        """Import and count."""
        done = import_codings(
            actor=self.get_actor(options),
            study=self.get_study(options),
            path=Path(options["file"]),
            now=timezone.now(),
            create_coders=options["create_coders"],
        )
        self.answer(
            options,
            f"{done.codings} codings by {done.coders} coders {'imported' if done.is_new else 'were imported already'}.",
            {"codings": done.codings, "coders": done.coders, "new": done.is_new},
        )
