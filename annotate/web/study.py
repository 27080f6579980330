"""The study page, its codebook, and its commitment as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotate.access.sign_in import get_account
from annotate.errors import NotFound
from annotate.selectors.codebooks import get_study_codebook
from annotate.selectors.studies import get_study_page
from annotate.web.downloads import build_download

__all__ = ["commitment", "study", "study_codebook"]


def study(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the study stands, and the one thing to do next."""
    page = get_study_page(account=get_account(request.user), slug=slug)
    return render(request, "studies/study.html", {"page": page, "place": "studies"})


def study_codebook(request: HttpRequest, slug: str) -> HttpResponse:
    """The codebook as leads and analysts read it."""
    page = get_study_codebook(account=get_account(request.user), slug=slug)
    return render(request, "studies/codebook.html", {"page": page, "place": "studies"})


def commitment(request: HttpRequest, slug: str) -> HttpResponse:
    """The commitment file, from sealing on."""
    page = get_study_page(account=get_account(request.user), slug=slug)
    if not page.commitment_document:
        raise NotFound("This study has no commitment yet, or it is not yours to see.")
    return build_download(f"commitment-{page.slug}.json", page.commitment_document.encode(), "application/json")
