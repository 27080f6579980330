"""The results of a published study: agreement, validity, impact, ranks, and scores before and after."""

from __future__ import annotations

from datetime import datetime

from annotate.access.permissions import check_can
from annotate.access.visibility import check_visible
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.models import Account, Study
from annotate.selectors.designs import get_codebook, get_design, get_plan, get_run_data, get_run_row, get_sampled
from annotate.selectors.revisions import get_adjudication, get_revision_row
from annotate.selectors.runs import check_uncovered
from annotate.services.ledger import write_ledger
from annotate.services.score_run import score_run
from annotate.vault.results import put_result
from scoring.agreement import measure_agreement
from scoring.results import Reference
from scoring.validation import validate

__all__ = ["validation_report"]


def validation_report(
    *,
    actor: Account,
    study: Study,
    now: datetime,
    revision: int | None = None,
    entropy: Entropy = system_entropy,
) -> dict[str, object]:
    """Compute, keep and return the results of a revision (the last one by default).

    The keys of ``python -m scoring validate --json`` stand at the top; ``agreement`` and ``scores`` hold those of the
    commands of these names. Errors: ``WrongPhase`` before publication, and while another study on the run is open.
    """
    check_can(actor, "view_results")
    check_visible("results", role=actor.role, phase=study.phase)
    design = get_design(study)
    check_uncovered(design.run_sha256)
    row = get_revision_row(study, revision)
    adjudication = get_adjudication(study, row)
    run_row = get_run_row(design.run_sha256)
    run = get_run_data(run_row)
    codebook = get_codebook(study)
    codings = adjudication.as_codings()
    reference = Reference(
        sha256=adjudication.sha256,
        labels={entry.record_id: entry.label for entry in adjudication.entries},
        adjudication=adjudication,
    )
    plan = get_plan(design)
    agreement = measure_agreement(codings, codebook=codebook, run=run, by=plan.by)
    validation = validate(run, reference, codebook=codebook, sample=get_sampled(design), codings=codings)
    result: dict[str, object] = {
        **validation.as_json(),
        "study": study.hex,
        "revision": row.number,
        "adjudication_sha256": row.sha256,
        "run_sha256": design.run_sha256,
        "agreement": agreement.as_json(),
        "scores": score_run(actor=actor, run=run_row, study=study, revision=row.number),
    }
    put_result("validation", row.sha256, result)
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        ledger.append("result.computed", {"revision": row.number, "adjudication_sha256": row.sha256})
    return result
