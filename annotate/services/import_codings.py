"""Codings that were made elsewhere: a file becomes assignments, codings and events, all or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from annotate.access.permissions import check_can
from annotate.access.phases import check_phase
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.errors import NotFound, Refused
from annotate.models import Account, Assignment, Coding, Deviation, Membership, Part, Study
from annotate.selectors.designs import get_codebook, get_design, get_plan
from annotate.services.coding_rows import CodingRow, list_rows, refuse_lines
from annotate.services.create_study import add_coder, get_coder_account
from annotate.services.ledger import LedgerEnd, write_ledger
from annotate.services.make_units import assign_all
from annotate.services.sealed_key import open_key
from annotate.vault.keys import get_key
from annotate.vault.uploads import read_codings_file

__all__ = ["ImportedCodings", "import_codings"]

CODE = "codings_imported"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedCodings:
    """What an import of codings did: rows taken and the coders they are of; ``is_new`` is false for the same file again."""

    codings: int
    coders: int
    is_new: bool


def import_codings(
    *,
    actor: Account,
    study: Study,
    path: Path,
    now: datetime,
    create_coders: bool = False,
    entropy: Entropy = system_entropy,
) -> ImportedCodings:
    """Append each row of a codings file as the coder's label; the import itself is an event and a deviation.

    In a study sealed without coders the import makes their assignments. Record ids are matched to units inside this
    call alone. A file that was imported already changes nothing. Errors: ``scoring.errors.BadInput`` for the file;
    ``NotFound`` for an unknown coder; ``Refused`` with line numbers for rows of units that aren't in the sample, aren't
    assigned, or are coded already; ``WrongPhase`` unless the study is open for coding.
    """
    check_can(actor, "run_study")
    codings = read_codings_file(path, codebook=get_codebook(study))
    rows = list_rows(codings)
    coders = sorted({row.coder for row in rows})
    deviation = f"{len(rows)} codings by {len(coders)} coders were imported from file {codings.sha256}."
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        study.refresh_from_db()
        if Deviation.objects.filter(study_hex=study.hex, code=CODE, text=deviation).exists():
            return ImportedCodings(codings=len(rows), coders=len(coders), is_new=False)
        check_phase(study.phase, "code")
        if not rows:
            raise Refused("The file holds no coding; nothing was imported.")
        names = _list_names(study, by_record=codings.key == "record_id")
        refuse_lines([row.line for row in rows if row.unit not in names], "name a unit that is not in the sample")
        people = _get_people(actor, study, coders, create_coders=create_coders, ledger=ledger, entropy=entropy)
        for coder in coders:
            _append_all(ledger, study, people[coder], [row for row in rows if row.coder == coder], names)
        ledger.append(
            "codings.imported",
            {"n": len(rows), "file_sha256": codings.sha256, "by": codings.key},
            {"actor": actor.username},
        )
        ledger.record_deviation(CODE, deviation)
    return ImportedCodings(codings=len(rows), coders=len(coders), is_new=True)


def _list_names(study: Study, *, by_record: bool) -> dict[str, str]:
    """What the file calls a unit -> its blind id."""
    if by_record:
        design = get_design(study)
        key = open_key(get_key(design.key_name), design.commitment)
        return {record.record_id: record.blind_id for record in key}
    return {blind_id: blind_id for blind_id in study.units.values_list("blind_id", flat=True)}


def _get_people(
    actor: Account, study: Study, coders: list[str], *, create_coders: bool, ledger: LedgerEnd, entropy: Entropy
) -> dict[str, Membership]:
    """Coders of the file by name: members of the study, or new ones where it was sealed without coders."""
    found = Membership.objects.select_related("account").filter(study=study, part=Part.CODER)
    members = {m.account.username: m for m in found} | {m.pseudonym: m for m in found}
    missing = [coder for coder in coders if coder not in members]
    if not missing:
        return members
    if get_plan(get_design(study)).coders:
        raise NotFound(f"{missing[0]!r} is not a coder of this study; its coders were fixed at sealing.")
    for coder in missing:
        account = get_coder_account(actor, coder, create=create_coders)
        members[coder] = add_coder(study, account, ledger, entropy)
        assign_all(study, members[coder])
    ledger.record_deviation("coders_after_sealing", f"{len(missing)} coders were assigned after sealing, by import.")
    return members


def _append_all(
    ledger: LedgerEnd, study: Study, membership: Membership, rows: list[CodingRow], names: dict[str, str]
) -> None:
    """Append one coder's rows; ``names`` leads from what the file calls a unit to its blind id."""
    assignments = {
        assignment.unit.blind_id: assignment
        for assignment in Assignment.objects.select_related("unit").filter(membership=membership, given_up=False)
    }
    free = {blind_id for blind_id, assignment in assignments.items() if assignment.current_id is None}
    refuse_lines(
        [row.line for row in rows if names[row.unit] not in free],
        f"are of units that are not assigned to {membership.pseudonym} or are coded already",
    )
    codings = [_append(ledger, study, assignments[names[row.unit]], membership.pseudonym, row) for row in rows]
    for coding in Coding.objects.bulk_create(codings, batch_size=500):
        coding.assignment.current = coding
    Assignment.objects.bulk_update([coding.assignment for coding in codings], ["current"], batch_size=500)


def _append(ledger: LedgerEnd, study: Study, assignment: Assignment, pseudonym: str, row: CodingRow) -> Coding:
    ledger.append(
        "coding.submitted",
        {
            "blind_id": assignment.unit.blind_id,
            "coder": pseudonym,
            "label": row.label,
            "uncertain": row.uncertain,
            "version": 1,
            "codebook_version": study.codebook_version,
        },
        {
            "note": row.note,
            "reason": row.reason,
            "milliseconds": None if row.seconds is None else round(row.seconds * 1000),
            "coded_at": row.coded_at,
        },
    )
    return Coding(
        assignment=assignment,
        version=1,
        label=row.label,
        uncertain=row.uncertain,
        note=row.note,
        reason=row.reason,
        seconds=row.seconds,
        codebook_version=study.codebook_version,
        coded_on=ledger.today,
        coded_at=ledger.now,
    )
