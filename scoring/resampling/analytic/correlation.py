"""Correlations with the p-value of Student's t and Fisher's interval; partial correlations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.resampling.analytic.projection import Projection, build_projection
from scoring.resampling.intervals.carried import fisher_interval
from scoring.resampling.intervals.interval import LEVEL, Interval
from scoring.resampling.intervals.quantiles import two_sided_t
from scoring.resampling.ordering import mean_ranks

__all__ = ["CorrelationResult", "correlate", "correlate_ranks", "partial_correlation"]

CONSTANT = "a variable is constant"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrelationResult:
    """A correlation, or the reason for none.

    Parameters
    ----------
    n : pairs. df : degrees of freedom of t. p : two-sided, from t; None where df is 0 or the correlation is 1.
    interval : Fisher's; None where the correlation is undefined.
    """

    value: float | None
    n: int
    df: int
    p: float | None
    interval: Interval | None
    undefined: str | None = None


def _correlate_residuals(
    x: Sequence[Fraction | float], y: Sequence[Fraction | float], projection: Projection, level: float
) -> CorrelationResult:
    n, rank = len(x), projection.rank
    df = n - 2 - rank
    first, second = projection.residuals(x), projection.residuals(y)
    product = sum((a * b for a, b in zip(first, second, strict=True)), Fraction(0))
    squares = sum((a * a for a in first), Fraction(0)) * sum((b * b for b in second), Fraction(0))
    if squares == 0:
        reason = CONSTANT if rank == 0 else "a variable is constant, or wholly explained by what is held constant"
        return CorrelationResult(value=None, n=n, df=df, p=None, interval=None, undefined=reason)
    r = math.copysign(math.sqrt(product * product / squares), product)
    p = None
    if df > 0 and product * product < squares:
        p = two_sided_t(r * math.sqrt(df / float((squares - product * product) / squares)), df)
    return CorrelationResult(value=r, n=n, df=df, p=p, interval=fisher_interval(r, n, covariates=rank, level=level))


def correlate(
    x: Sequence[Fraction | float], y: Sequence[Fraction | float], *, level: float = LEVEL
) -> CorrelationResult:
    """Pearson's correlation; point-biserial where one variable is 0 or 1.

    Parameters
    ----------
    x, y : exact values, at least 3 pairs.

    Edge cases: fewer than 3 pairs, or a constant variable: undefined. With 3 pairs there is no interval; a correlation
    of exactly 1 or −1 has neither p nor interval.

    Source: scoring specification, section 4; oracle trap 37.

    Examples
    --------
    >>> found = correlate([1, 2, 3, 4, 5], [1, 2, 3, 5, 4])
    >>> round(found.value, 4), round(found.p, 4), round(found.interval.low, 4)
    (0.9, 0.0374, 0.0861)
    """
    if len(x) < 3:
        reason = "fewer than 3 pairs"
        return CorrelationResult(value=None, n=len(x), df=len(x) - 2, p=None, interval=None, undefined=reason)
    return _correlate_residuals(x, y, build_projection(len(x), []), level)


def correlate_ranks(
    x: Sequence[Fraction | float], y: Sequence[Fraction | float], *, level: float = LEVEL
) -> CorrelationResult:
    """Spearman's correlation: Pearson's of mean ranks; its p from t is an approximation.

    Edge cases: as ``correlate``. Up to 8 pairs, and beyond by random orders, ``correlation_test`` gives a better p.

    Source: scoring specification, section 4; oracle trap 32.

    Examples
    --------
    >>> round(correlate_ranks([3, 1, 4, 1, 5, 9], [2, 7, 1, 8, 2, 8]).value, 6)
    -0.134343
    """
    return correlate(mean_ranks(x).tolist(), mean_ranks(y).tolist(), level=level)


def partial_correlation(
    x: Sequence[Fraction | float],
    y: Sequence[Fraction | float],
    covariates: Sequence[Sequence[Fraction | float]],
    *,
    level: float = LEVEL,
) -> CorrelationResult:
    """Correlation of x and y with the covariates held constant, df ``n − 2 − rank``, Fisher's z with ``n − 3 − rank``.

    Parameters
    ----------
    covariates : each as long as x; redundant ones count once.

    Edge cases: no degree of freedom: undefined. A variable that the covariates explain wholly: undefined.

    Source: scoring specification, section 6, *Invariance by family*; oracle trap 35.

    Examples
    --------
    >>> found = partial_correlation([2, 4, 15, 20, 1, 2, 7, 3, 9, 11], range(1, 11), [[0, 0, 0, 1, 1, 1, 1, 1, 0, 1]])
    >>> round(found.value, 6), found.df, round(found.p, 4)
    (0.067786, 7, 0.8624)
    """
    projection = build_projection(len(x), covariates)
    df = len(x) - 2 - projection.rank
    if df < 1:
        reason = "no degree of freedom left"
        return CorrelationResult(value=None, n=len(x), df=df, p=None, interval=None, undefined=reason)
    return _correlate_residuals(x, y, projection, level)
