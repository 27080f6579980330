"""Open a sealed study to its coders."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from annotate.management.command import CandorCommand
from annotate.services.named import has_reached
from annotate.services.open_study import open_study


class Command(CandorCommand):
    """``open_study STUDY``."""

    help = "Let the coders in."
    names_study = True

    def handle(self, **options: Any) -> None:
        """Open, or say that it is open."""
        study = self.get_study(options)
        is_new = not has_reached(study, "coding")
        if is_new:
            study = open_study(actor=self.get_actor(options), study=study, now=timezone.now())
        what = "is open for coding" if is_new else "was opened already"
        self.answer(options, f"{study.name} {what}.", {"study": study.slug, "phase": study.phase, "new": is_new})
