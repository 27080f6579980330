"""Estimates that bring their own errors: correlations, lines, full-run and other means, latent classes."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from scoring.resampling import build_design, draw_counts, open_stream, replicate_correlations
from scoring.resampling.analytic import (
    FullRunStratum,
    LabelledStratum,
    auroc,
    cohen_dz,
    correlate,
    correlate_ranks,
    fit_latent_classes,
    fit_line,
    full_run_estimate,
    partial_correlation,
    prediction_powered_mean,
)
from scoring.resampling.intervals import NO_VARIATION

NUMBERS = st.lists(st.integers(-20, 20), min_size=4, max_size=9)


@settings(max_examples=60)
@given(NUMBERS, st.data())
def test_correlations_lines_and_partials_are_those_of_least_squares(x: list[int], data: st.DataObject) -> None:
    n = len(x)
    y, z = (data.draw(st.lists(st.integers(-20, 20), min_size=n, max_size=n)) for _ in range(2))
    plain, line = correlate(x, y), fit_line(x, y)
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert (plain.value, plain.undefined) == (None, "a variable is constant")
        assert correlate_ranks(x, y).undefined == "a variable is constant"
    else:
        theirs = stats.pearsonr(x, y)
        assert plain.value == pytest.approx(theirs.statistic, abs=1e-9)
        assert plain.p is None or plain.p == pytest.approx(theirs.pvalue, abs=1e-9)
        assert correlate_ranks(x, y).value == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-9)
    if len(set(x)) == 1:
        assert (line.slope.undefined, line.intercept, line.p) == ("reference is constant", None, None)
    else:
        design = np.column_stack([np.ones(n), x])
        (intercept, slope), *_ = np.linalg.lstsq(design, np.array(y, float), rcond=None)
        left = np.array(y) - design @ [intercept, slope]
        assert (line.slope.value, line.intercept) == pytest.approx((slope, intercept), abs=1e-8)
        error = math.sqrt((left**2).sum() / (n - 2) / (n * np.var(x)))
        assert line.slope.se == pytest.approx(error, abs=1e-7)
        assert line.p is None or line.p == pytest.approx(2 * stats.t.sf(abs(slope) / error, n - 2), abs=1e-6)
    partial = partial_correlation(x, y, [z, z])
    rank = int(len(set(z)) > 1)
    assert partial.df == n - 2 - rank
    if partial.value is not None and rank:
        design = np.column_stack([np.ones(n), z])
        left = [np.array(v) - design @ np.linalg.lstsq(design, np.array(v, float), rcond=None)[0] for v in (x, y)]
        assert partial.value == pytest.approx(np.corrcoef(*left)[0, 1], abs=1e-7)
        assert partial.interval.method == "fisher-z"


def test_what_few_points_leave_undefined() -> None:
    assert correlate([1, 2], [3, 4]).undefined == "fewer than 3 pairs"
    three = correlate([1, 2, 3], [2, 1, 5])
    assert three.interval.undefined == "fewer than 4 pairs"
    assert three.p == pytest.approx(0.48775, abs=1e-5)
    assert partial_correlation([1, 2, 4], [3, 1, 2], [[0, 1, 0]]).undefined == "no degree of freedom left"
    explained = partial_correlation([1, 2, 3, 4, 5], [3, 1, 2, 2, 9], [[1, 2, 3, 4, 5]])
    assert explained.undefined == "a variable is constant, or wholly explained by what is held constant"
    line = correlate([1, 2, 3, 5], [2, 4, 6, 10])
    assert (line.value, line.p, line.interval.undefined) == (1.0, None, "the correlation is exactly 1 or -1")
    two = fit_line([1, 2], [3, 5])
    assert (two.slope.value, two.slope.se, two.intercept, two.p) == (2.0, None, 1.0, None)
    exact = fit_line([1, 2, 3], [2, 4, 6])
    assert (exact.slope.se, exact.p) == (0.0, None)
    assert cohen_dz([5]).undefined == "fewer than 2 differences"
    assert cohen_dz([2, 2]).undefined == "no spread in the differences"
    assert cohen_dz([-1, -2, -3]).value == -2.0


def test_area_under_the_curve_by_counting_pairs() -> None:
    draw = np.random.default_rng(5)
    score, positive = draw.integers(0, 6, 60).astype(float), draw.random(60) < 0.4
    found = auroc(score, positive)
    pairs = score[positive][:, None] - score[~positive]
    assert found.value == pytest.approx(((pairs > 0) + 0.5 * (pairs == 0)).mean())
    own = ((pairs > 0) + 0.5 * (pairs == 0)).astype(float)
    wanted = own.mean(axis=1).var(ddof=1) / own.shape[0] + own.mean(axis=0).var(ddof=1) / own.shape[1]
    assert found.se == pytest.approx(math.sqrt(wanted))
    assert auroc(-score, positive).value == pytest.approx(1 - found.value)
    assert auroc(score, np.ones(60, dtype=bool)).undefined == "one class only"
    assert auroc(score, np.zeros(60, dtype=bool)).undefined == "one class only"
    for one in (np.arange(60) == 3, np.arange(60) != 3):
        assert auroc(score, one).se is None


def _strata(rows: list[tuple[int, ...]]) -> list[FullRunStratum]:
    names = ("records", "counted", "sampled", "reference", "automated", "both")
    return [FullRunStratum(**dict(zip(names, row, strict=True))) for row in rows]


def test_full_run_estimate_is_the_difference_estimator() -> None:
    draw = np.random.default_rng(6)
    rows, value, variance, squares = [], 0.0, 0.0, []
    for size, m in ((200, 20), (100, 25), (50, 10)):
        truth = draw.random(m) < 0.6
        said = np.where(draw.random(m) < 0.8, truth, ~truth)
        rows.append((size, int(size * 0.55), m, int(truth.sum()), int(said.sum()), int((truth & said).sum())))
        off = truth.astype(float) - said
        value += size / 350 * (int(size * 0.55) / size + off.mean())
        variance += (size / 350) ** 2 * (1 - m / size) * off.var(ddof=1) / m
        squares.append((truth.astype(float), said.astype(float), (size / 350) ** 2 * (1 - m / size) / m))
    plain = full_run_estimate(_strata(rows), tuned=False)
    assert plain.estimate.value == pytest.approx(value)
    assert plain.estimate.se == pytest.approx(math.sqrt(variance))
    assert (plain.estimate.df, plain.weight, plain.borrowed) == (52, 1.0, 0)
    tuned = full_run_estimate(_strata(rows), tuned=True)
    above = sum(scale * np.cov(y, f)[0, 1] for y, f, scale in squares)
    below = sum(scale * f.var(ddof=1) for _, f, scale in squares)
    assert tuned.weight == pytest.approx(above / below)
    assert tuned.estimate.se < plain.estimate.se
    own = sum(scale * (y - tuned.weight * f).var(ddof=1) for y, f, scale in squares)
    assert tuned.estimate.se == pytest.approx(math.sqrt(own))


def test_full_run_estimate_of_a_census_and_of_strata_that_do_not_vary() -> None:
    census = full_run_estimate(_strata([(10, 6, 10, 7, 6, 6), (1, 1, 1, 0, 1, 0), (0, 0, 0, 0, 0, 0)]), tuned=True)
    assert (census.estimate.value, census.estimate.se) == (pytest.approx(7 / 11), 0.0)
    assert census.estimate.interval().undefined == NO_VARIATION
    only = full_run_estimate(_strata([(1, 1, 1, 0, 1, 0)]), tuned=False)
    assert (only.estimate.value, only.estimate.se) == (0.0, 0.0)
    borrowed = full_run_estimate(_strata([(100, 60, 10, 7, 6, 6), (50, 10, 1, 1, 1, 1)]), tuned=False)
    assert (borrowed.borrowed, borrowed.estimate.df) == (1, 9)
    pooled = (1 - 0.1) / 9
    wanted = (100 / 150) ** 2 * 0.9 / 10 * pooled + (50 / 150) ** 2 * 0.98 * pooled
    assert borrowed.estimate.se == pytest.approx(math.sqrt(wanted))
    singles = full_run_estimate(_strata([(100, 60, 1, 1, 0, 0)]), tuned=True)
    assert (singles.estimate.se, singles.weight) == (None, 1.0)
    assert full_run_estimate(_strata([(5, 1, 0, 0, 0, 0)]), tuned=False).estimate.undefined == (
        "a stratum without a referenced record"
    )
    assert full_run_estimate([], tuned=False).estimate.undefined == "no scored record"


def test_useless_machine_labels_get_no_weight() -> None:
    constant = LabelledStratum(reference=np.array([1, 0]), automated=np.array([1, 1]), uncoded=np.array([1, 1]))
    found = prediction_powered_mean([constant])
    assert (found.mean.value, found.lambdas) == (0.5, (0.0,))
    alone = LabelledStratum(reference=np.array([1, 0]), automated=np.array([0, 1]), uncoded=np.array([1, 0]))
    assert prediction_powered_mean([alone]).lambdas == (0.0,)
    halves = [
        LabelledStratum(
            reference=np.array([1, 0, 1]),
            automated=np.array([1, 0, 1]),
            uncoded=np.array([0, 0, 1]),
            weight=Fraction(1, 2),
        )
    ] * 2
    assert prediction_powered_mean(halves, weight=1).mean.value == pytest.approx(1 / 3)


def test_latent_classes_of_coders_who_differ_in_skill() -> None:
    draw = np.random.default_rng(8)
    truth = draw.integers(0, 3, 300)
    skill = (0.95, 0.9, 0.4)
    ratings = np.column_stack([np.where(draw.random(300) < p, truth, draw.integers(0, 3, 300)) for p in skill])
    ratings[draw.random((300, 3)) < 0.1] = -1
    ratings[0] = -1
    found = fit_latent_classes(ratings, 3, np.arange(3))
    assert (found.labels == truth).mean() > 0.93
    assert found.posterior.sum(axis=1) == pytest.approx(np.ones(300))
    right = [np.diag(matrix).mean() for matrix in found.confusion]
    assert right[0] > right[1] > right[2]
    stopped = fit_latent_classes(ratings, 3, np.arange(3), most=2)
    assert stopped.iterations == 2
    assert stopped.log_likelihood < found.log_likelihood


@settings(max_examples=30)
@given(st.lists(st.integers(0, 5), min_size=2, max_size=7), st.data())
def test_correlations_of_drawn_models_are_those_of_the_drawn_values(x: list[int], data: st.DataObject) -> None:
    n = len(x)
    y = data.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    found = replicate_correlations(x, y, stream=open_stream("1", "models"), replicates=15)
    design = build_design(np.zeros(n, dtype="int64"), rescaled=False)
    [chunk] = draw_counts(design, stream=open_stream("1", "models"), replicates=15)
    for replicate, counts in enumerate(chunk.astype("int64")):
        a, b = np.repeat(x, counts), np.repeat(y, counts)
        values = (found.pearson[replicate], found.spearman[replicate], found.kendall[replicate])
        if len(set(a)) == 1 or len(set(b)) == 1:
            assert np.isnan(values).all()
        else:
            theirs = (stats.pearsonr, stats.spearmanr, stats.kendalltau)
            assert values == pytest.approx([one(a, b).statistic for one in theirs], abs=1e-5)
