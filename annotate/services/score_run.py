"""Scoring a run from the vault, before or after adjudication; results are kept by identity."""

from __future__ import annotations

from annotate.access.permissions import check_can
from annotate.errors import Refused
from annotate.models import Account, Run, Study
from annotate.selectors.designs import get_codebook, get_design, get_run_data
from annotate.selectors.revisions import get_adjudication, get_revision_row
from annotate.vault.codebooks import default_codebook
from annotate.vault.results import put_result
from scoring.ehq import score

__all__ = ["score_run"]


def score_run(
    *, actor: Account, run: Run, study: Study | None = None, revision: int | None = None
) -> dict[str, object]:
    """The scores of a run as ``python -m scoring score --json`` gives them; with a study, after its adjudication too.

    Errors: ``NotFound`` for a revision that isn't there; ``Refused`` when the study is on another run.
    """
    check_can(actor, "view_run")
    data = get_run_data(run)
    adjudication = None
    codebook = default_codebook()
    if study is not None:
        if get_design(study).run_sha256 != run.sha256:
            raise Refused(f"{study.name} is on another run, not on {run.name}.")
        codebook = get_codebook(study)
        adjudication = get_adjudication(study, get_revision_row(study, revision))
    result = score(data, codebook=codebook, adjudication=adjudication).as_json()
    put_result("scores", str(result["identity"]), result)
    return result
