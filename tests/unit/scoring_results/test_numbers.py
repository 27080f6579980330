"""Numbers that are reported: either a value or the reason for none, never both, never NaN, never half an interval."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from scoring.results import Estimate, Exact


@pytest.mark.parametrize(
    "parts",
    [
        {"value": None},
        {"value": 1.0, "undefined": "no record"},
        {"value": math.nan},
        {"value": math.inf},
        {"value": 0.5, "low": 0.1, "high": math.nan, "method": "percentile"},
        {"value": 0.5, "low": 0.1, "high": 0.9},
        {"value": 0.5, "method": "percentile"},
    ],
)
def test_an_estimate_that_says_nothing_clear_is_refused(parts: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"estimate|interval"):
        Estimate(**parts)


def test_an_estimate_with_an_interval_prints_all_of_it() -> None:
    found = Estimate(value=0.5, low=0.25, high=0.75, method="percentile")
    assert found.as_json() == {"value": 0.5, "method": "percentile", "low": 0.25, "high": 0.75}


def test_an_exact_number_has_a_value_or_a_reason() -> None:
    for parts in ({"value": None, "undefined": None}, {"value": Fraction(1), "undefined": "no record"}):
        with pytest.raises(ValueError, match="never both"):
            Exact(**parts)


def test_the_first_reason_survives_every_operation() -> None:
    one, none, other = Exact.of(1), Exact.none("first"), Exact.none("second")
    assert none.plus(one) == one.minus(none) == none.over(one, undefined="zero") == none
    assert one.over(none, undefined="zero") == none.minus(other) == none
    assert Exact.mean((none, other), undefined="nothing").undefined == "nothing"
    assert none.estimate(3).as_json() == {"value": None, "n": 3, "undefined": "first"}


def test_division_happens_once() -> None:
    tenth = Exact.ratio(1, 10, undefined="")
    assert Exact.mean((tenth,) * 3, undefined="").number() == 0.1
    assert tenth.plus(tenth).plus(tenth).minus(Exact.ratio(3, 10, undefined="")).value == 0
