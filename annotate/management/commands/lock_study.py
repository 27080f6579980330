"""Lock a study: coding ends."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotate.management.command import CandorCommand
from annotate.services.lock_study import lock_study
from annotate.services.named import has_reached


class Command(CandorCommand):
    """``lock_study STUDY``."""

    help = "End coding for good and list what must be resolved."
    names_study = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        """What to do with open assignments."""
        parser.add_argument("--give-up", default="", metavar="REASON", help="why open assignments are given up")

    def handle(self, **options: Any) -> None:
        """Lock and print counts."""
        study = self.get_study(options)
        if has_reached(study, "locked"):
            self.answer(options, f"{study.name} was locked already.", {"study": study.slug, "new": False})
            return
        done = lock_study(
            actor=self.get_actor(options), study=study, now=timezone.now(), give_up_reason=options["give_up"]
        )
        causes = ", ".join(f"{cause} {count}" for cause, count in done.to_resolve.items()) or "none"
        self.answer(
            options,
            f"{study.name} is locked: {done.coded} of {done.planned} coded, {done.given_up} given up; "
            f"to resolve: {causes}.",
            {
                "study": study.slug,
                "new": True,
                "planned": done.planned,
                "coded": done.coded,
                "given_up": done.given_up,
                "to_resolve": dict(done.to_resolve),
            },
        )
