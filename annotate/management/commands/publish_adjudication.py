"""Publish a study's adjudication file."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotate.errors import Refused, WrongPhase
from annotate.management.command import CandorCommand
from annotate.services.publish_adjudication import publish_adjudication
from annotate.services.validation_report import validation_report


class Command(CandorCommand):
    """``publish_adjudication STUDY``."""

    help = "Open the key, check its commitment, write the adjudication file, compute the results."
    names_study = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        """The reason of a further revision."""
        parser.add_argument("--reason", default="", help="why a further revision is published")

    def handle(self, **options: Any) -> None:
        """Publish and print name and digest."""
        study, actor = self.get_study(options), self.get_actor(options)
        done = publish_adjudication(actor=actor, study=study, now=timezone.now())
        if options["reason"] and not done.is_new:
            raise Refused(f"Nothing changed since revision {done.number}, so there is no further revision to publish.")
        waits = ""
        if done.is_new:
            study.refresh_from_db()
            try:
                validation_report(actor=actor, study=study, now=timezone.now())
            except WrongPhase as error:  # another study on the run is open: published all the same
                waits = f". Results are not computed yet: {error.message}"
        what = "published" if done.is_new else "was published already, nothing changed"
        self.answer(
            options,
            f"Revision {done.number} {what}: {done.name} (sha256 {done.sha256}){waits}",
            {"revision": done.number, "name": done.name, "sha256": done.sha256, "new": done.is_new},
        )
