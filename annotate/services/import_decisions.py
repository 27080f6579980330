"""Decisions that were made elsewhere: recorded as such, matched inside the call, never over the coders' agreement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from annotate.access.permissions import check_can
from annotate.access.phases import check_phase
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.models import Account, Decision, Deviation, Study, UnitToResolve
from annotate.selectors.codings import build_outcome, list_unit_codings
from annotate.selectors.designs import get_codebook, get_design, get_plan
from annotate.services.coding_rows import refuse_lines
from annotate.services.decide_unit import DecisionRequest, append_decision, get_adjudicator
from annotate.services.ledger import write_ledger
from annotate.services.sealed_key import open_key
from annotate.services.texts import clean_text
from annotate.vault.keys import get_key
from annotate.vault.uploads import Decisions, read_decisions_file

__all__ = ["ImportedDecisions", "import_decisions"]

CODE = "decisions_imported"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedDecisions:
    """What an import of decisions did: units decided, and rows that only repeated what coders had agreed on.

    ``is_new`` is false for the same file again, which decides nothing.
    """

    decided: int
    agreed: int
    is_new: bool


def import_decisions(
    *, actor: Account, study: Study, path: Path, now: datetime, entropy: Entropy = system_entropy
) -> ImportedDecisions:
    """Decide the units that need it by a file; all or nothing, an event and a deviation.

    A row for a unit that needs no decision must carry the agreed label; it is only counted. A missing rationale becomes
    ``imported: `` and the file's digest. A file that was imported already changes nothing. Errors:
    ``scoring.errors.BadInput`` for the file; ``Refused`` with line numbers for rows outside the sample, rows against the
    agreed label, and units that are decided already; ``WrongPhase`` unless the study is locked.
    """
    check_can(actor, "adjudicate")
    decisions = read_decisions_file(path, codebook=get_codebook(study))
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        study.refresh_from_db()
        if Deviation.objects.filter(study_hex=study.hex, code=CODE, text__endswith=f"{decisions.sha256}.").exists():
            return ImportedDecisions(decided=0, agreed=0, is_new=False)
        check_phase(study.phase, "adjudicate")
        names = _names(study, decisions)
        outside = [row.line for row in decisions.rows if row.unit not in names]
        refuse_lines(outside, "name a unit that is not in the study's sample")
        agreed = _agreed_labels(study)
        against = [
            row.line for row in decisions.rows if names[row.unit] in agreed and row.label != agreed[names[row.unit]]
        ]
        refuse_lines(against, "contradict the label that the coders agreed on, and need no decision")
        due = [row for row in decisions.rows if names[row.unit] not in agreed]
        decided = set(Decision.objects.filter(study_hex=study.hex, first=False).values_list("blind_id", flat=True))
        refuse_lines([row.line for row in due if names[row.unit] in decided], "are of units that are decided already")
        adjudicator = get_adjudicator(study, actor, ledger, entropy)
        for row in due:
            request = DecisionRequest(
                blind_id=names[row.unit],
                label=row.label or "",
                rationale=_rationale(row.rationale, row.line) or f"imported: {decisions.sha256}",
                version=0,
            )
            append_decision(ledger, study, request, adjudicator)
        ledger.append(
            "decisions.imported",
            {"n": len(due), "file_sha256": decisions.sha256, "by": decisions.key},
            {"actor": actor.username},
        )
        ledger.record_deviation(CODE, f"{len(due)} decisions were imported from file {decisions.sha256}.")
    return ImportedDecisions(decided=len(due), agreed=len(decisions.rows) - len(due), is_new=True)


def _rationale(text: str | None, line: int) -> str:
    return clean_text(text or "", f"the rationale in line {line}").strip()


def _names(study: Study, decisions: Decisions) -> dict[str, str]:
    """What the file calls a unit -> its blind id."""
    if decisions.key == "record_id":
        design = get_design(study)
        key = open_key(get_key(design.key_name), design.commitment)
        return {record.record_id: record.blind_id for record in key}
    return {blind_id: blind_id for blind_id in study.units.values_list("blind_id", flat=True)}


def _agreed_labels(study: Study) -> dict[str, str | None]:
    """The units that need no decision, with the label that the coders' codings give."""
    plan = get_plan(get_design(study))
    due = set(UnitToResolve.objects.filter(study_hex=study.hex).values_list("blind_id", flat=True))
    return {
        unit.blind_id: build_outcome(unit, plan).label for unit in list_unit_codings(study) if unit.blind_id not in due
    }
