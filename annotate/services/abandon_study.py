"""Giving a study up for good."""

from __future__ import annotations

from datetime import datetime

from annotate.access.permissions import check_can
from annotate.access.phases import get_target
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.errors import Refused
from annotate.models import Account, Study
from annotate.services.ledger import write_ledger
from annotate.services.texts import clean_text

__all__ = ["abandon_study"]


def abandon_study(
    *, actor: Account, study: Study, reason: str, now: datetime, entropy: Entropy = system_entropy
) -> Study:
    """End a study that will not be published; nothing of it is opened. Errors: ``Refused`` without a reason."""
    check_can(actor, "run_study")
    reason = clean_text(reason, "a reason").strip()
    if not reason:
        raise Refused("Giving a study up needs a reason, which is kept.")
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        study.refresh_from_db()
        study.phase = get_target(study.phase, "abandon")
        study.save()
        ledger.append("study.abandoned", {"reason": reason}, {"actor": actor.username})
    return study
