"""Verify the chain of a study's ledger."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotate.errors import Incomplete
from annotate.management.command import CandorCommand
from annotate.services.verify_ledger import verify_ledger


class Command(CandorCommand):
    """``verify_ledger [STUDY]``."""

    help = "Recompute every link and payload digest; exit 1 when one is wrong."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """One study, or all."""
        parser.add_argument("study", nargs="?")

    def handle(self, **options: Any) -> None:
        """Check and print count and head by study."""
        states = verify_ledger(self.get_study(options) if options["study"] else None)
        facts: dict[str, object] = {
            "ok": all(state.problem is None for state in states),
            "studies": [
                {"study": state.slug, "events": state.events, "head": state.head, "problem": state.problem}
                for state in states
            ],
        }
        lines = [f"{s.slug}: {s.events} events, head {s.head}: {s.problem or 'chain holds'}" for s in states]
        self.answer(options, "\n".join(lines) or "There is no study.", facts)
        if not facts["ok"]:
            raise Incomplete("The ledger does not verify.")
