"""Seal a study."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from annotate.management.command import CandorCommand
from annotate.services.named import get_commitment, has_reached
from annotate.services.seal_study import seal_study


class Command(CandorCommand):
    """``seal_study STUDY``."""

    help = "Make blind ids and orders, write the key, and print the commitment to it."
    names_study = True

    def handle(self, **options: Any) -> None:
        """Seal and print the commitment."""
        study = self.get_study(options)
        if has_reached(study, "sealed"):
            commitment = get_commitment(study)
            self.answer(options, f"Sealed already: commitment {commitment}", {"commitment": commitment, "new": False})
            return
        sealed = seal_study(actor=self.get_actor(options), study=study, now=timezone.now())
        self.answer(
            options,
            f"{sealed.units} units sealed: commitment {sealed.commitment}. Write it down elsewhere.",
            {"units": sealed.units, "commitment": sealed.commitment, "new": True},
        )
