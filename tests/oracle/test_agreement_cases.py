"""Agreement figures against the oracle's cases, point values."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from scoring.agreement import (
    UnitCounts,
    brennan_prediger,
    cohen_kappa,
    conger_expected,
    conger_kappa,
    count_units,
    expected_agreement,
    fleiss_pi,
    gwet_ac1,
    krippendorff_alpha,
    mean_agreement,
    observed_agreement,
    specific_agreement,
    weighted_kappa,
)
from scoring.agreement.unit_counts import Pattern
from scoring.results import Exact


def _counts(given: dict) -> UnitCounts:
    """Unit counts of a case: raw ratings, or one pattern per cell of its table."""
    q = len(given["categories"])
    if "ratings" in given:
        return count_units(_ratings(given), q)
    cells = [((i, j), n) for i, row in enumerate(given["table"]) for j, n in enumerate(row)]
    return UnitCounts(
        patterns=tuple(
            Pattern(classes=tuple((place[0] == k) + (place[1] == k) for k in range(q)), units=n)
            for place, n in cells
            if n
        )
    )


def _ratings(given: dict) -> np.ndarray:
    place = {value: position for position, value in enumerate(given["categories"])} | {None: -1}
    return np.array([[place[value] for value in unit] for unit in given["ratings"]], dtype="int16")


def _conger(given: dict) -> Exact:
    expected = conger_expected(_ratings(given), len(given["categories"]))
    return conger_kappa(mean_agreement(_counts(given)), expected)


SINGLE: dict[str, Callable[[dict], Exact]] = {
    "observed_agreement": lambda given: mean_agreement(_counts(given)),
    "cohen_kappa": lambda given: cohen_kappa(given["table"]),
    "brennan_prediger": lambda given: brennan_prediger(_counts(given), len(given["categories"])),
    "randolph_kappa": lambda given: brennan_prediger(_counts(given), len(given["categories"])),
    "scott_pi": lambda given: fleiss_pi(_counts(given)),
    "fleiss_kappa": lambda given: fleiss_pi(_counts(given)),
    "gwet_ac1": lambda given: gwet_ac1(_counts(given), len(given["categories"])),
    "krippendorff_alpha_nominal": lambda given: krippendorff_alpha(_counts(given)),
    "conger_kappa": _conger,
    "weighted_kappa_linear": lambda given: weighted_kappa(given["table"], power=1),
    "weighted_kappa_quadratic": lambda given: weighted_kappa(given["table"], power=2),
}


@pytest.fixture(scope="module")
def cases(shared_oracle: Path) -> list[dict]:
    """The oracle's development cases."""
    return json.loads((shared_oracle / "cases_dev.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("statistic", SINGLE)
def test_each_case_of_a_coefficient(cases: list[dict], statistic: str) -> None:
    chosen = [case for case in cases if case["statistic"] == statistic]
    assert len(chosen) >= 7
    for case in chosen:
        found = SINGLE[statistic](case["input"])
        wanted = case["expected"]["value"]
        if wanted is None:
            assert found.undefined, case["id"]
        else:
            assert found.number() == pytest.approx(wanted, abs=1e-12), case["id"]


def test_each_case_of_specific_agreement(cases: list[dict]) -> None:
    chosen = [case for case in cases if case["statistic"] == "specific_agreement"]
    assert len(chosen) == 43
    for case in chosen:
        found = specific_agreement(_counts(case["input"]), len(case["input"]["categories"]))
        for one, wanted in zip(found, case["expected"]["values"], strict=True):
            assert one.number() == (None if wanted is None else pytest.approx(wanted, abs=1e-12)), case["id"]


def test_table_and_pattern_forms_agree_and_expected_agreement_is_the_oracles(cases: list[dict]) -> None:
    for case in cases:
        if case["statistic"] == "cohen_kappa":
            table = case["input"]["table"]
            assert observed_agreement(table) == mean_agreement(_counts(case["input"]))
            assert expected_agreement(table).number() == pytest.approx(case["expected"]["pe"], abs=1e-12), case["id"]
