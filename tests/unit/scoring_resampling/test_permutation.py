"""Permutation tests against plain enumeration, and known values."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from scoring.resampling import open_stream
from scoring.resampling.analytic import partial_correlation
from scoring.resampling.permutation import (
    correlation_test,
    family_rates_test,
    freedman_lane_test,
    holm,
    homogeneity_test,
    sign_flip_test,
    trend_test,
    two_group_test,
)

SMALL = st.lists(st.integers(0, 4), min_size=3, max_size=5)


def _stream(name: str = "x") -> np.random.Generator:
    return open_stream("1", name)


def _pearson_parts(x: list, y: list) -> Fraction:
    n = len(x)
    return Fraction(n * sum(a * b for a, b in zip(x, y, strict=True)) - sum(x) * sum(y))


def _kendall_parts(x: list, y: list) -> Fraction:
    pairs = itertools.combinations(range(len(x)), 2)
    return Fraction(sum(int(np.sign(x[i] - x[j]) * np.sign(y[i] - y[j])) for i, j in pairs))


def _tenths(values: list[int]) -> list[Fraction]:
    return [Fraction(value, 10) + 7 for value in values]


@settings(max_examples=60)
@given(SMALL, st.data(), st.sampled_from(["pearson", "spearman", "kendall"]))
def test_exact_correlation_tests_are_plain_enumeration(x: list[int], data: st.DataObject, kind: str) -> None:
    y = data.draw(st.lists(st.integers(0, 4), min_size=len(x), max_size=len(x)))
    found = correlation_test(_tenths(x), _tenths(y), kind, stream=_stream())
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert (found.p, found.undefined) == (None, "a variable is constant")
        return
    part = _kendall_parts if kind == "kendall" else _pearson_parts
    if kind == "spearman":
        x, y = (stats.rankdata(values).tolist() for values in (x, y))
        x, y = ([Fraction(value) for value in values] for values in (x, y))
    seen = part(x, y)
    every = [part(x, list(order)) for order in itertools.permutations(y)]
    assert found.exact
    assert found.arrangements == len(every)
    assert found.hits == sum(abs(one) >= abs(seen) for one in every)
    assert found.p == found.hits / len(every)
    assert found.greater == sum(one >= seen for one in every) / len(every)
    assert found.less == sum(one <= seen for one in every) / len(every)
    assert found.twice_smaller_tail == min(2 * found.greater, 2 * found.less, 1)


@pytest.mark.parametrize("kind", ["pearson", "spearman", "kendall"])
def test_beyond_eight_units_orders_are_drawn_with_the_plus_one_rule(kind: str) -> None:
    x = [Fraction(n) for n in range(9)]
    y = [Fraction(n) for n in (3, 1, 4, 0, 5, 8, 2, 6, 7)]
    found = correlation_test(x, y, kind, stream=_stream())
    assert not found.exact
    assert found.arrangements == 20_000
    assert found.p == (found.hits + 1) / 20_001
    theirs = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}[kind]
    numbers = [[float(value) for value in values] for values in (x, y)]
    assert found.value == pytest.approx(theirs(*numbers).statistic)
    assert found.p == pytest.approx(theirs(*numbers).pvalue, abs=0.03)
    assert correlation_test(x, y, kind, stream=_stream()).hits == found.hits
    best = correlation_test(x, x, kind, stream=_stream(), draws=99)
    assert (best.value, best.p) == (pytest.approx(1), 0.01)


def test_two_pairs_are_too_few() -> None:
    found = correlation_test([1, 2], [1, 2], "pearson", stream=_stream())
    assert (found.undefined, found.twice_smaller_tail) == ("fewer than 3 models", None)


def test_many_units_are_looked_at_a_part_at_a_time() -> None:
    x = list(range(60))
    found = correlation_test(x, x[::-1], "kendall", stream=_stream(), draws=1200)
    assert (found.value, found.hits, found.arrangements) == (-1.0, 0, 1200)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=8))
def test_exact_sign_flips_are_plain_enumeration(values: list[int]) -> None:
    found = sign_flip_test(_scaled(values), stream=_stream())
    signs = itertools.product((1, -1), repeat=len(values))
    every = [sum(s * v for s, v in zip(pattern, values, strict=True)) for pattern in signs]
    assert found.hits == sum(abs(one) >= abs(sum(values)) for one in every)
    assert found.arrangements == len(every) == 2 ** len(values)
    largest = sum(abs(value) for value in values)
    assert found.smallest == sum(abs(one) >= largest for one in every) / len(every)
    assert found.value == pytest.approx(sum(values) / len(values) / 7)


def _scaled(values: list[int]) -> list[Fraction]:
    return [Fraction(value, 7) for value in values]


def test_known_values_of_generations_and_groups() -> None:
    up = sign_flip_test([Fraction(n, 100) for n in (3, 1, 5, 2)], stream=_stream())
    assert (up.p, up.smallest) == (0.125, 0.125)
    values = [Fraction(n * n, 1000) for n in range(14)]
    found = two_group_test(values, [2, 7, 10, 5], stream=_stream())
    assert found.arrangements == 1001
    assert found.p * 1001 == pytest.approx(round(found.p * 1001))
    assert found.smallest == 1 / 1001


def test_many_differences_are_flipped_at_random() -> None:
    values = [Fraction(1)] * 14 + [Fraction(-1)] * 7
    found = sign_flip_test(values, stream=_stream())
    assert (found.exact, found.arrangements) == (False, 20_000)
    exact = 2 * stats.binom.cdf(7, 21, 0.5)
    assert found.p == pytest.approx(exact, abs=0.012)
    assert sign_flip_test([], stream=_stream()).undefined == "no pair"


@given(st.lists(st.integers(0, 6), min_size=2, max_size=8), st.data())
def test_exact_group_tests_are_plain_enumeration(values: list[int], data: st.DataObject) -> None:
    n = len(values)
    chosen = sorted(data.draw(st.sets(st.integers(0, n - 1), min_size=1, max_size=n - 1)))

    def difference(inside: tuple[int, ...]) -> Fraction:
        first = [values[place] for place in inside]
        rest = [value for place, value in enumerate(values) if place not in inside]
        return Fraction(sum(first), len(first)) - Fraction(sum(rest), len(rest))

    every = [difference(inside) for inside in itertools.combinations(range(n), len(chosen))]
    seen = difference(tuple(chosen))
    found = two_group_test([Fraction(value, 3) for value in values], chosen, stream=_stream())
    assert found.hits == sum(abs(one) >= abs(seen) for one in every)
    assert found.greater == sum(one >= seen for one in every) / len(every)
    assert found.value == pytest.approx(float(seen) / 3)


def test_groups_too_many_to_list_are_drawn() -> None:
    values = [Fraction(n) for n in range(24)]
    found = two_group_test(values, range(12, 24), stream=_stream())
    assert (found.exact, found.arrangements, found.smallest) == (False, 20_000, None)
    assert found.p == 1 / 20_001
    assert two_group_test(values, [], stream=_stream()).undefined == "a group without models"
    assert two_group_test([1, 2], [0], stream=_stream()).smallest == 1.0


def test_family_rates_move_whole_models() -> None:
    errors, records, family = [8, 9, 1, 2, 0], [10, 10, 10, 10, 0], [0, 0, 1, 1, 2]
    found = family_rates_test(errors, records, family, stream=_stream())

    def chi_square(order: tuple[int, ...]) -> float:
        total = 0.0
        for one in range(3):
            members = [order[place] for place in range(5) if family[place] == one]
            n = sum(records[place] for place in members)
            x = sum(errors[place] for place in members)
            total += (x - 0.5 * n) ** 2 / (n * 0.25) if n else 0
        return total

    every = [chi_square(order) for order in itertools.permutations(range(5))]
    assert found.value == pytest.approx(every[0])
    assert found.hits == sum(one >= every[0] - 1e-9 for one in every)
    drawn = family_rates_test(errors * 2, records * 2, [*family, 0, 1, 0, 1, 2], stream=_stream())
    assert (drawn.exact, drawn.arrangements) == (False, 20_000)
    assert family_rates_test([1, 2], [5, 5], [0, 0], stream=_stream()).undefined == "fewer than 2 families with records"
    assert family_rates_test([0, 0], [5, 5], [0, 1], stream=_stream()).undefined == "the error rate does not vary"


def _partial_by_least_squares(x: np.ndarray, y: np.ndarray, covariates: np.ndarray) -> float:
    design = np.column_stack([np.ones(len(x)), covariates])
    left = [values - design @ np.linalg.lstsq(design, values, rcond=None)[0] for values in (x, y)]
    return float((left[0] * left[1]).sum() / math.sqrt((left[0] ** 2).sum() * (left[1] ** 2).sum()))


def test_freedman_and_lane_add_permuted_residuals_to_the_fit() -> None:
    x, y = [2, 7, 1, 8, 2, 8], [3, 1, 4, 1, 5, 9]
    covariates = [[0, 0, 1, 1, 0, 1], [5, 3, 5, 8, 9, 7]]
    found = freedman_lane_test(x, y, covariates, stream=_stream())
    others = np.array(covariates).T
    design = np.column_stack([np.ones(6), others])
    fit = design @ np.linalg.lstsq(design, np.array(y, dtype=float), rcond=None)[0]
    residuals = np.array(y) - fit
    every = [
        _partial_by_least_squares(np.array(x), fit + residuals[list(order)], others)
        for order in itertools.permutations(range(6))
    ]
    assert found.value == pytest.approx(every[0]) == partial_correlation(x, y, covariates).value
    assert found.hits == sum(abs(one) >= abs(every[0]) - 1e-9 for one in every)


def test_freedman_and_lane_beyond_eight_units_and_without_anything_left() -> None:
    x = list(range(12))
    y = [value * value % 13 for value in x]
    found = freedman_lane_test(x, y, [[value % 2 for value in x]], stream=_stream())
    assert (found.exact, found.arrangements) == (False, 20_000)
    assert found.p == pytest.approx(partial_correlation(x, y, [[value % 2 for value in x]]).p, abs=0.05)
    few = freedman_lane_test([1, 2, 4], [1, 5, 2], [[0, 1, 0]], stream=_stream())
    assert few.undefined == "no degree of freedom left"
    explained = freedman_lane_test(x, y, [x], stream=_stream())
    assert explained.undefined == "a variable is constant, or wholly explained by what is held constant"
    assert freedman_lane_test(x, x[::-1], [x], stream=_stream()).undefined == explained.undefined
    held = freedman_lane_test(x, y, [y], stream=_stream())
    assert held.undefined == explained.undefined


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=8))
def test_holm_leaves_missing_tests_out_of_the_family(p: list[float | None]) -> None:
    found = holm(p)
    known = [value for value in p if value is not None]
    assert found.family == len(known)
    for value, adjusted in zip(p, found.p, strict=True):
        if value is None:
            assert adjusted is None
        else:
            smaller = [other for other in known if other <= value]
            wanted = max((len(known) - sum(o < other for o in known)) * other for other in smaller)
            assert adjusted == pytest.approx(min(wanted, 1))


def test_homogeneity_by_variance_and_by_chi_square() -> None:
    same = homogeneity_test([5, 5, 6, 4], [10] * 4, stream=_stream())
    assert same.value == pytest.approx(np.var([0.5, 0.5, 0.6, 0.4], ddof=1))
    assert same.p > 0.5
    far = homogeneity_test([1, 9, 5], [10, 10, 10], stream=_stream())
    chi = stats.chi2_contingency(np.array([[1, 9, 5], [9, 1, 5]]), correction=False)
    assert far.p == pytest.approx(chi.pvalue, abs=0.003)
    unequal = homogeneity_test([10, 45, 0], [40, 80, 0], stream=_stream())
    wanted = stats.chi2_contingency(np.array([[10, 45], [30, 35]]), correction=False)
    assert unequal.value == pytest.approx(wanted.statistic)
    assert unequal.p == pytest.approx(wanted.pvalue, abs=0.003)
    assert homogeneity_test([0, 0], [5, 9], stream=_stream()).p == 1.0
    assert homogeneity_test([5], [9], stream=_stream()).undefined == "fewer than 2 models"


def test_trend_within_coders_is_not_a_difference_between_them() -> None:
    position = np.tile(np.arange(40), 2)
    coder = np.repeat([0, 1], 40)
    between = np.repeat([0, 1], 40)
    assert trend_test(position, between, coder, stream=_stream()).undefined == "position or outcome does not vary"
    draw = np.random.default_rng(2)
    chance = draw.integers(0, 2, 80)
    none = trend_test(position, chance, coder, stream=_stream(), draws=2000)
    both = [
        stats.pearsonr(position[coder == one], chance[coder == one]).statistic * chance[coder == one].std()
        for one in (0, 1)
    ]
    spread = math.sqrt(2 * sum(chance[coder == one].var() for one in (0, 1)))
    assert none.value == pytest.approx(sum(both) / spread)
    assert none.p > 0.05
    late = (position >= 30).astype(int)
    assert trend_test(position, late, coder, stream=_stream(), draws=2000).p == pytest.approx(1 / 2001)
    many = trend_test(np.tile(position, 30), np.tile(chance, 30), np.tile(coder, 30), stream=_stream(), draws=1500)
    assert many.arrangements == 1500
