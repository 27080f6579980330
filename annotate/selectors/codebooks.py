"""A study's codebook as people read it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from annotate.access.permissions import get_coder_membership, get_study_for
from annotate.access.visibility import check_visible
from annotate.models import Account, Study
from annotate.selectors.queue import LabelChoice, list_labels

__all__ = ["CodebookPage", "get_coder_codebook", "get_study_codebook"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CodebookPage:
    """A codebook with the study it belongs to; ``sha256`` is the digest of its file."""

    slug: str
    study_name: str
    name: str
    version: str
    sha256: str
    labels: tuple[LabelChoice, ...]


def get_coder_codebook(*, account: Account, slug: str) -> CodebookPage:
    """The codebook of a study in which the account codes. Errors: ``NotFound``; ``WrongPhase`` before it is open."""
    study = get_coder_membership(account, slug).study
    check_visible("own units", role="coder", phase=study.phase)
    return _build_page(study)


def get_study_codebook(*, account: Account, slug: str) -> CodebookPage:
    """The codebook of a study for those who lead or read it. Errors: ``NotFound``."""
    return _build_page(get_study_for(account, slug, "view_study"))


def _build_page(study: Study) -> CodebookPage:
    return CodebookPage(
        slug=study.slug,
        study_name=study.name,
        name=json.loads(study.codebook)["name"],
        version=study.codebook_version,
        sha256=study.codebook_sha256,
        labels=list_labels(study),
    )
