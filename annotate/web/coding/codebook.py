"""The codebook as a page of its own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotate.access.sign_in import get_account
from annotate.selectors.codebooks import get_coder_codebook

__all__ = ["coder_codebook"]


def coder_codebook(request: HttpRequest, slug: str) -> HttpResponse:
    """Labels with definitions, rules and examples; version and hash."""
    page = get_coder_codebook(account=get_account(request.user), slug=slug)
    return render(request, "coding/codebook.html", {"page": page})
