"""The results page of a published study, and its tables as files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotate.access.permissions import get_study_for
from annotate.access.sign_in import get_account
from annotate.errors import NotFound
from annotate.selectors.results import ResultsPage, get_results_page
from annotate.services.validation_report import validation_report
from annotate.web.downloads import build_download
from annotate.web.figures.bias import build_bias_dots
from annotate.web.figures.heat_map import build_heat_map
from annotate.web.figures.slope import build_slope_chart
from annotate.web.result_answers import build_answers
from annotate.web.result_tables import build_result_tables
from annotate.web.tables import build_table_csv

__all__ = ["results", "results_csv", "results_json"]


def results(request: HttpRequest, slug: str) -> HttpResponse:
    """GET: the results of the last revision. POST: compute them."""
    account = get_account(request.user)
    if request.method == "POST":
        study = get_study_for(account, slug, "view_results")
        validation_report(actor=account, study=study, now=timezone.now())
        return redirect("results", slug)
    page = get_results_page(account=account, slug=slug)
    return render(request, "studies/results.html", {"page": page, "place": "studies", **_build_context(page)})


def results_json(request: HttpRequest, slug: str) -> HttpResponse:
    """All results as one JSON object."""
    page = _get_computed(request, slug)
    data = json.dumps(page.results, ensure_ascii=False, allow_nan=False, indent=1).encode()
    return build_download(f"results-{page.slug}-r{page.revision:04d}.json", data, "application/json")


def results_csv(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """One table as CSV."""
    page = _get_computed(request, slug)
    found = build_result_tables(page.results or {}, _names(page)).get(table)
    if found is None:
        raise NotFound("There is no such table.")
    return build_download(f"{found.name}-{page.slug}-r{page.revision:04d}.csv", build_table_csv(found), "text/csv")


def _get_computed(request: HttpRequest, slug: str) -> ResultsPage:
    page = get_results_page(account=get_account(request.user), slug=slug)
    if page.results is None:
        raise NotFound("These results are not computed yet.")
    return page


def _names(page: ResultsPage) -> dict[str, str]:
    words = {"CANNOT_CODE": "Cannot be coded", "outside": "Outside", "restraint": "Restraint"}
    return {label.code: label.name for label in page.codebook.labels} | words | {"substantive": "Substantive"}


def _build_context(page: ResultsPage) -> dict[str, object]:
    """Answers, pictures and tables; nothing before the results are computed."""
    found: Mapping[str, Any] | None = page.results
    if found is None:
        return {}
    names = _names(page)
    agreement, ranks = found["agreement"], found["ranks"]["ehq1"]
    return {
        "answers": build_answers(found),
        "tables": build_result_tables(found, names),
        "changed": len(found["scores"]["changed"]),
        "confusion": build_heat_map(
            "Reference against automated label",
            counts=found["confusion"],
            rows=[names.get(label, label) for label in found["labels"] if label != "outside"],
            columns=[names.get(label, label) for label in found["labels"]],
            across="automated",
            down="reference",
        ),
        "coders": None
        if agreement["confusion"] is None
        else build_heat_map(
            "Coder against coder",
            counts=agreement["confusion"],
            rows=[names.get(label, label) for label in agreement["labels"]],
            columns=[names.get(label, label) for label in agreement["labels"]],
            across=agreement["coders"][1],
            down=agreement["coders"][0],
        ),
        "slope": build_slope_chart(ranks["automated"], ranks["reference"]),
        "bias": build_bias_dots(found["impact"]["ehq1"], "Bias of EHQ1 by model"),
    }
