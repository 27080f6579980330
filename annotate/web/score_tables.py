"""The scores of a run as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from annotate.web.tables import Cell, Column, Table, build_table, build_table_csv, number_cell, text_cell

__all__ = ["REASONS", "build_exclusion_table", "build_score_csv", "build_score_table", "count_cell", "rank_cell"]

REASONS = {
    "not_eligible": "not eligible",
    "model_excluded": "model excluded by the manifest",
    "provider_error": "the provider reported an error",
    "answered_by_other": "answered by another model",
    "reasoning_tokens": "spent reasoning tokens",
    "empty_response": "empty response",
    "unlabelled": "no label",
    "label_outside_codebook": "label outside the codebook",
    "cannot_code": "cannot be coded",
    "role_none": "label without a role",
}
"""Words for the reasons why a record is left out; a reason that is not here shows its code."""

SCORES = {"ehq1": "EHQ1", "ehq2": "EHQ2", "ehq3": "EHQ3", "ehq": "EHQ"}


def build_score_table(scores: Mapping[str, Any]) -> Table:
    """One row a model: records, scores, rank, counts by label."""
    models = scores["models"]
    labels = list(models[0]["counts"]) if models else []
    columns = [
        Column(key="model", title="Model", is_number=False),
        Column(key="family", title="Family", is_number=False),
        Column(key="expected", title="Records"),
        Column(key="n", title="Scored"),
        *(Column(key=key, title=title) for key, title in SCORES.items()),
        Column(key="rank", title="Rank"),
        *(Column(key=label, title=label.replace("_", " ").capitalize()) for label in labels),
    ]
    rows = [
        [
            text_cell(model["model"]),
            text_cell(model["family"]),
            text_cell(model["expected"]),
            text_cell(model["n"]),
            *(number_cell(model[key], 3) for key in SCORES),
            rank_cell(model.get("rank")),
            *(count_cell(model["counts"][label]) for label in labels),
        ]
        for model in models
    ]
    return build_table("scores", "Scores by model", columns, rows)


def build_exclusion_table(scores: Mapping[str, Any]) -> Table:
    """Records left out of the scores, by reason, over all models; a count that is covered is not added."""
    totals: Counter[str] = Counter()
    covered: set[str] = set()
    for model in scores["models"]:
        for reason, count in model["excluded"].items():
            if count is None:
                covered.add(reason)
            else:
                totals[reason] += count
    reasons = sorted(set(totals) | covered, key=lambda reason: (-totals[reason], reason))
    columns = [Column(key="reason", title="Reason", is_number=False), Column(key="records", title="Records")]
    rows = [
        [
            Cell(shown=REASONS.get(reason, reason.replace("_", " ")), raw=reason),
            count_cell(None if reason in covered else totals[reason]),
        ]
        for reason in reasons
    ]
    return build_table("excluded", "Records left out of the scores", columns, rows)


def build_score_csv(scores: Mapping[str, Any]) -> bytes:
    """The scores by model as CSV."""
    return build_table_csv(build_score_table(scores))


def rank_cell(rank: float | None) -> Cell:
    """A rank; tied ones are means and may end in .5."""
    return text_cell(None) if rank is None else Cell(shown=f"{rank:g}", raw=rank)


def count_cell(count: int | None) -> Cell:
    """A count; one that is covered while a study is open is a dot."""
    return Cell(shown="·" if count is None else str(count), raw=count)
