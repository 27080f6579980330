"""The publication page and the files of its revisions."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotate.access.sign_in import get_account
from annotate.selectors.publication import get_publication_page, get_revision_file
from annotate.web.downloads import build_download

__all__ = ["publication", "revision_file"]


def publication(request: HttpRequest, slug: str) -> HttpResponse:
    """The chain of revisions with their hashes, and how to verify them."""
    page = get_publication_page(account=get_account(request.user), slug=slug)
    return render(request, "studies/publication.html", {"page": page, "place": "studies"})


def revision_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One adjudication file, exactly as it was written."""
    name, data = get_revision_file(account=get_account(request.user), slug=slug, number=number)
    return build_download(name, data, "application/json")
