"""Import decisions that were made elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotate.management.command import CandorCommand
from annotate.services.import_decisions import import_decisions


class Command(CandorCommand):
    """``import_decisions STUDY FILE``."""

    help = "Decide units by a file: all or nothing, recorded as a deviation."
    names_study = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        """The file."""
        parser.add_argument("file")

    def handle(self, **options: Any) -> None:
        """Import and count."""
        done = import_decisions(
            actor=self.get_actor(options),
            study=self.get_study(options),
            path=Path(options["file"]),
            now=timezone.now(),
        )
        self.answer(
            options,
            f"{done.decided} units decided; {done.agreed} rows repeat what the coders agreed on."
            if done.is_new
            else "This file was imported already; nothing changed.",
            {"decided": done.decided, "agreed": done.agreed, "new": done.is_new},
        )
