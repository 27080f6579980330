"""Coefficients with standard errors by formula, tests of margins: against numeric derivatives and each other."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from scoring.resampling.analytic import (
    UnitPattern,
    agreement_weights,
    alpha_of_level,
    bhapkar_test,
    bowker_test,
    coefficient_with_error,
    kappa_with_error,
    light_kappa,
    macro_f1_with_error,
    mcnemar_test,
    patterns_of_table,
    stuart_maxwell_test,
)
from scoring.resampling.analytic.coefficient import Coefficient
from scoring.resampling.intervals import NO_VARIATION
from scoring.resampling.intervals.quantiles import t_quantile

TABLES = st.lists(st.lists(st.integers(1, 30), min_size=3, max_size=3), min_size=3, max_size=3)


def _weighted_kappa(share: np.ndarray, weight: np.ndarray) -> float:
    expected = (weight * np.outer(share.sum(axis=1), share.sum(axis=0))).sum()
    return ((weight * share).sum() - expected) / (1 - expected)


def _macro_f1(share: np.ndarray, _: np.ndarray) -> float:
    return float((2 * np.diag(share) / (share.sum(axis=1) + share.sum(axis=0))).mean())


def _delta_error(table: list[list[int]], statistic: object, weight: np.ndarray) -> float:
    """The delta method with numeric derivatives under multinomial sampling."""
    counts = np.array(table, dtype=float)
    n = counts.sum()
    share, gradient = counts / n, np.zeros_like(counts)
    for place in np.ndindex(3, 3):
        step = np.zeros((3, 3))
        step[place] = 1e-6
        gradient[place] = (statistic(share + step, weight) - statistic(share - step, weight)) / 2e-6
    return math.sqrt(((share * gradient**2).sum() - (share * gradient).sum() ** 2) / n)


@settings(max_examples=40)
@given(TABLES, st.sampled_from(["identity", "linear", "quadratic"]))
def test_the_error_of_kappa_is_the_delta_method_s(table: list[list[int]], weights: str) -> None:
    weight = np.array(agreement_weights(3, weights), dtype=float)
    found = kappa_with_error(table, weights=weights)
    assert found.coefficient.value == pytest.approx(_weighted_kappa(np.array(table) / np.sum(table), weight))
    assert found.coefficient.se == pytest.approx(_delta_error(table, _weighted_kappa, weight), rel=1e-5)
    macro = macro_f1_with_error(table)
    assert macro.se == pytest.approx(_delta_error(table, _macro_f1, weight), rel=1e-5)


def test_kappa_that_cannot_be_and_kappa_of_a_constant_coder() -> None:
    empty = kappa_with_error([[0, 0], [0, 0]])
    assert (empty.coefficient.undefined, empty.observed) == ("no unit coded twice", None)
    assert empty.coefficient.ends() is None
    one = kappa_with_error([[0, 0], [0, 30]])
    assert one.coefficient.undefined == "only one class used: expected agreement is 1"
    assert (one.observed, one.expected, one.se0) == (1.0, 1.0, None)
    constant = kappa_with_error([[10, 0], [20, 0]])
    assert (constant.coefficient.value, constant.coefficient.se, constant.z0, constant.p0) == (0.0, 0.0, None, None)
    assert constant.coefficient.interval().undefined == NO_VARIATION


def test_coefficients_use_the_normal_or_student_s_quantile_as_they_say() -> None:
    normal, student = Coefficient(value=0.4, se=0.1), Coefficient(value=0.4, se=0.1, df=5)
    assert normal.interval().method == "normal"
    assert normal.ends().high == pytest.approx(0.4 + 0.1959964)
    assert student.interval().method == "t"
    assert student.interval(level=0.9).low == pytest.approx(0.4 - 0.1 * t_quantile(0.9, 5))
    assert Coefficient(value=0.4, se=None).interval().undefined == "no standard error"
    assert Coefficient(value=None, se=None, undefined="why").interval().undefined == "why"


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.integers(1, 4)), min_size=2, max_size=6
    ),
    st.sampled_from(["ac", "pi", "brennan-prediger", "none"]),
    st.sampled_from(["identity", "linear"]),
)
def test_the_linearised_variance_is_that_of_small_changes_of_unit_weights(
    rows: list[tuple[int, ...]], chance: str, weights: str
) -> None:
    coded = [UnitPattern(given=row[:3], units=row[3]) for row in rows if sum(row[:3]) > 1]
    found = coefficient_with_error(coded, 3, chance, weights=weights)
    n = sum(one.units for one in coded)
    if found.coefficient.value is None:
        assert n == 0 or chance == "pi"
        return
    if n == 1:
        assert found.coefficient.se is None
        return
    weight = np.array(agreement_weights(3, weights), dtype=float)

    def coefficient(of_unit: np.ndarray) -> float:
        given = np.array([one.given for one in coded], dtype=float)
        r = given.sum(axis=1)
        share = ((given / r[:, None]) * of_unit[:, None]).sum(axis=0) / of_unit.sum()
        two = r > 1
        own = (given[two] * (given[two] @ weight - 1)).sum(axis=1) / (r[two] * (r[two] - 1))
        observed = (own * of_unit[two]).sum() / of_unit[two].sum()
        expected = {
            "ac": weight.sum() * (share * (1 - share)).sum() / 6,
            "pi": share @ weight @ share,
            "brennan-prediger": weight.sum() / 9,
            "none": 0.0,
        }[chance]
        return (observed - expected) / (1 - expected)

    units = np.array([one.units for one in coded], dtype=float)
    assert found.coefficient.value == pytest.approx(coefficient(units), abs=1e-9)
    step = 1e-6
    influence = []
    for place in range(len(coded)):
        more, less = units.copy(), units.copy()
        more[place] += step
        less[place] -= step
        influence.append((coefficient(more) - coefficient(less)) / (2 * step))
    wanted = sum(u * (n * slope) ** 2 for u, slope in zip(units, influence, strict=True)) / (n * (n - 1))
    assert found.coefficient.se == pytest.approx(math.sqrt(wanted), rel=1e-4, abs=1e-7)
    assert found.se_table == pytest.approx(found.coefficient.se * math.sqrt((n - 1) / n))


def test_subject_coefficients_that_cannot_be() -> None:
    unpaired = coefficient_with_error([UnitPattern(given=(1, 0), units=3), UnitPattern(given=(0, 0), units=2)], 2, "ac")
    assert (unpaired.coefficient.undefined, unpaired.units, unpaired.observed) == ("no unit coded twice", 3, None)
    constant = coefficient_with_error(patterns_of_table([[5, 0], [0, 0]]), 2, "pi")
    assert (constant.coefficient.undefined, constant.observed, constant.expected) == (
        "only one class used: expected agreement is 1",
        1.0,
        1.0,
    )
    single = coefficient_with_error(patterns_of_table([[1, 0], [0, 0]]), 2, "ac")
    assert (single.coefficient.value, single.coefficient.se) == (1.0, None)


def test_margins_at_two_classes_are_mcnemar_s() -> None:
    table = [[40, 9], [2, 45]]
    exact = mcnemar_test(9, 2)
    assert stuart_maxwell_test(table).statistic == pytest.approx(exact.chi_square)
    assert bowker_test(table).statistic == pytest.approx(exact.chi_square)
    assert exact.p_exact == pytest.approx(stats.binomtest(2, 11).pvalue)
    assert exact.p_mid == pytest.approx(exact.p_exact - stats.binom.pmf(2, 11, 0.5))
    assert exact.corrected == pytest.approx(36 / 11)
    lopsided = mcnemar_test(5, 0)
    assert (lopsided.p_exact, lopsided.p_mid) == (0.0625, 0.03125)
    equal = mcnemar_test(4, 4)
    assert (equal.p_exact, equal.p_mid, equal.corrected) == (1.0, 1.0, 0.0)
    nothing = mcnemar_test(0, 0)
    assert (nothing.chi_square, nothing.p_exact) == (None, 1.0)


def test_margin_tests_without_disagreement_or_without_a_finite_statistic() -> None:
    same = [[4, 0], [0, 9]]
    for found in (stuart_maxwell_test(same), bhapkar_test(same)):
        assert (found.statistic, found.df, found.p, found.undefined) == (
            None,
            0,
            None,
            "no disagreement: nothing to test",
        )
    assert (bowker_test(same).df, bowker_test(same).p, bowker_test(same).df_all) == (0, 1.0, 1)
    all_one_way = bhapkar_test([[0, 7], [0, 0]])
    assert (all_one_way.statistic, all_one_way.df) == (None, 1)
    assert all_one_way.undefined == "all units disagree, and in one direction"
    assert macro_f1_with_error([[3, 0], [0, 0]]).undefined == "a class never occurs, its F1 is 0/0"


def test_alpha_levels_differ_where_distances_do() -> None:
    near = [
        UnitPattern(given=(1, 1, 0), units=1),
        UnitPattern(given=(0, 0, 2), units=2),
        UnitPattern(given=(2, 0, 0), units=2),
    ]
    far = [UnitPattern(given=(1, 0, 1), units=1), *near[1:]]
    for level in ("ordinal", "interval"):
        assert alpha_of_level(near, level, (1, 2, 3)).value > alpha_of_level(far, level, (1, 2, 3)).value
    assert alpha_of_level([UnitPattern(given=(1, 0), units=4)], "nominal").undefined == "no pairable value"
    assert alpha_of_level([UnitPattern(given=(2, 0), units=4)], "ordinal").undefined == (
        "no variation in the pairable values"
    )


def test_light_s_kappa_needs_every_pair() -> None:
    ratings = np.array([[0, 0, 0], [0, 1, 0], [1, 1, 0]])
    found = light_kappa(ratings[:, :2], 2)
    assert found.coefficient.value == pytest.approx(0.4)
    constant = light_kappa(np.zeros((3, 3), dtype="int64"), 2)
    assert constant.coefficient.undefined == "the kappa of a pair is undefined"
    assert constant.pairs == (None, None, None)
    assert light_kappa(ratings[:, :1], 2).coefficient.value is None
