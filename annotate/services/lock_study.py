"""Locking: coding ends, and what must be resolved is fixed."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from annotate.access.permissions import check_can
from annotate.access.phases import get_target
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.blinding.order import build_sides
from annotate.errors import Incomplete, Refused
from annotate.models import Account, Assignment, Study, UnitToResolve
from annotate.selectors.codings import UnitCodings, build_outcome, count_audited, list_unit_codings
from annotate.selectors.designs import get_design, get_plan
from annotate.services.ledger import LedgerEnd, write_ledger
from annotate.services.texts import clean_text

__all__ = ["Locked", "lock_study"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """What locking found: assignments planned, coded and given up, and units to resolve by cause."""

    planned: int
    coded: int
    given_up: int
    to_resolve: dict[str, int]


def lock_study(
    *, actor: Account, study: Study, now: datetime, give_up_reason: str = "", entropy: Entropy = system_entropy
) -> Locked:
    """End coding for good. Open assignments need a reason why they are given up; it is recorded as a deviation.

    Errors: ``WrongPhase``; ``Incomplete`` naming how many assignments are open by coder; ``Refused`` without a coding.
    """
    check_can(actor, "run_study")
    reason = clean_text(give_up_reason, "a reason").strip()
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        study.refresh_from_db()
        target = get_target(study.phase, "lock")
        assignments = Assignment.objects.filter(membership__study=study)
        planned = assignments.count()
        given_up = _give_up(study, ledger, reason)
        if planned == given_up:
            raise Refused("There is no coding yet, so there is nothing to lock.")
        ledger.append(
            "study.locked",
            {"planned": planned, "coded": planned - given_up, "given_up": given_up},
            {"actor": actor.username},
        )
        causes = _fix_queue(study, list_unit_codings(study), entropy(32))
        study.phase = target
        study.save()
    return Locked(planned=planned, coded=planned - given_up, given_up=given_up, to_resolve=causes)


def _give_up(study: Study, ledger: LedgerEnd, reason: str) -> int:
    uncoded = Assignment.objects.filter(Q(current__isnull=True) | Q(current__label=""), membership__study=study)
    still_open = list(uncoded.select_related("membership", "unit").order_by("membership__pseudonym", "unit__blind_id"))
    if still_open and not reason:
        by_coder = Counter(assignment.membership.pseudonym for assignment in still_open)
        listed = ", ".join(f"{coder}: {count}" for coder, count in sorted(by_coder.items()))
        raise Incomplete(
            f"{len(still_open)} assignments are not coded ({listed}). Wait for them, or give a reason to give them up."
        )
    for assignment in still_open:
        ledger.append(
            "assignment.given_up",
            {"blind_id": assignment.unit.blind_id, "coder": assignment.membership.pseudonym, "reason": reason},
        )
    if still_open:
        ledger.record_deviation("assignments_given_up", f"{len(still_open)} assignments were given up: {reason}")
        uncoded.update(given_up=True)
    return len(still_open)


def _fix_queue(study: Study, units: list[UnitCodings], secret: bytes) -> dict[str, int]:
    """Store the units that a lead decides, with the order of their codings drawn for each; return counts by cause."""
    design = get_design(study)
    plan = get_plan(design)
    causes = {unit.blind_id: build_outcome(unit, plan).cause for unit in units}
    agreed = sorted(
        (blind_id for blind_id, cause in causes.items() if cause is None),
        key=lambda blind_id: hashlib.sha256(f"{design.seed}|audit|{blind_id}".encode()).digest(),
    )
    causes |= dict.fromkeys(agreed[: count_audited(plan.audit_share, len(agreed))], "audit")
    due = [unit for unit in units if causes[unit.blind_id]]
    UnitToResolve.objects.bulk_create(
        [
            UnitToResolve(
                study_hex=study.hex,
                blind_id=unit.blind_id,
                position=position,
                cause=causes[unit.blind_id] or "",
                sides=build_sides(secret, unit.blind_id, [coding.coder for coding in unit.codings]),
            )
            for position, unit in enumerate(due, start=1)
        ],
        batch_size=500,
    )
    return dict(sorted(Counter(cause for cause in causes.values() if cause).items()))
