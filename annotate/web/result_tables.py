"""The tables of the results page: on the page and as CSV by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotate.web.score_tables import SCORES, rank_cell
from annotate.web.tables import Cell, Column, Table, build_table, number_cell, percent_cell, signed_cell, text_cell

__all__ = ["build_result_tables"]

COEFFICIENTS = {
    "observed": "Observed",
    "kappa": "Kappa",
    "ac1": "AC1",
    "alpha": "Alpha",
    "pi": "Pi",
    "pabak": "PABAK",
}


def build_result_tables(results: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Table]:
    """All tables by name; ``names`` gives the words for the codes of labels."""
    tables = [
        _agreement(results["agreement"]),
        _agreement_by_class(results["agreement"], names),
        _agreement_by_cell(results["agreement"]),
        _confusion("coders_confusion", "Coder against coder", results["agreement"], names),
        _validity(results),
        _classes(results, names),
        _confusion("confusion", "Reference against automated label", results, names),
        _impact(results["impact"]),
        _bias(results["impact"]),
        _ranks(results["ranks"]),
        _ranks_by_model(results["ranks"]),
        _pool(results["pool"]),
        _rescoring(results["scores"]),
    ]
    return {table.name: table for table in tables}


def _words(key: str, title: str) -> Column:
    return Column(key=key, title=title, is_number=False)


def _agreement(agreement: Mapping[str, Any]) -> Table:
    columns = [
        _words("resolution", "Resolution"),
        Column(key="n", title="Units"),
        *(Column(key=key, title=title) for key, title in COEFFICIENTS.items()),
    ]
    rows = [
        [text_cell(name), text_cell(part["n"]), *(number_cell(part[key], 3) for key in COEFFICIENTS)]
        for name, part in (("all classes", agreement), ("two classes", agreement["two_class"]))
    ]
    return build_table("agreement", "Agreement between coders", columns, rows)


def _agreement_by_class(agreement: Mapping[str, Any], names: Mapping[str, str]) -> Table:
    columns = [
        _words("label", "Label"),
        Column(key="share", title="Share of codings"),
        Column(key="agreement", title="Specific agreement"),
    ]
    rows = [
        [
            Cell(shown=names.get(label, label), raw=label),
            percent_cell(agreement["shares"][label]),
            number_cell(agreement["per_class"][label], 3),
        ]
        for label in agreement["labels"]
    ]
    return build_table("agreement_by_class", "Agreement by class", columns, rows)


def _agreement_by_cell(agreement: Mapping[str, Any]) -> Table:
    columns = [
        _words("cell", "Cell"),
        *(Column(key=key, title=title) for key, title in (("n", "Units"), ("observed", "Observed"))),
        *(Column(key=key, title=title) for key, title in (("kappa", "Kappa"), ("ac1", "AC1"))),
    ]
    rows = [
        [
            text_cell(" · ".join("–" if part is None else str(part) for part in cell["key"])),
            text_cell(cell["n"]),
            *(number_cell(cell[key], 3) for key in ("observed", "kappa", "ac1")),
        ]
        for cell in agreement["by"]
    ]
    return build_table("agreement_by_cell", "Agreement by cell of the plan", columns, rows)


def _confusion(name: str, caption: str, part: Mapping[str, Any], names: Mapping[str, str]) -> Table:
    labels: Sequence[str] = part["labels"]
    columns = [_words("label", "Label"), *(Column(key=label, title=names.get(label, label)) for label in labels)]
    rows = [
        [Cell(shown=names.get(label, label), raw=label), *(text_cell(count) for count in row)]
        for label, row in zip(labels, part["confusion"] or (), strict=False)
    ]
    return build_table(name, caption, columns, rows)


def _validity(results: Mapping[str, Any]) -> Table:
    keys = {
        "accuracy": "Accuracy",
        "kappa": "Kappa",
        "macro_f1_defined": "Macro F1, defined classes",
        "macro_f1_zero": "Macro F1, undefined as 0",
    }
    columns = [
        _words("resolution", "Resolution"),
        Column(key="n", title="Records"),
        *(Column(key=key, title=title) for key, title in keys.items()),
    ]
    rows = [
        [text_cell(name), text_cell(part["n"]), *(number_cell(part[key], 3) for key in keys)]
        for name, part in (("all classes", results), ("two classes", results["two_class"]))
    ]
    return build_table("validity", "The classifier against the reference", columns, rows)


def _classes(results: Mapping[str, Any], names: Mapping[str, str]) -> Table:
    columns = [
        _words("label", "Label"),
        Column(key="support", title="In the reference"),
        Column(key="precision", title="Precision"),
        Column(key="recall", title="Recall"),
        Column(key="f1", title="F1"),
    ]
    rows = [
        [
            Cell(shown=names.get(label, label), raw=label),
            text_cell(figures["support"]),
            *(number_cell(figures[key], 3) for key in ("precision", "recall", "f1")),
        ]
        for label in results["labels"]
        if (figures := results["per_class"].get(label))
    ]
    return build_table("classes", "Precision, recall and F1 by class", columns, rows)


def _impact(impact: Mapping[str, Any]) -> Table:
    columns = [
        _words("score", "Score"),
        Column(key="n", title="Records"),
        Column(key="automated", title="Automated"),
        Column(key="reference", title="Reference"),
        Column(key="bias", title="Bias"),
    ]
    rows = [
        [
            text_cell(title),
            text_cell(impact[key]["n"]),
            number_cell(impact[key]["automated"], 3),
            number_cell(impact[key]["reference"], 3),
            signed_cell(impact[key]["bias"], 3),
        ]
        for key, title in SCORES.items()
    ]
    return build_table("impact", "Scores under both labels, all models together", columns, rows)


def _bias(impact: Mapping[str, Any]) -> Table:
    columns = [_words("model", "Model"), Column(key="n", title="Records")]
    for key, title in SCORES.items():
        columns += [
            Column(key=f"{key}_automated", title=f"{title} automated"),
            Column(key=f"{key}_reference", title="reference"),
            Column(key=f"{key}_bias", title="bias"),
        ]
    rows = []
    for place, model in enumerate(impact["ehq1"]["models"]):
        row = [text_cell(model["model"]), text_cell(model["n"])]
        for key in SCORES:
            figures = impact[key]["models"][place]
            row += [
                number_cell(figures["automated"]),
                number_cell(figures["reference"]),
                signed_cell(figures["bias"]),
            ]
        rows.append(row)
    return build_table("bias_by_model", "Scores under both labels by model", columns, rows)


def _ranks(ranks: Mapping[str, Any]) -> Table:
    tops = list(ranks["ehq1"]["top"])
    columns = [
        _words("score", "Score"),
        Column(key="spearman", title="Spearman"),
        Column(key="pearson", title="Pearson"),
        Column(key="kendall", title="Kendall"),
        Column(key="max_shift", title="Largest shift"),
        *(Column(key=f"top_{k}_same", title=f"Same first {k}") for k in tops),
    ]
    rows = [
        [
            text_cell(title),
            *(number_cell(ranks[key][name], 3) for name in ("spearman", "pearson", "kendall")),
            rank_cell(ranks[key]["max_shift"]),
            *(_same_cell(ranks[key]["top"].get(k, {}).get("same_set")) for k in tops),
        ]
        for key, title in SCORES.items()
    ]
    return build_table("ranks", "Does the order of the models hold", columns, rows)


def _same_cell(same: bool | None) -> Cell:
    return Cell(shown="tie" if same is None else "yes" if same else "no", raw=same)


def _ranks_by_model(ranks: Mapping[str, Any]) -> Table:
    columns = [_words("model", "Model")]
    for key, title in SCORES.items():
        columns += [
            Column(key=f"{key}_automated", title=f"{title} automated"),
            Column(key=f"{key}_reference", title="reference"),
        ]
    models = sorted(
        {name for key in SCORES for name in ranks[key]["automated"]},
        key=lambda name: (ranks["ehq1"]["reference"].get(name, 1e9), name),
    )
    rows = [
        [
            text_cell(name),
            *(rank_cell(ranks[key][side].get(name)) for key in SCORES for side in ("automated", "reference")),
        ]
        for name in models
    ]
    return build_table("ranks_by_model", "Ranks under both labels by model", columns, rows)


def _pool(pool: Mapping[str, Any]) -> Table:
    keys = {
        "restraint_to_substantive": "Restraint called substantive",
        "substantive_to_restraint": "Substantive called restraint",
        "contamination": "Restraint in the pool",
    }
    columns = [_words("category", "Category"), *(Column(key=key, title=title) for key, title in keys.items())]
    parts = [("all", pool), *((part["category"], part) for part in pool["categories"])]
    rows = [[text_cell(name), *(percent_cell(part["estimates"][key]) for key in keys)] for name, part in parts]
    return build_table("pool", "The calibration pool: what it takes in and what it misses", columns, rows)


def _rescoring(scores: Mapping[str, Any]) -> Table:
    columns = [_words("model", "Model"), Column(key="n", title="Scored")]
    for key, title in SCORES.items():
        columns += [
            Column(key=f"{key}_before", title=f"{title} before"),
            Column(key=f"{key}_after", title="after"),
        ]
    columns += [Column(key="rank_before", title="Rank before"), Column(key="rank_after", title="after")]
    after = {model["model"]: model for model in scores["adjudicated"]["models"]}
    rows = []
    for model in scores["automated"]["models"]:
        other = after[model["model"]]
        row = [text_cell(model["model"]), text_cell(other["n"])]
        for key in SCORES:
            row += [number_cell(model[key], 3), number_cell(other[key], 3)]
        rows.append([*row, rank_cell(model["rank"]), rank_cell(other["rank"])])
    return build_table("rescoring", "Scores of the whole run before and after", columns, rows)
