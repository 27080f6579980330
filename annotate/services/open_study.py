"""Opening a sealed study to its coders."""

from __future__ import annotations

from datetime import datetime

from annotate.access.permissions import check_can
from annotate.access.phases import get_target
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.models import Account, Study
from annotate.services.ledger import write_ledger

__all__ = ["open_study"]


def open_study(*, actor: Account, study: Study, now: datetime, entropy: Entropy = system_entropy) -> Study:
    """Let the coders in. Errors: ``WrongPhase`` unless the study is sealed."""
    check_can(actor, "run_study")
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        study.refresh_from_db()
        study.phase = get_target(study.phase, "open")
        study.save()
        ledger.append("study.opened", {}, {"actor": actor.username})
    return study
