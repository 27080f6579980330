"""Correlations over models: Pearson, Spearman with mean ranks, Kendall's tau-b."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from scipy import stats

from scoring.results import Estimate

__all__ = ["CONSTANT", "FEW_MODELS", "MINIMUM", "kendall", "pearson", "spearman"]

MINIMUM = 3
"""Models that a value needs."""

FEW_MODELS = "fewer than 3 models"
CONSTANT = "a variable is constant"


def _undefined(x: Sequence[Fraction], y: Sequence[Fraction]) -> Estimate | None:
    if len(x) < MINIMUM:
        return Estimate(value=None, n=len(x), undefined=FEW_MODELS)
    if len(set(x)) == 1 or len(set(y)) == 1:
        return Estimate(value=None, n=len(x), undefined=CONSTANT)
    return None


def _places(values: Sequence[Fraction]) -> np.ndarray:
    """Small integers in the order of the values, so that ties are those of exact arithmetic."""
    place = {value: position for position, value in enumerate(sorted(set(values)))}
    return np.array([place[value] for value in values], dtype="int64")


def pearson(x: Sequence[Fraction], y: Sequence[Fraction]) -> Estimate:
    """Pearson's correlation.

    Edge cases: fewer than 3 pairs, or a constant variable: undefined.

    Source: scoring specification, sections 4 and 6; ``scipy.stats.pearsonr``.

    Examples
    --------
    >>> pearson([Fraction(1), Fraction(2), Fraction(3)], [Fraction(2), Fraction(1), Fraction(5)]).value.__round__(6)
    0.720577
    >>> pearson([Fraction(1), Fraction(2)], [Fraction(1), Fraction(2)]).undefined
    'fewer than 3 models'
    """
    undefined = _undefined(x, y)
    if undefined is not None:
        return undefined
    found = stats.pearsonr(np.array(_centred(x), dtype="float64"), np.array(_centred(y), dtype="float64"))
    return Estimate(value=float(found.statistic), n=len(x))


def _centred(values: Sequence[Fraction]) -> list[float]:
    """The values less their mean, in units of their spread, rounded once: a common offset loses no digit."""
    mean = sum(values, Fraction(0)) / len(values)
    spread = max(abs(value - mean) for value in values)
    return [float((value - mean) / spread) for value in values]


def spearman(x: Sequence[Fraction], y: Sequence[Fraction]) -> Estimate:
    """Spearman's rank correlation, ties sharing the mean of their ranks.

    Edge cases: as ``pearson``.

    Source: scoring specification, sections 4 and 6; ``scipy.stats.spearmanr``.

    Examples
    --------
    >>> spearman([Fraction(1), Fraction(2), Fraction(3)], [Fraction(2), Fraction(1), Fraction(5)]).value
    0.5
    """
    undefined = _undefined(x, y)
    if undefined is not None:
        return undefined
    return Estimate(value=float(stats.spearmanr(_places(x), _places(y)).statistic), n=len(x))


def kendall(x: Sequence[Fraction], y: Sequence[Fraction]) -> Estimate:
    """Kendall's tau-b.

    Edge cases: as ``pearson``.

    Source: scoring specification, sections 4 and 6; ``scipy.stats.kendalltau``.

    Examples
    --------
    >>> kendall([Fraction(1), Fraction(2), Fraction(3)], [Fraction(2), Fraction(1), Fraction(5)]).value.__round__(6)
    0.333333
    """
    undefined = _undefined(x, y)
    if undefined is not None:
        return undefined
    return Estimate(value=float(stats.kendalltau(_places(x), _places(y)).statistic), n=len(x))
