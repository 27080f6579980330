"""The coder's own codings, searchable; opening one leads to the unit, where it can be changed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotate.access.sign_in import get_account
from annotate.selectors.queue import get_desk, list_own_codings
from annotate.web.fields import get_flag

__all__ = ["codings"]


def codings(request: HttpRequest, slug: str) -> HttpResponse:
    """Own coded units by text, label, flag and note."""
    account, asked = get_account(request.user), request.GET
    found = list_own_codings(
        account=account,
        slug=slug,
        search=asked.get("search", ""),
        label=asked.get("label", ""),
        flagged=get_flag(asked, "uncertain"),
        noted=get_flag(asked, "note"),
    )
    desk = get_desk(account=account, slug=slug)
    return render(request, "coding/codings.html", {"desk": desk, "found": found, "asked": asked})
