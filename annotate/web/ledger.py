"""The ledger page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotate.access.sign_in import get_account
from annotate.selectors.ledger import get_ledger_page
from annotate.web.fields import get_whole

__all__ = ["ledger"]


def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """Events of a study, newest first, a page at a time."""
    number = get_whole(request.GET, "page") if "page" in request.GET else 1
    page = get_ledger_page(account=get_account(request.user), slug=slug, page=number)
    return render(request, "studies/ledger.html", {"page": page, "place": "studies"})
