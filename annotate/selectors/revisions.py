"""Published revisions: their rows and their parsed files."""

from __future__ import annotations

from annotate.errors import NotFound
from annotate.models import Revision, Study
from annotate.selectors.designs import get_codebook
from annotate.vault.adjudications import parse_adjudication
from annotate.vault.revisions import get_revision
from scoring.results import Adjudication

__all__ = ["get_adjudication", "get_revision_row"]


def get_revision_row(study: Study, number: int | None) -> Revision:
    """The numbered revision of the study, or its last one with None. Errors: ``NotFound``."""
    revisions = Revision.objects.filter(study_hex=study.hex)
    row = revisions.filter(number=number).first() if number is not None else revisions.order_by("-number").first()
    if row is None:
        wanted = f"revision {number}" if number is not None else "published revision"
        raise NotFound(f"{study.name} has no {wanted}.")
    return row


def get_adjudication(study: Study, row: Revision) -> Adjudication:
    """The parsed file of a revision, after its digest was checked."""
    return parse_adjudication(get_revision(study.hex, row.name, row.sha256), codebook=get_codebook(study))
