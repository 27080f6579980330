"""Home: what waits for the account, by its role."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotate.access.sign_in import get_account
from annotate.selectors.queue import list_coder_studies
from annotate.selectors.studies import list_lead_studies

__all__ = ["home"]


def home(request: HttpRequest) -> HttpResponse:
    """All studies for those who lead or read them, own studies for those who code."""
    account = get_account(request.user)
    coding = list_coder_studies(account)
    if account.role not in {"lead", "analyst"}:
        return render(request, "coding/home.html", {"studies": coding})
    context = {"studies": list_lead_studies(account), "coding": coding, "place": "studies"}
    return render(request, "studies/home.html", context)
