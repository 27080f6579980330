"""Create a study in draft."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotate.management.command import CandorCommand
from annotate.services.create_study import create_study
from annotate.services.named import get_named_run, read_codebook_file
from annotate.services.plan_file import read_coders, read_plan_file


class Command(CandorCommand):
    """``create_study NAME --run R``."""

    help = "Create a study in draft and print its slug."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Name, run and plan; options win over the plan file."""
        parser.add_argument("name")
        parser.add_argument("--run", required=True, help="name or 8+ hex digits")
        parser.add_argument("--by", help="strata, such as model,category")
        parser.add_argument("--per-stratum", type=int)
        parser.add_argument("--coders", default=None, help="account names, comma between")
        parser.add_argument("--plan", metavar="FILE")
        parser.add_argument("--codebook", metavar="FILE")
        parser.add_argument("--create-coders", action="store_true")

    def handle(self, **options: Any) -> None:
        """Create and print the slug."""
        settings = read_plan_file(options["plan"]) if options["plan"] else {}
        planned = read_coders(settings.pop("coders", []))
        named = _split(options["coders"]) if options["coders"] else planned
        if options["by"]:
            settings["by"] = list(_split(options["by"]))
        if options["per_stratum"] is not None:
            settings["per_stratum"] = options["per_stratum"]
        study = create_study(
            actor=self.get_actor(options),
            name=options["name"],
            run=get_named_run(options["run"]),
            now=timezone.now(),
            coders=named,
            settings=settings,
            codebook=read_codebook_file(options["codebook"]),
            create_coders=options["create_coders"],
        )
        self.answer(options, study.slug, {"study": study.slug, "hex": study.hex, "phase": study.phase})


def _split(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(","))
