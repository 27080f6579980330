"""EHQ of small groups against figures worked out by hand, and the traps of bins."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from scoring.ehq import (
    DEFAULT_WEIGHTS,
    NO_ROLE,
    count_tallies,
    mean_of_scores,
    parse_weights,
    rank_models,
    score_tally,
    sum_tallies,
)
from scoring.ehq.tally import Tally
from scoring.errors import Usage
from scoring.results import Exact

ROLES = {"A": 0, "H": 0, "CC": 1, "CW": 2, "-": NO_ROLE}


def _tally(*answers: tuple[str, float | None]) -> Tally:
    role = np.array([ROLES[label] for label, _ in answers], dtype="int8")
    stated = np.array([-1 if c is None else round(c * 1_000_000) for _, c in answers], dtype="int64")
    [tally] = count_tallies(role=role, confidence=stated, group=np.zeros(len(role), dtype="int64"), groups=1)
    return tally


def test_confidences_on_an_edge_lie_in_the_upper_bin_and_100_in_the_last() -> None:
    tally = _tally(*(("CC", c) for c in (0, 9.999999, 10, 20, 29.999999, 30, 60, 70, 90, 100)))
    assert [part.n for part in tally.bins] == [2, 1, 2, 1, 0, 0, 1, 1, 0, 2]


def test_a_confidence_of_zero_counts() -> None:
    assert score_tally(_tally(("CW", 0)), DEFAULT_WEIGHTS).ehq3.value == 1
    assert score_tally(_tally(("CC", 0)), DEFAULT_WEIGHTS).ehq3.value == 0


def test_scores_by_hand() -> None:
    tally = _tally(("A", 0), ("H", None), ("CC", 90), ("CC", 95), ("CW", 91), ("CW", None), ("-", 50))
    found = score_tally(tally, DEFAULT_WEIGHTS)
    assert (tally.records, tally.total, tally.calibration, tally.pool) == (6, 6, 3, 3)
    assert (found.ehq1.value, found.ehq2.value) == (Fraction(2, 6), Fraction(4, 6))
    assert found.ehq3.value == 1 - Fraction(276 - 200, 300)
    assert found.ehq.value == Fraction(3, 10) / 3 + Fraction(45, 100) * 2 / 3 + Fraction(1, 4) * found.ehq3.value


def test_without_correct_answers_ehq3_is_one_minus_mean_confidence() -> None:
    found = score_tally(_tally(("CW", 12), ("CW", 33), ("CW", 90)), DEFAULT_WEIGHTS)
    assert found.ehq3.value == 1 - Fraction(12 + 33 + 90, 300)


def test_without_a_pool_ehq3_and_ehq_are_undefined_and_without_records_all() -> None:
    only_restraint = score_tally(_tally(("A", 3)), DEFAULT_WEIGHTS)
    assert only_restraint.ehq1.value == 1
    assert only_restraint.ehq3.undefined == only_restraint.ehq.undefined == "no substantive record with a confidence"
    nothing = score_tally(_tally(("-", 3)), DEFAULT_WEIGHTS)
    assert {nothing.get(name).undefined for name in ("ehq1", "ehq2", "ehq3", "ehq")} == {"no scored record"}


def test_a_component_without_weight_does_not_make_the_composite_undefined() -> None:
    found = score_tally(_tally(("A", 3), ("CW", None)), parse_weights("0.3,0.45,0"))
    assert found.ehq.value == Fraction(1, 2)


def test_weighted_tallies_are_the_same_records_repeated() -> None:
    one, other = _tally(("CC", 90), ("A", None)), _tally(("CW", 85))
    weighted = sum_tallies([one.times(2), other.times(3)])
    repeated = sum_tallies([one, one, other, other, other])
    assert score_tally(weighted, DEFAULT_WEIGHTS) == score_tally(repeated, DEFAULT_WEIGHTS)
    assert (weighted.records, weighted.calibration, repeated.records) == (3, 2, 7)


def test_means_leave_out_models_without_a_value() -> None:
    means = mean_of_scores(
        [score_tally(_tally(*answers), DEFAULT_WEIGHTS) for answers in ([("A", 1)], [("CW", 50)], [("-", 1)])]
    )
    assert (means.ehq1.value, means.ehq3.value) == (Fraction(1, 2), Fraction(1, 2))
    assert mean_of_scores([]).ehq.undefined == "no model has a value"


def test_ranks_share_the_mean_on_ties_and_skip_models_without_value() -> None:
    third = Exact.ratio(1, 3, undefined="")
    assert rank_models([third, Exact.of(1), Exact.ratio(2, 6, undefined=""), Exact.none("x")]) == (2.5, 1.0, 2.5, None)
    assert rank_models([]) == ()


@pytest.mark.parametrize("text", ["", "1,2", "1,2,3,4", "a,1,1", "-1,1,1", "0,0,0", "nan,1,1", "1,Infinity,1", "1,,1"])
def test_weights_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(Usage, match="three decimals"):
        parse_weights(text)


def test_weights_are_kept_as_exact_decimals() -> None:
    assert parse_weights("0.30,.450,100").as_text() == ["0.3", "0.45", "100"]
    assert DEFAULT_WEIGHTS.compose(Exact.of(1), Exact.of(1), Exact.of(1)).value == 1
