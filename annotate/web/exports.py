"""Codings on their way out of a study."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from annotate.access.permissions import get_study_for
from annotate.access.sign_in import get_account
from annotate.services.export_codings import export_codings
from annotate.web.downloads import build_download

__all__ = ["codings_file"]


def codings_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The codings as CSV; making the file is an event, so it is asked for by a form."""
    account = get_account(request.user)
    made = export_codings(actor=account, study=get_study_for(account, slug, "export_codings"), now=timezone.now())
    return build_download(made.name, made.data, "text/csv")
