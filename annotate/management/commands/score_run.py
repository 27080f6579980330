"""Score a run from the vault."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from annotate.errors import Refused
from annotate.management.command import CandorCommand
from annotate.services.named import get_named_run
from annotate.services.score_run import score_run


class Command(CandorCommand):
    """``score_run R``."""

    help = "Scores of a run; with a study, before and after its adjudication."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """The run, and the study whose adjudication counts."""
        parser.add_argument("run", help="name or 8+ hex digits")
        parser.add_argument("--study")
        parser.add_argument("--revision", type=int)

    def handle(self, **options: Any) -> None:
        """Compute and print the scores as JSON."""
        if options["revision"] is not None and not options["study"]:
            raise Refused("--revision needs --study.")
        scores = score_run(
            actor=self.get_actor(options),
            run=get_named_run(options["run"]),
            study=self.get_study(options) if options["study"] else None,
            revision=options["revision"],
        )
        self.stdout.write(
            json.dumps(scores, ensure_ascii=False, allow_nan=False, indent=None if options["json"] else 1)
        )
