"""The results page: the computed results of a study's last revision, as they were kept."""

from __future__ import annotations

from dataclasses import dataclass

from annotate.access.permissions import get_study_for
from annotate.access.visibility import check_visible
from annotate.models import Account
from annotate.selectors.designs import get_codebook, get_design, get_run_row
from annotate.selectors.revisions import get_revision_row
from annotate.selectors.runs import check_uncovered
from annotate.vault.results import find_result
from scoring.results import Codebook

__all__ = ["ResultsPage", "get_results_page"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsPage:
    """``results`` is the document of ``validation_report`` for the last revision; None until it is computed."""

    slug: str
    name: str
    run_name: str
    revision: int
    adjudication_sha256: str
    sampled: int
    records: int
    codebook: Codebook
    results: dict[str, object] | None


def get_results_page(*, account: Account, slug: str) -> ResultsPage:
    """The page of a published study. Errors: ``NotFound``; ``WrongPhase``, also while another on the run is open."""
    study = get_study_for(account, slug, "view_results")
    check_visible("results", role=account.role, phase=study.phase)
    design = get_design(study)
    check_uncovered(design.run_sha256)
    run = get_run_row(design.run_sha256)
    row = get_revision_row(study, None)
    return ResultsPage(
        slug=study.slug,
        name=study.name,
        run_name=run.name,
        revision=row.number,
        adjudication_sha256=row.sha256,
        sampled=design.sampled,
        records=run.records,
        codebook=get_codebook(study),
        results=find_result("validation", row.sha256),
    )
