"""Runs: the list, and one run with its scores."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotate.access.sign_in import get_account
from annotate.selectors.runs import get_run_page, list_runs
from annotate.web.downloads import build_download
from annotate.web.figures.scores import build_score_dots
from annotate.web.score_tables import build_exclusion_table, build_score_csv, build_score_table

__all__ = ["run", "run_csv", "run_json", "runs"]


def runs(request: HttpRequest) -> HttpResponse:
    """All runs, newest first."""
    return render(request, "runs/list.html", {"runs": list_runs(get_account(request.user)), "place": "runs"})


def run(request: HttpRequest, digest: str) -> HttpResponse:
    """A run: its records and the scores over all of it."""
    page = get_run_page(account=get_account(request.user), name=digest)
    context = {
        "page": page,
        "scores": build_score_table(page.scores),
        "exclusions": build_exclusion_table(page.scores),
        "dots": build_score_dots(page.scores),
        "place": "runs",
    }
    return render(request, "runs/run.html", context)


def run_json(request: HttpRequest, digest: str) -> HttpResponse:
    """The scores as JSON."""
    page = get_run_page(account=get_account(request.user), name=digest)
    data = json.dumps(page.scores, ensure_ascii=False, allow_nan=False, indent=1).encode()
    return build_download(f"scores-{page.sha256[:12]}.json", data, "application/json")


def run_csv(request: HttpRequest, digest: str) -> HttpResponse:
    """The scores by model as CSV."""
    page = get_run_page(account=get_account(request.user), name=digest)
    return build_download(f"scores-{page.sha256[:12]}.csv", build_score_csv(page.scores), "text/csv")
