"""Compute a published study's results."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotate.management.command import CandorCommand
from annotate.services.validation_report import validation_report


class Command(CandorCommand):
    """``validation_report STUDY``."""

    help = "Agreement, validity, score impact, rank preservation and rescoring of a published study."
    names_study = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Which revision."""
        parser.add_argument("--revision", type=int)

    def handle(self, **options: Any) -> None:
        """Compute and print the results as JSON."""
        results = validation_report(
            actor=self.get_actor(options),
            study=self.get_study(options),
            now=timezone.now(),
            revision=options["revision"],
        )
        indent = None if options["json"] else 1
        self.stdout.write(json.dumps(results, ensure_ascii=False, allow_nan=False, indent=indent))
