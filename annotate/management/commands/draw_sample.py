"""Draw a study's sample."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotate.management.command import CandorCommand
from annotate.services.draw_sample import draw_sample


class Command(CandorCommand):
    """``draw_sample STUDY --outside TEXT | --own-seed TEXT``."""

    help = "Freeze the plan, fix the seed by a value from outside, draw the sample."
    names_study = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        """The value that fixes the seed."""
        value = parser.add_mutually_exclusive_group(required=True)
        value.add_argument("--outside", help="dice, a beacon round, another person's number")
        value.add_argument("--own-seed", help="your own value; printed as a weakness")

    def handle(self, **options: Any) -> None:
        """Draw and print digest and counts."""
        own = options["own_seed"] is not None
        sample = draw_sample(
            actor=self.get_actor(options),
            study=self.get_study(options),
            outside=options["own_seed"] if own else options["outside"],
            kind="own" if own else "outside",
            now=timezone.now(),
        )
        short = sum(stratum.is_short for stratum in sample.strata)
        note = f"; {short} strata have fewer than asked for" if short else ""
        weak = " The seed is your own: the report will say so." if own else ""
        self.answer(
            options,
            f"{len(sample.records)} records drawn in {len(sample.strata)} strata{note}; list {sample.sha256}.{weak}",
            {"sha256": sample.sha256, "seed": sample.seed, "records": len(sample.records), "short": short},
        )
