"""Recording that a unit was shown to somebody for the first time."""

from __future__ import annotations

from datetime import datetime

from annotate.access.permissions import get_coder_membership
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.models import Account, Assignment, BlindUnit, Phase, Study
from annotate.services.ledger import write_ledger

__all__ = ["show_unit"]


def show_unit(*, actor: Account, slug: str, blind_id: str, now: datetime, entropy: Entropy = system_entropy) -> None:
    """Append ``unit.first_shown`` when this coder sees the unit for the first time; afterwards do nothing."""
    membership = get_coder_membership(actor, slug)
    unit = BlindUnit.objects.filter(study=membership.study, blind_id=blind_id).first()
    unseen = Assignment.objects.filter(membership=membership, unit=unit, shown=False)
    if not unseen.exists():
        return
    with write_ledger(membership.study.hex, now=now, entropy=entropy) as ledger:
        if not Study.objects.filter(pk=membership.study.pk, phase=Phase.CODING).exists():
            return
        for _ in range(unseen.update(shown=True)):  # none where another request was first
            ledger.append("unit.first_shown", {"blind_id": blind_id, "coder": membership.pseudonym})
