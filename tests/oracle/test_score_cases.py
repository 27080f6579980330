"""EHQ and its calibration error against the oracle's cases, bins [a, b)."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from scoring.ehq import DEFAULT_WEIGHTS, Tally, count_tallies, score_tally

ROLES = {"A": 0, "H": 0, "CC": 1, "CW": 2}


@pytest.fixture(scope="module")
def cases(shared_oracle: Path) -> list[dict]:
    """The oracle's development cases."""
    return json.loads((shared_oracle / "cases_dev.json").read_text(encoding="utf-8"))


def _tally(labels: list[str], confidence: list[float | None]) -> Tally:
    """The tally of some answers; confidences are rounded to the integers in which a run holds them."""
    stated = [-1 if value is None else round(value * 100_000_000) for value in confidence]
    [tally] = count_tallies(
        role=np.array([ROLES[label] for label in labels], dtype="int8"),
        confidence=np.array(stated, dtype="int64"),
        group=np.zeros(len(labels), dtype="int64"),
        groups=1,
    )
    return tally


def test_scores(cases: list[dict]) -> None:
    chosen = [case for case in cases if case["statistic"] == "ehq_left"]
    assert len(chosen) == 6
    for case in chosen:
        tally = _tally(case["input"]["labels"], case["input"]["confidence"])
        found, wanted = score_tally(tally, DEFAULT_WEIGHTS), case["expected"]
        assert tally.calibration == wanted["n_ece"], case["id"]
        for name in ("ehq1", "ehq2", "ehq3", "ehq"):
            number = wanted[name]
            assert found.get(name).number() == (None if number is None else pytest.approx(number, abs=1e-12)), case[
                "id"
            ]


def test_calibration_error_is_what_ehq3_lacks_to_one(cases: list[dict]) -> None:
    chosen = [case for case in cases if case["statistic"] == "ece10_left"]
    assert len(chosen) == 7
    for case in chosen:
        labels = ["CC" if correct else "CW" for correct in case["input"]["correct"]]
        tally = _tally(labels, case["input"]["confidence"])
        found, wanted = score_tally(tally, DEFAULT_WEIGHTS).ehq3.number(), case["expected"]
        if wanted["value"] is None:
            assert found is None, case["id"]
        else:
            assert [part.n for part in tally.bins] == wanted["counts"], case["id"]
            assert 1 - found == pytest.approx(wanted["value"], abs=1e-12), case["id"]
