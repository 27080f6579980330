"""Intervals: published values, defining equations, what has no width."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from scoring.resampling.intervals import (
    NO_VARIATION,
    Interval,
    bound_without_variation,
    carried_interval,
    clopper_pearson,
    effective_size,
    f1_interval,
    find_percentiles,
    fisher_interval,
    max_t_band,
    measure_spread,
    newcombe_difference,
    shift_percentiles,
    tango,
    undefined_interval,
    wilson,
)
from scoring.resampling.intervals.interval import settle
from scoring.resampling.intervals.quantiles import normal_quantile, t_quantile
from scoring.results import Estimate


def test_an_interval_has_width_or_a_reason() -> None:
    with pytest.raises(ValueError, match="has width"):
        Interval(low=1.0, high=1.0, method="wilson")
    with pytest.raises(ValueError, match="both ends"):
        Interval(low=1.0, high=None, method="wilson")
    with pytest.raises(ValueError, match="both ends"):
        Interval(low=0.0, high=1.0, method="wilson", undefined="no record")
    assert settle(0.25, 0.25 + 1e-13, "percentile").undefined == NO_VARIATION
    none = undefined_interval("wilson", "no record")
    assert none.put_on(Estimate(value=0.5)) == Estimate(value=0.5)
    assert Interval(low=0.0, high=1.0, method="m").put_on(Estimate(value=None, undefined="x")).low is None


@given(st.lists(st.one_of(st.just(math.nan), st.floats(-1, 1)), min_size=1, max_size=30), st.sampled_from([0.5, 0.95]))
def test_percentiles_are_those_of_the_defined_replicates(row: list[float], level: float) -> None:
    values = np.array([row, row[::-1]])
    before = values.copy()
    found = find_percentiles(values, level=level)
    assert np.array_equal(values, before, equal_nan=True)
    known = values[0][~np.isnan(values[0])]
    assert found.used.tolist() == [len(known)] * 2
    assert found.left_out.tolist() == [len(row) - len(known)] * 2
    if len(known) == 0:
        assert found.interval(0).undefined == "undefined in every replicate"
        return
    wanted = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    assert [found.low[0], found.high[0]] == pytest.approx(wanted.tolist(), abs=1e-12)
    attained = find_percentiles(values, level=level, attained=True, overwrite=True)
    assert attained.low[0] in known
    assert attained.high[0] in known
    assert (known < attained.low[0]).mean() <= (1 - level) / 2 + 1e-9
    assert (known > attained.high[0]).mean() <= (1 - level) / 2 + 1e-9
    interval = find_percentiles(np.array([row]), level=level).interval(0)
    assert (interval.undefined == NO_VARIATION) == (round(wanted[1], 12) <= round(wanted[0], 12))


def test_spread_leaves_undefined_replicates_out() -> None:
    draw = np.random.default_rng(1)
    values = draw.random((3, 50))
    values[0, ::7] = np.nan
    values[1, 1:] = np.nan
    values[2] = 0.1
    found = measure_spread(values)
    known = values[0][~np.isnan(values[0])]
    assert found.mean[0] == pytest.approx(known.mean())
    assert found.sd[0] == pytest.approx(known.std(ddof=1))
    assert np.isnan(found.sd[1])
    assert found.sd[2] == 0.0
    assert found.used.tolist() == [len(known), 1, 50]


def test_bias_of_a_calibration_error_is_taken_out_and_said() -> None:
    values = np.linspace(0.10, 0.20, 101)
    found = shift_percentiles(values, 0.05)
    assert found.bias == pytest.approx(0.10)
    assert (found.percentile.low, found.percentile.high) == pytest.approx((0.1025, 0.1975))
    assert (found.shifted.low, found.shifted.high) == pytest.approx((0.0025, 0.0975))
    assert (found.outside, found.left_out) == (True, 0)
    cut = shift_percentiles(values, 0.01)
    assert (cut.shifted.low, cut.shifted.high) == pytest.approx((0.0, 0.0575))
    inside = shift_percentiles(np.append(values, np.nan), 0.15)
    assert (inside.outside, inside.left_out) == (False, 1)
    none = shift_percentiles(np.array([np.nan, 0.3]), 0.3)
    assert (none.bias, none.shifted.undefined, none.left_out) == (None, "undefined in every replicate", 1)


@given(st.integers(1, 60), st.data())
def test_wilson_solves_its_equation_and_holds_its_share(n: int, data: st.DataObject) -> None:
    x = data.draw(st.integers(0, n))
    found = wilson(x / n, n)
    assert found.low <= x / n <= found.high
    z = normal_quantile(0.95)
    for end in (found.low, found.high):
        if 0 < end < 1:
            assert (x / n - end) ** 2 == pytest.approx(z * z * end * (1 - end) / n, abs=1e-9)
    exact = clopper_pearson(x, n)
    assert exact.low <= x / n <= exact.high
    if x:
        assert stats.binom.sf(x - 1, n, exact.low) == pytest.approx(0.025, abs=1e-8)
    if x < n:
        assert stats.binom.cdf(x, n, exact.high) == pytest.approx(0.025, abs=1e-8)


def test_no_record_no_interval() -> None:
    assert wilson(0.5, 0).undefined == "no record"
    assert clopper_pearson(0, 0).undefined == "no record"
    assert newcombe_difference(0.5, 0, 0.5, 3).undefined == "no record"
    assert tango(0, 0, 0).undefined == "no record"
    assert f1_interval(0.0, 0).undefined == "class neither in the reference nor predicted"


def test_effective_size_turns_a_standard_error_into_records() -> None:
    assert effective_size(0.2, 50, math.sqrt(2 * 0.16 / 50)) == pytest.approx(25)
    for share, sd in ((0.2, None), (0.2, math.nan), (0.2, 0.0), (0.0, 0.0), (1.0, 1e-20)):
        assert effective_size(share, 50, sd) == 50


@pytest.mark.parametrize("x, n, side, bound", [(0, 40, "at most", 0.0722), (40, 40, "at least", 0.9278)])
def test_the_exact_bound_of_what_did_not_vary(x: int, n: int, side: str, bound: float) -> None:
    found = bound_without_variation(x, n)
    assert (found.side, round(found.bound, 4), found.level) == (side, bound, 0.95)
    unseen = found.bound if x == 0 else 1 - found.bound
    assert (1 - unseen) ** n == pytest.approx(0.05)
    assert found.text == f"no variation in the sample; {x} of {n}: {side} {bound:.1%}"


@pytest.mark.parametrize("x, n", [(1, 40), (0, 0)])
def test_a_bound_needs_a_sample_that_did_not_vary(x: int, n: int) -> None:
    with pytest.raises(ValueError, match="0 or all"):
        bound_without_variation(x, n)


@given(st.integers(1, 40), st.integers(0, 40))
def test_f1_is_mapped_from_its_overlap(right: int, wrong: int) -> None:
    overlap = right / (right + wrong)
    found, below = f1_interval(overlap, right + wrong), wilson(overlap, right + wrong)
    assert found.low == pytest.approx(2 * below.low / (1 + below.low))
    assert found.high == pytest.approx(2 * below.high / (1 + below.high))
    assert found.low <= 2 * right / (2 * right + wrong) <= found.high


@pytest.mark.parametrize(
    "numbers, wanted",
    [
        ((56, 70, 48, 80), (0.0524, 0.3339)),
        ((9, 10, 3, 10), (0.1705, 0.8090)),
        ((6, 7, 2, 7), (0.0582, 0.8062)),
        ((5, 56, 0, 29), (-0.0381, 0.1926)),
        ((10, 10, 0, 10), (0.6075, 1.0000)),
    ],
)
def test_published_hybrid_intervals(numbers: tuple[int, int, int, int], wanted: tuple[float, float]) -> None:
    x1, n1, x2, n2 = numbers
    found = newcombe_difference(x1 / n1, n1, x2 / n2, n2)
    assert (round(found.low, 4), round(found.high, 4)) == wanted


def _score_by_maximising(difference: float, b: int, c: int, n: int) -> float:
    """The score statistic with the restricted likelihood maximised by search."""
    low = max(0.0, -difference)

    def loss(q: float) -> float:
        p = q + difference
        rest = 1 - p - q
        terms = ((b, p), (c, q), (n - b - c, rest))
        return -sum(k * math.log(max(share, 1e-300)) for k, share in terms if k)

    bounds = (low + 1e-12, (1 - difference) / 2 - 1e-12)
    q = optimize.minimize_scalar(loss, bounds=bounds, method="bounded", options={"xatol": 1e-13}).x
    return (b - c - n * difference) / math.sqrt(n * (2 * q + difference * (1 - difference)))


@pytest.mark.parametrize("b, c, n", [(12, 2, 50), (9, 3, 20), (1, 0, 30), (0, 4, 15), (5, 5, 560), (3, 17, 20)])
def test_tango_inverts_the_score_test(b: int, c: int, n: int) -> None:
    found = tango(b, c, n)
    z = normal_quantile(0.95)
    assert found.low < (b - c) / n < found.high
    assert _score_by_maximising(found.low, b, c, n) == pytest.approx(z, abs=2e-3)
    assert _score_by_maximising(found.high, b, c, n) == pytest.approx(-z, abs=2e-3)
    other = tango(c, b, n)
    assert (other.low, other.high) == pytest.approx((-found.high, -found.low))


def test_tango_at_the_edges() -> None:
    same = tango(0, 0, 40)
    z = normal_quantile(0.95)
    assert same.high == pytest.approx(z * z / (40 + z * z)) == -same.low
    assert tango(10, 0, 10).high == 1.0
    assert tango(0, 10, 10).low == -1.0


@settings(max_examples=60)
@given(st.floats(-0.9, 0.999), st.floats(1e-6, 0.5), st.one_of(st.none(), st.integers(1, 50)))
def test_carried_intervals_hold_their_estimate_and_never_pass_one(value: float, se: float, df: int | None) -> None:
    found = carried_interval(value, se, df=df)
    assert -1 <= found.low < value < found.high <= 1
    quantile = normal_quantile(0.95) if df is None else t_quantile(0.95, df)
    reach = math.log((1 - found.low) / (1 - value))
    assert found.low == -1 or reach == pytest.approx(quantile * se / (1 - value), rel=1e-4, abs=1e-9)


def test_carried_and_fisher_intervals_that_cannot_be() -> None:
    assert carried_interval(1.0, 0.1).undefined == NO_VARIATION
    assert carried_interval(0.5, 0.0).undefined == NO_VARIATION
    assert carried_interval(0.5, None).undefined == "no standard error"
    assert carried_interval(0.5, math.nan).undefined == "no standard error"
    assert carried_interval(0.9, 60.0).low == -1.0
    assert fisher_interval(0.5, 4, covariates=1).undefined == "fewer than 5 pairs"
    assert fisher_interval(1.0, 9).undefined == "the correlation is exactly 1 or -1"
    found = fisher_interval(0.5, 5, covariates=1)
    assert (found.low, found.high) == pytest.approx(
        (math.tanh(math.atanh(0.5) - 1.959964), math.tanh(math.atanh(0.5) + 1.959964)), abs=1e-6
    )


def test_a_band_covers_all_of_its_estimates_together() -> None:
    draw = np.random.default_rng(7)
    values = draw.normal(size=(5, 4000)) * np.array([[1.0], [2], [3], [4], [5]])
    band = max_t_band([0.0] * 5, values)
    inside = np.ones(4000, dtype=bool)
    for row, interval in zip(values, band.intervals, strict=True):
        inside &= (interval.low <= row) & (row <= interval.high)
    assert inside.mean() == pytest.approx(0.95, abs=0.001)
    assert band.multiple == pytest.approx(2.57, abs=0.06)
    values[1, :400] = np.nan
    some = max_t_band([0.0, 0.0, None, 0.5, 0.0], np.vstack([values[:3], np.full((1, 4000), 0.5), values[4:]]))
    assert some.left_out == 400
    assert [one.undefined for one in some.intervals] == [None, None, "undefined", NO_VARIATION, None]
    nothing = max_t_band([None], np.full((1, 10), np.nan))
    assert (nothing.multiple, nothing.intervals[0].undefined) == (None, "undefined")
