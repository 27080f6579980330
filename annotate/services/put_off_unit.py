"""Sending a unit to the end of the coder's own queue."""

from __future__ import annotations

from django.db.models import Max

from annotate.access.permissions import get_coder_membership
from annotate.access.phases import check_phase
from annotate.errors import NotFound
from annotate.models import Account, Assignment
from annotate.services.ledger import write_transaction

__all__ = ["put_off_unit"]


def put_off_unit(*, actor: Account, slug: str, blind_id: str) -> None:
    """Put the unit behind all others of this coder; it stays open and counts as not coded.

    Errors: ``NotFound`` for a unit that isn't the coder's; ``WrongPhase`` unless the study is open for coding.
    """
    membership = get_coder_membership(actor, slug)
    with write_transaction(membership.study.hex):
        membership.study.refresh_from_db()
        check_phase(membership.study.phase, "code")
        own = Assignment.objects.filter(membership=membership)
        if not own.filter(unit__study=membership.study, unit__blind_id=blind_id, given_up=False).exists():
            raise NotFound("There is nothing here, or it is not yours.")
        last = own.aggregate(last=Max("put_off"))["last"]
        own.filter(unit__study=membership.study, unit__blind_id=blind_id).update(put_off=last + 1)
