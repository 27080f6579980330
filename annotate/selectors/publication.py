"""The publication page: the chain of revisions, their digests, and what can be checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from annotate.access.permissions import get_study_for
from annotate.access.visibility import check_visible
from annotate.models import Account, Revision
from annotate.selectors.designs import get_design
from annotate.selectors.revisions import get_adjudication, get_revision_row
from annotate.selectors.runs import check_uncovered
from annotate.vault.revisions import get_revision

__all__ = ["PublicationPage", "get_publication_page", "get_revision_file"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicationPage:
    """Revisions oldest first; counts of the last one's entries by how they were resolved."""

    slug: str
    name: str
    revisions: tuple[Revision, ...]
    commitment: str
    run_sha256: str
    plan_sha256: str
    sample_sha256: str
    resolutions: tuple[tuple[str, int], ...]
    entries: int


def get_publication_page(*, account: Account, slug: str) -> PublicationPage:
    """The page of a published study. Errors: ``NotFound``, ``WrongPhase``."""
    study = get_study_for(account, slug, "view_results")
    check_visible("results", role=account.role, phase=study.phase)
    design = get_design(study)
    revisions = tuple(Revision.objects.filter(study_hex=study.hex))
    last = revisions[-1]
    adjudication = get_adjudication(study, last)
    counts = Counter(entry.resolution for entry in adjudication.entries)
    return PublicationPage(
        slug=study.slug,
        name=study.name,
        revisions=revisions,
        commitment=design.commitment,
        run_sha256=design.run_sha256,
        plan_sha256=design.plan_sha256,
        sample_sha256=design.sample_sha256,
        resolutions=tuple(sorted(counts.items())),
        entries=len(adjudication.entries),
    )


def get_revision_file(*, account: Account, slug: str, number: int) -> tuple[str, bytes]:
    """Name and bytes of a revision for download, checked against its digest. Errors: ``NotFound``, ``WrongPhase``."""
    study = get_study_for(account, slug, "view_results")
    check_visible("results", role=account.role, phase=study.phase)
    check_uncovered(get_design(study).run_sha256)
    row = get_revision_row(study, number)
    return row.name, get_revision(study.hex, row.name, row.sha256)
