"""A coder's home: own studies, own progress, one button to go on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotate.access.sign_in import get_account
from annotate.selectors.queue import list_coder_studies

__all__ = ["coder_home"]


def coder_home(request: HttpRequest) -> HttpResponse:
    """The studies in which the account codes."""
    return render(request, "coding/home.html", {"studies": list_coder_studies(get_account(request.user))})
