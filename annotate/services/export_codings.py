"""Exporting codings and adjudication files; before publication by blind id only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from annotate.access.permissions import check_can
from annotate.access.visibility import check_visible, is_visible
from annotate.blinding.canonical import build_digest
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.models import Account, Assignment, Coding, Study, UnitToResolve
from annotate.selectors.codings import build_letter, list_unit_codings
from annotate.selectors.designs import get_design
from annotate.selectors.revisions import get_adjudication, get_revision_row
from annotate.selectors.runs import check_uncovered
from annotate.services.ledger import write_ledger
from annotate.vault.exports import write_csv
from annotate.vault.revisions import get_revision

__all__ = ["Exported", "export_adjudication", "export_codings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file on its way out: name, bytes and their digest."""

    name: str
    data: bytes
    sha256: str


def export_adjudication(
    *, actor: Account, study: Study, now: datetime, revision: int | None = None, entropy: Entropy = system_entropy
) -> Exported:
    """A published revision, exactly as it was written.

    Errors: ``WrongPhase`` before publication, and while another study on the run is open (the file has its labels).
    """
    check_can(actor, "view_results")
    check_visible("results", role=actor.role, phase=study.phase)
    check_uncovered(get_design(study).run_sha256)
    row = get_revision_row(study, revision)
    data = get_revision(study.hex, row.name, row.sha256)
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        ledger.append("export.made", {"what": "adjudication", "revision": row.number}, {"actor": actor.username})
    return Exported(name=row.name, data=data, sha256=row.sha256)


def export_codings(
    *,
    actor: Account,
    study: Study,
    now: datetime,
    history: bool = False,
    times: bool = False,
    entropy: Entropy = system_entropy,
) -> Exported:
    """The codings file as CSV: all codings once published; before that, from locking on, only the units to resolve.

    Before publication units have blind ids and coders the letters of the screen, drawn for each unit. ``history`` lists
    every coding instead of the last; ``times`` gives exact times instead of days.
    """
    check_can(actor, "export_codings")
    published = is_visible("all codings", role=actor.role, phase=study.phase)
    if not published:
        check_visible("codings to resolve", role=actor.role, phase=study.phase)
    rows = _published_rows(study, history=history, times=times) if published else _blind_rows(study)
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        ledger.append("export.made", {"what": "codings", "rows": len(rows)}, {"actor": actor.username})
    names = ["blind_id", "coder", "label", "uncertain", "note", "reason", "seconds", "coded_at"]
    if published:
        names = ["record_id", *names, "version", "codebook_version"]
    data = write_csv(names, rows)
    return Exported(name=f"codings-{study.slug}.csv", data=data, sha256=build_digest(data))


def _published_rows(study: Study, *, history: bool, times: bool) -> list[list[object]]:
    adjudication = get_adjudication(study, get_revision_row(study, None))
    record_ids = {entry.blind_id: entry.record_id for entry in adjudication.entries}
    codings = (
        Coding.objects.select_related("assignment__unit", "assignment__membership")
        .filter(assignment__membership__study=study)
        .order_by("assignment__unit__blind_id", "assignment__membership__pseudonym", "version")
    )
    if not history:
        current = Assignment.objects.filter(membership__study=study).values("current")
        codings = codings.filter(pk__in=current).exclude(label="")
    return [
        [
            record_ids[coding.assignment.unit.blind_id],
            coding.assignment.unit.blind_id,
            coding.assignment.membership.pseudonym,
            coding.label,
            coding.uncertain,
            coding.note,
            coding.reason,
            coding.seconds,
            coding.coded_at.isoformat() if times else coding.coded_on.isoformat(),
            coding.version,
            coding.codebook_version,
        ]
        for coding in codings
    ]


def _blind_rows(study: Study) -> list[list[object]]:
    due = {unit.blind_id: unit.sides for unit in UnitToResolve.objects.filter(study_hex=study.hex)}
    return [
        [unit.blind_id, letter, coding.label, coding.uncertain, coding.note, coding.reason, None, None]
        for unit in list_unit_codings(study)
        if unit.blind_id in due
        for letter, coding in sorted(
            (build_letter(due[unit.blind_id].index(coding.coder)), coding) for coding in unit.codings
        )
    ]
