"""Print or write the diagram of phases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotate.access.phases import build_diagram
from annotate.management.command import CandorCommand

HEAD = "# A study's life\n\nGenerated from `annotate/access/phases.py` by `make docs`; do not edit.\n\n"


class Command(CandorCommand):
    """``phase_diagram``."""

    help = "The table of phases as a Mermaid diagram."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument("--out", metavar="FILE")

    def handle(self, **options: Any) -> None:
        """Print, or write the page of the docs."""
        diagram = build_diagram()
        if options["out"]:
            Path(options["out"]).write_text(f"{HEAD}```mermaid\n{diagram}```\n", encoding="utf-8")
        self.answer(options, options["out"] or diagram, {"diagram": diagram})
