"""Validity, correlations and exact tests against the oracle's cases, point values."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.results import Estimate, Exact, Reference
from scoring.validation import kendall, max_min_ratio, pearson, slope, spearman, two_group_p, validate
from scoring.validation.classes import measure_classes
from scoring.validation.tables import Table
from tests.small_runs import build_codebook, build_run


@pytest.fixture(scope="module")
def cases(shared_oracle: Path) -> dict[str, list[dict]]:
    """The oracle's development cases by statistic."""
    found: dict[str, list[dict]] = {}
    for case in json.loads((shared_oracle / "cases_dev.json").read_text(encoding="utf-8")):
        found.setdefault(case["statistic"], []).append(case)
    return found


def _number(found: Exact | Estimate) -> float | None:
    return found.number() if isinstance(found, Exact) else found.value


def _check(found: Exact | Estimate, wanted: float | None, name: str, tolerance: float = 1e-12) -> None:
    number = _number(found)
    if wanted is None:
        assert (number, bool(found.undefined)) == (None, True), name
    else:
        assert number == pytest.approx(wanted, abs=tolerance), name


def _fractions(values: list[float]) -> list[Fraction]:
    """The decimals that the case means, not the doubles that stand for them."""
    return [Fraction(str(value)) for value in values]


def test_classification(cases: dict[str, list[dict]]) -> None:
    assert len(cases["classification"]) == 29
    for case in cases["classification"]:
        table = tuple((*row, 0) for row in case["input"]["table"])
        found = measure_classes(Table(counts=table, weighted=table), case["input"]["categories"])
        wanted = case["expected"]
        _check(found.accuracy, wanted["accuracy"], case["id"])
        _check(found.macro_f1_defined, wanted["macro_f1_defined"], case["id"])
        _check(found.macro_f1_zero, wanted["macro_f1_zero"], case["id"])
        _check(found.weighted_f1, wanted["weighted_f1"], case["id"])
        assert [one.support for one in found.per_class] == wanted["support"], case["id"]
        assert [one.predicted for one in found.per_class] == wanted["predicted"], case["id"]
        for name in ("precision", "recall", "f1"):
            for one, number in zip(found.per_class, wanted[name], strict=True):
                _check(getattr(one, name), number, case["id"])


def test_confusion_of_string_labels_in_the_order_of_the_scheme(cases: dict[str, list[dict]]) -> None:
    for case in cases["confusion_matrix"]:
        given = case["input"]
        book = build_codebook(dict.fromkeys(given["categories"], "none"))
        rows = [{"item_id": f"{n:03}", "automated_label": label} for n, label in enumerate(given["predicted"])]
        said = {f"a/{n:03}": label for n, label in enumerate(given["reference"])}
        found = validate(build_run(rows), Reference(sha256="", labels=said), codebook=book).as_json()
        assert found["confusion"] == case["expected"]["values"], case["id"]
        assert found["n"] == case["expected"]["n"], case["id"]


CORRELATIONS = {"pearson": pearson, "spearman": spearman, "kendall_tau_b": kendall}


@pytest.mark.parametrize("statistic", CORRELATIONS)
def test_correlations(cases: dict[str, list[dict]], statistic: str) -> None:
    assert len(cases[statistic]) == 10
    for case in cases[statistic]:
        given = case["input"]
        found = CORRELATIONS[statistic](_fractions(given["x"]), _fractions(given["y"]))
        _check(found, case["expected"]["value"], case["id"])


def test_exact_two_group_p(cases: dict[str, list[dict]]) -> None:
    for case in cases["two_group_exact"]:
        found = two_group_p(_fractions(case["input"]["values"]), case["input"]["group"])
        _check(found, case["expected"]["p"], case["id"])


def test_slope_and_ratio(cases: dict[str, list[dict]]) -> None:
    for case in cases["slope"]:
        found = slope(_fractions(case["input"]["y"]), _fractions(case["input"]["x"]))
        _check(found, case["expected"]["value"], case["id"])
    for case in cases["max_min_ratio"]:
        _check(max_min_ratio(_fractions(case["input"]["values"])), case["expected"]["value"], case["id"])
