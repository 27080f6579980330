"""Every oracle case through the runner, and the runner itself."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from tests.oracle.run import ANSWERS, find_misses, main


@pytest.fixture(scope="module")
def cases(shared_oracle: Path) -> list[dict]:
    """The oracle's development cases."""
    return json.loads((shared_oracle / "cases_dev.json").read_text(encoding="utf-8"))


def test_every_statistic_of_the_oracle_is_answered(cases: list[dict]) -> None:
    assert {case["statistic"] for case in cases} <= set(ANSWERS)


@pytest.mark.parametrize("statistic", sorted(ANSWERS))
def test_each_case_within_its_tolerance(cases: list[dict], statistic: str) -> None:
    chosen = [case for case in cases if case["statistic"] == statistic]
    if not chosen:
        pytest.skip(f"the development cases hold no {statistic}")
    assert [line for case in chosen for line in find_misses(case)] == []


def _first(cases: list[dict], statistic: str) -> dict:
    return copy.deepcopy(next(case for case in cases if case["statistic"] == statistic))


def test_the_runner_names_what_differs_and_counts(
    cases: list[dict], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right, wrong, unknown = (_first(cases, "cohen_kappa") for _ in range(3))
    wrong["expected"]["se"] += 1e-6
    wrong["expected"]["never_given"] = 1.0
    unknown["statistic"] = "nobody_knows"
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([right, wrong, unknown]), encoding="utf-8")
    assert main([str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("FAIL t-cohen1968.cohen_kappa se: ours 0.0510018")
    assert f"expected {wrong['expected']['se']}, tolerance 1e-08" in lines[0]
    assert lines[1:] == [
        "FAIL t-cohen1968.cohen_kappa never_given: ours nothing, expected 1.0, tolerance 1e-08",
        "FAIL t-cohen1968.cohen_kappa: no function gives nobody_knows",
        "1 passed, 2 failed",
    ]


def test_an_undefined_number_is_no_number_and_the_other_way_round(cases: list[dict]) -> None:
    undefined = copy.deepcopy(next(case for case in cases if case["id"] == "t-single-class.cohen_kappa"))
    assert find_misses(undefined) == []
    undefined["expected"]["value"] = 1.0
    assert "value: ours None, expected 1.0" in find_misses(undefined)[0]
    defined = _first(cases, "scott_pi")
    defined["expected"]["value"] = None
    assert "expected None" in find_misses(defined)[0]


def test_a_case_that_cannot_be_read_fails_alone(cases: list[dict]) -> None:
    case = _first(cases, "cohen_kappa")
    del case["input"]["table"]
    assert find_misses(case) == ["FAIL t-cohen1968.cohen_kappa: KeyError: 'table'"]


def test_an_end_of_an_interval_outside_its_own_tolerance_is_found(cases: list[dict]) -> None:
    case = _first(cases, "cohen_kappa_boot")
    case["expected"]["ci"][1] += 0.05
    assert [line.split()[:3] for line in find_misses(case)] == [["FAIL", case["id"], "ci:"]]


@pytest.mark.parametrize("arguments", [[], ["missing.json"], ["a.json", "b.json"]])
def test_no_file_is_one_clear_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
