"""Codings that were made elsewhere: a file becomes assignments, codings and events, all or nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pandas as pd

from annotate.access.permissions import check_can
from annotate.access.phases import check_phase
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.errors import NotFound, Refused
from annotate.models import Account, Assignment, Coding, Membership, Part, Study
from annotate.selectors.designs import get_codebook, get_design
from annotate.selectors.sealed_key import parse_key
from annotate.services.create_account import create_account
from annotate.services.create_study import add_coder
from annotate.services.ledger import LedgerEnd, write_ledger
from annotate.services.make_units import assign_all
from annotate.vault.keys import get_key
from annotate.vault.uploads import read_codings_file
from scoring.results import CANNOT_CODE, Codings

__all__ = ["ImportedCodings", "import_codings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedCodings:
    """What an import of codings did: rows taken, and the coders they are of."""

    codings: int
    coders: int


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
    call alone. Errors: ``scoring.errors.BadInput`` for the file; ``NotFound`` for an unknown coder;
    ``Refused`` for rows of units that aren't in the sample, aren't assigned, or are coded already.
    """
    check_can(actor, "run_study")
    codings = read_codings_file(path, codebook=get_codebook(study))
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        study.refresh_from_db()
        check_phase(study.phase, "code")
        frame = _with_blind_ids(study, codings)
        coders = sorted(frame["coder"].unique())
        people = _get_people(actor, study, coders, create_coders=create_coders, ledger=ledger, entropy=entropy)
        for coder in coders:
            _append_all(ledger, study, people[coder], frame[frame["coder"] == coder])
        ledger.append(
            "codings.imported",
            {"n": len(frame), "file_sha256": codings.sha256, "by": codings.key},
            {"actor": actor.username},
        )
        ledger.record_deviation("codings_imported", f"{len(frame)} codings by {len(coders)} coders were imported.")
    return ImportedCodings(codings=len(frame), coders=len(coders))


def _with_blind_ids(study: Study, codings: Codings) -> pd.DataFrame:
    """The rows with ``unit`` as blind id. Rows of units outside the sample are refused by their number alone."""
    frame = codings.frame
    if codings.key == "record_id":
        names = {record.record_id: record.blind_id for record in parse_key(get_key(get_design(study).key_name))}
    else:
        names = {blind_id: blind_id for blind_id in study.units.values_list("blind_id", flat=True)}
    units = frame["unit"].map(names)
    outside = int(units.isna().sum())
    if outside:
        raise Refused(
            f"{outside} of {len(frame)} rows name a unit that is not in the study's sample; nothing imported."
        )
    return frame.assign(unit=units)


def _get_people(
    actor: Account, study: Study, coders: list[str], *, create_coders: bool, ledger: LedgerEnd, entropy: Entropy
) -> dict[str, Membership]:
    """Coders of the file by name: members of the study, or new ones where it was sealed without coders."""
    members = {m.account.username: m for m in _memberships(study)} | {m.pseudonym: m for m in _memberships(study)}
    missing = [coder for coder in coders if coder not in members]
    if not missing:
        return members
    if members:
        raise NotFound(f"{missing[0]!r} is not a coder of this study; its coders were fixed at sealing.")
    for coder in missing:
        account = Account.objects.filter(username=coder).first()
        if account is None and not create_coders:
            raise NotFound(f"There is no account {coder!r}. Make it with create_coder, or add --create-coders.")
        members[coder] = add_coder(study, account or create_account(actor=actor, username=coder), ledger, entropy)
        assign_all(study, members[coder])
    ledger.record_deviation("coders_after_sealing", f"{len(missing)} coders were assigned after sealing, by import.")
    return members


def _memberships(study: Study) -> Iterable[Membership]:
    return Membership.objects.select_related("account").filter(study=study, part=Part.CODER)


def _append_all(ledger: LedgerEnd, study: Study, membership: Membership, rows: pd.DataFrame) -> None:
    assignments = {
        assignment.unit.blind_id: assignment
        for assignment in Assignment.objects.select_related("unit").filter(membership=membership)
    }
    taken = [blind_id for blind_id in rows["unit"] if blind_id not in assignments or assignments[blind_id].current_id]
    if taken:
        raise Refused(
            f"{len(taken)} rows of {membership.pseudonym} are of units that are not assigned to this coder "
            "or are coded already; nothing imported."
        )
    codings = []
    for row in rows.to_dict("records"):
        reason = row["reason"] if row["label"] == CANNOT_CODE and isinstance(row["reason"], str) else ""
        uncertain = row["uncertain"] is True
        seconds = None if pd.isna(row["seconds"]) else float(row["seconds"])
        note = row["note"] if isinstance(row["note"], str) else ""
        ledger.append(
            "coding.submitted",
            {
                "blind_id": row["unit"],
                "coder": membership.pseudonym,
                "label": row["label"],
                "uncertain": uncertain,
                "version": 1,
                "codebook_version": study.codebook_version,
            },
            {
                "note": note,
                "reason": reason,
                "milliseconds": None if seconds is None else round(seconds * 1000),
                "coded_at": row["coded_at"] if isinstance(row["coded_at"], str) else None,
            },
        )
        codings.append(
            Coding(
                assignment=assignments[row["unit"]],
                version=1,
                label=row["label"],
                uncertain=uncertain,
                note=note,
                reason=reason,
                seconds=seconds,
                codebook_version=study.codebook_version,
                coded_on=ledger.today,
                coded_at=ledger.now,
            )
        )
    for coding in Coding.objects.bulk_create(codings, batch_size=500):
        coding.assignment.current = coding
    Assignment.objects.bulk_update([coding.assignment for coding in codings], ["current"], batch_size=500)
