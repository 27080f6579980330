"""Scoring a run from the vault, before or after adjudication; results are kept by identity."""

from __future__ import annotations

from annotate.access.permissions import check_can
from annotate.access.visibility import check_visible
from annotate.errors import Refused
from annotate.models import Account, Run, Study
from annotate.selectors.designs import get_codebook, get_design, get_run_data
from annotate.selectors.revisions import get_adjudication, get_revision_row
from annotate.selectors.runs import check_uncovered, is_covered
from annotate.selectors.small_counts import hide_small_counts
from annotate.vault.codebooks import default_codebook
from annotate.vault.results import put_result
from scoring.ehq import score

__all__ = ["score_run"]


def score_run(
    *, actor: Account, run: Run, study: Study | None = None, revision: int | None = None
) -> dict[str, object]:
    """The scores of a run as ``python -m scoring score --json`` gives them; with a study, after its adjudication too.

    While a study on the run is open, what rests on fewer than ten records is left out. Errors: ``NotFound`` for a
    revision that isn't there; ``Refused`` when the study is on another run; ``WrongPhase`` before the study is
    published, or while another one on the run is open.
    """
    check_can(actor, "view_run")
    data = get_run_data(run)
    adjudication = None
    codebook = default_codebook()
    if study is not None:
        check_visible("results", role=actor.role, phase=study.phase)
        check_uncovered(run.sha256)
        if get_design(study).run_sha256 != run.sha256:
            raise Refused(f"{study.name} is on another run, not on {run.name}.")
        codebook = get_codebook(study)
        adjudication = get_adjudication(study, get_revision_row(study, revision))
    result = score(data, codebook=codebook, adjudication=adjudication).as_json()
    put_result("scores", str(result["identity"]), result)
    return hide_small_counts(result) if is_covered(run.sha256) else result
