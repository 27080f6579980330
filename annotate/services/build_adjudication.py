"""Building the ``adjudication-v1`` object from codings, decisions and the opened key."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from annotate.models import Decision, Design, Deviation, Membership, Part, Study, UnitToResolve
from annotate.selectors.codings import UnitCodings, build_outcome, list_unit_codings
from annotate.selectors.designs import Plan, get_plan
from annotate.services.sealed_key import KeyRecord

__all__ = ["build_adjudication"]


def build_adjudication(
    study: Study, design: Design, key: Sequence[KeyRecord], *, number: int, now: datetime
) -> dict[str, object]:
    """The whole object of the first revision; the caller has checked that every unit is resolved."""
    plan = get_plan(design)
    codings = {unit.blind_id: unit for unit in list_unit_codings(study)}
    decisions = {
        decision.blind_id: decision
        for decision in Decision.objects.filter(study_hex=study.hex, first=False).order_by("version")
    }
    causes = dict(UnitToResolve.objects.filter(study_hex=study.hex).values_list("blind_id", "cause"))
    entries = [
        _entry(record, codings[record.blind_id], plan, decisions.get(record.blind_id), causes.get(record.blind_id))
        for record in key
    ]
    coders = Membership.objects.filter(study=study, part=Part.CODER).order_by("pseudonym")
    return {
        "format": "adjudication-v1",
        "study": study.hex,
        "revision": number,
        "parent_sha256": None,
        "reason": None,
        "run_sha256": design.run_sha256,
        "plan_sha256": design.plan_sha256,
        "sample_sha256": design.sample_sha256,
        "codebook_sha256": study.codebook_sha256,
        "seal_commitment": design.commitment,
        "created": now.date().isoformat(),
        "coders": [{"pseudonym": coder.pseudonym, "attestation": None} for coder in coders],
        "assistance": sorted({decision.tool for decision in decisions.values() if decision.tool}),
        "deviations": [
            {"code": deviation.code, "text": deviation.text, "date": deviation.on.isoformat()}
            for deviation in Deviation.objects.filter(study_hex=study.hex)
        ],
        "entries": sorted(entries, key=lambda entry: str(entry["record_id"]).encode("utf-8")),
    }


def _entry(
    record: KeyRecord, unit: UnitCodings, plan: Plan, decision: Decision | None, cause: str | None
) -> dict[str, object]:
    outcome = build_outcome(unit, plan)
    entry: dict[str, object] = {
        "record_id": record.record_id,
        "blind_id": record.blind_id,
        "automated_label": record.automated_label,
        "codings": [
            {"coder": coding.coder, "label": coding.label, "uncertain": coding.uncertain} for coding in unit.codings
        ],
        "label": outcome.label,
        "resolution": outcome.resolution,
        "rationale": None,
        "adjudicator": None,
        "assistance": None,
        "decided_on": None,
    }
    if decision is not None:
        entry |= {
            "label": decision.label or None,
            "resolution": "left_out" if not decision.label else "audited" if cause == "audit" else "adjudicated",
            "rationale": decision.rationale,
            "adjudicator": decision.adjudicator,
            "assistance": _assistance(decision),
            "decided_on": decision.decided_on.isoformat(),
        }
    return entry


def _assistance(decision: Decision) -> dict[str, object] | None:
    if not decision.tool:
        return None
    return {"tool": decision.tool, "asked": decision.asked, "answered": decision.answered}
