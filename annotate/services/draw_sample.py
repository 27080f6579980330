"""Drawing: the plan is frozen, the outside value fixes the seed, the seed fixes the sample."""

from __future__ import annotations

from datetime import datetime

from annotate.access.permissions import check_can
from annotate.access.phases import check_phase
from annotate.blinding.canonical import build_canonical, build_digest
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.blinding.seed import build_seed
from annotate.errors import Refused
from annotate.models import Account, Design, Study
from annotate.selectors.designs import get_design, get_plan, get_run_data, get_run_row
from annotate.services.ledger import LedgerEnd, write_ledger
from annotate.services.texts import clean_text
from annotate.vault.documents import put_document
from scoring.records import draw_sample as draw_from_run
from scoring.results import Sample

__all__ = ["draw_sample"]

KINDS = ("outside", "own")


def draw_sample(
    *,
    actor: Account,
    study: Study,
    outside: str,
    kind: str,
    now: datetime,
    entropy: Entropy = system_entropy,
) -> Sample:
    """Freeze the plan, fix seed and sample, and return the sample.

    Parameters
    ----------
    outside : the value from outside; ``kind`` is ``outside`` or ``own`` (the lead's own, recorded as a weakness).

    Drawing again before sealing is a new plan version and a deviation. The same value on an unchanged plan changes
    nothing. Errors: ``WrongPhase``, ``Refused`` for an empty value or a run without a record to draw.
    """
    check_can(actor, "run_study")
    value = clean_text(outside, "a value from outside", longest=500).strip()
    if not value or kind not in KINDS:
        raise Refused("Give a value from outside: dice, a beacon, another person's number.")
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        study.refresh_from_db()
        check_phase(study.phase, "draw")
        design = get_design(study)
        plan = get_plan(design)
        repeated = bool(design.seed) and (design.outside_kind, design.outside_value) == (kind, value)
        if design.seed and not repeated:
            _start_again(design, ledger)
            plan = get_plan(design)
        plan_bytes = design.plan.encode("utf-8")
        seed = build_seed(run_sha256=plan.run_sha256, plan_sha256=build_digest(plan_bytes), outside=value)
        run = get_run_data(get_run_row(plan.run_sha256))
        sample = draw_from_run(run, by=plan.by, per_stratum=plan.per_stratum, seed=seed, same_items=plan.same_items)
        if not sample.records:
            raise Refused("The run has no record that can be drawn: all are excluded.")
        if not repeated:
            _record(design, ledger, sample=sample, plan_bytes=plan_bytes, kind=kind, value=value, seed=seed)
    return sample


def _start_again(design: Design, ledger: LedgerEnd) -> None:
    """A redraw: the next plan version, said in the ledger."""
    plan = get_plan(design)
    document = {**plan.document, "version": plan.version + 1}
    design.plan = build_canonical(document).decode("utf-8")
    ledger.record_deviation(
        "redraw", f"The sample of plan version {plan.version} was given up before sealing and drawn again."
    )


def _record(
    design: Design, ledger: LedgerEnd, *, sample: Sample, plan_bytes: bytes, kind: str, value: str, seed: str
) -> None:
    listed = sample.as_json()
    design.plan_sha256 = put_document(plan_bytes)
    design.outside_kind, design.outside_value, design.seed = kind, value, seed
    design.sample_sha256, design.sampled = sample.sha256, len(sample.records)
    design.sample_document = put_document(build_canonical(listed))
    design.save()
    ledger.append("plan.frozen", {"plan_sha256": design.plan_sha256, "version": get_plan(design).version})
    ledger.append("seed.fixed", {"outside": {"kind": kind, "value": value}, "seed": seed})
    ledger.append("sample.drawn", {"sample_sha256": sample.sha256, "n": len(sample.records)})
    if kind == "own":
        ledger.record_deviation("own_seed", "The value that fixed the seed was the lead's own.")
