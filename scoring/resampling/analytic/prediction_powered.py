"""Prediction-powered means: a mean over many machine labels, corrected by a few reference labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from scoring.resampling.analytic.coefficient import Coefficient, root

__all__ = ["LabelledStratum", "PredictionPowered", "prediction_powered_mean"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabelledStratum:
    """Reference and machine labels of the coded records, machine labels of the others; all integers, mostly 0 and 1.

    ``weight`` is the share of the stratum in the whole.
    """

    reference: np.ndarray
    automated: np.ndarray
    uncoded: np.ndarray
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionPowered:
    """The mean with its standard error, and the weight of the machine labels in each stratum."""

    mean: Coefficient
    lambdas: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    mean: Fraction
    variance: Fraction
    weight: Fraction


def _moments(values: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Mean and variance, divisor n."""
    mean = sum(values, Fraction(0)) / len(values)
    return mean, sum(((value - mean) ** 2 for value in values), Fraction(0)) / len(values)


def _tune(stratum: LabelledStratum) -> Fraction:
    y = [Fraction(int(value)) for value in stratum.reference]
    coded = [Fraction(int(value)) for value in stratum.automated]
    uncoded = [Fraction(int(value)) for value in stratum.uncoded]
    n, rest = len(y), len(uncoded)
    mean_y, mean_f = _moments(y)[0], _moments(coded)[0]
    covariance = sum(((a - mean_y) * (b - mean_f) for a, b in zip(y, coded, strict=True)), Fraction(0)) / n
    both = [*coded, *uncoded]
    variance = _moments(both)[1] * len(both) / (len(both) - 1)
    if variance == 0:
        return Fraction(0)
    return min(max(covariance / ((1 + Fraction(n, rest)) * variance), Fraction(0)), Fraction(1))


def _estimate(stratum: LabelledStratum, weight: Fraction) -> _Part:
    pairs = zip(stratum.reference.tolist(), stratum.automated.tolist(), strict=True)
    mean, variance = _moments([Fraction(y) - weight * f for y, f in pairs])
    rest_mean, rest_variance = _moments([Fraction(int(value)) for value in stratum.uncoded])
    n, rest = len(stratum.reference), len(stratum.uncoded)
    return _Part(
        mean=mean + weight * rest_mean, variance=variance / n + weight**2 * rest_variance / rest, weight=weight
    )


def prediction_powered_mean(
    strata: Sequence[LabelledStratum], *, weight: Fraction | int | None = None
) -> PredictionPowered:
    """Mean of the reference label over all records, strata independent.

    ``mean(y − λ f) + λ mean(f over uncoded)``, variance ``var(y − λ f) / n + λ² var(f) / N`` with divisors n and N. λ is
    tuned to ``cov(y, f) / ((1 + n/N) var(f))``, the variance over all records with divisor n + N − 1, cut to [0, 1].

    Parameters
    ----------
    strata : at least one coded and one uncoded record each.
    weight : λ of all strata: 1 (plain), 0 (the coded records alone); None: tuned in each stratum.

    Edge cases: machine labels that don't vary have a tuned λ of 0.

    Source: Angelopoulos et al. 2023; tuned: Angelopoulos, Duchi and Zrnic 2023; strata: Fisch et al. 2024; oracle trap
    40. The product's full-run estimate is ``full_run_estimate``, which knows that the run is finite.

    Examples
    --------
    >>> stratum = LabelledStratum(reference=np.array([1, 0, 1, 0]), automated=np.array([1, 0, 1, 1]),
    ...                           uncoded=np.array([1, 1, 0, 0, 1, 0]))
    >>> found = prediction_powered_mean([stratum], weight=1)
    >>> found.mean.value, round(found.mean.se, 4), found.lambdas
    (0.25, 0.2976, (1.0,))
    """
    parts = [_estimate(one, _tune(one) if weight is None else Fraction(weight)) for one in strata]
    shares = [Fraction(one.weight) for one in strata]
    mean = sum((share * part.mean for share, part in zip(shares, parts, strict=True)), Fraction(0))
    variance = sum((share**2 * part.variance for share, part in zip(shares, parts, strict=True)), Fraction(0))
    return PredictionPowered(
        mean=Coefficient(value=float(mean), se=root(variance)), lambdas=tuple(float(part.weight) for part in parts)
    )
