"""Compression or expansion: does the classifier draw the models together or apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from scoring.ehq import SCORES
from scoring.results import Estimate, Exact
from scoring.validation.compared import Compared
from scoring.validation.correlation import pearson
from scoring.validation.impact import Impact, is_counted, roles_of, with_roles
from scoring.validation.preservation import models_with_both

__all__ = ["Spread", "max_min_ratio", "measure_spread", "slope", "variance"]

FEW = "fewer than 2 models"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """One score's spread over the models under both labellings.

    Parameters
    ----------
    max_min_automated, max_min_reference, max_min_ratio : highest over lowest score, and the first over the second.
    sd_automated, sd_reference, sd_ratio : standard deviations (n − 1), and the first over the second.
    r, slope : of bias on reference score. constant_error_slope : −(p + q), which the pooled error rates would give.
    """

    models: int
    max_min_automated: Exact
    max_min_reference: Exact
    max_min_ratio: Exact
    variance_automated: Exact
    variance_reference: Exact
    r: Estimate
    slope: Exact
    constant_error_slope: Exact

    @property
    def sd_ratio(self) -> Exact:
        """The ratio of variances, whose root is the ratio of standard deviations."""
        return self.variance_automated.over(self.variance_reference, undefined="reference scores do not vary")

    def as_json(self) -> dict[str, object]:
        """The score as it stands in ``spread``."""
        return {
            "max_min_automated": self.max_min_automated.estimate(self.models).as_json(),
            "max_min_reference": self.max_min_reference.estimate(self.models).as_json(),
            "max_min_ratio": self.max_min_ratio.estimate(self.models).as_json(),
            "sd_automated": _root(self.variance_automated, self.models).as_json(),
            "sd_reference": _root(self.variance_reference, self.models).as_json(),
            "sd_ratio": _root(self.sd_ratio, self.models).as_json(),
            "r_bias_on_reference": self.r.as_json(),
            "slope_bias_on_reference": self.slope.estimate(self.models).as_json(),
            "slope_of_constant_errors": self.constant_error_slope.estimate(self.models).as_json(),
        }


def _root(number: Exact, n: int) -> Estimate:
    if number.value is None:
        return number.estimate(n)
    return Estimate(value=math.sqrt(number.value), n=n)


def max_min_ratio(values: Sequence[Fraction]) -> Exact:
    """The highest value over the lowest.

    Edge cases: a lowest value of 0, or no value: undefined.

    Source: EHQ, score-impact analysis.

    Examples
    --------
    >>> max_min_ratio([Fraction(1, 2), Fraction(1, 4)]).value
    Fraction(2, 1)
    >>> max_min_ratio([Fraction(0), Fraction(1)]).undefined
    'smallest score is not above 0'
    """
    if not values:
        return Exact.none("no model has a value")
    if min(values) <= 0:
        return Exact.none("smallest score is not above 0")
    return Exact.of(max(values) / min(values))


def variance(values: Sequence[Fraction]) -> Exact:
    """The variance with divisor n − 1.

    Edge cases: fewer than two values: undefined.

    Examples
    --------
    >>> variance([Fraction(1), Fraction(2), Fraction(3)]).value
    Fraction(1, 1)
    """
    if len(values) < 2:
        return Exact.none(FEW)
    mean = sum(values, Fraction(0)) / len(values)
    return Exact.of(sum(((value - mean) ** 2 for value in values), Fraction(0)) / (len(values) - 1))


def slope(y: Sequence[Fraction], x: Sequence[Fraction]) -> Exact:
    """The least-squares slope of y on x.

    Edge cases: a constant x, or fewer than two pairs: undefined.

    Examples
    --------
    >>> slope([Fraction(5), Fraction(4), Fraction(3)], [Fraction(1), Fraction(2), Fraction(3)]).value
    Fraction(-1, 1)
    """
    spread = variance(x)
    if spread.value is None:
        return spread
    mean = sum(x, Fraction(0)) / len(x)
    products = sum(((a - mean) * b for a, b in zip(x, y, strict=True)), Fraction(0))
    return Exact.ratio(products, spread.value * (len(x) - 1), undefined="reference is constant")


def _constant_error_slope(compared: Compared, score: str) -> Exact:
    """−(p + q): p of the counted class called otherwise, q of the others called so, from all records together."""
    if score not in ("ehq1", "ehq2"):
        return Exact.none("this score is no share of records")
    scored = with_roles(compared)
    before, after = (is_counted(roles_of(scored, codes), score) for codes in (scored.automated, scored.reference))
    strata = len(scored.weights)
    counts = np.bincount(scored.stratum * 4 + after * 2 + before, minlength=4 * strata).reshape(strata, 4).tolist()
    neither, gained, lost, kept = (
        sum(weight * row[place] for weight, row in zip(scored.weights, counts, strict=True)) for place in range(4)
    )
    p = Exact.ratio(lost, lost + kept, undefined="no record of the class in the reference")
    q = Exact.ratio(gained, gained + neither, undefined="no record of another class in the reference")
    return Exact.of(0).minus(p.plus(q))


def measure_spread(compared: Compared, impact: Impact) -> dict[str, Spread]:
    """Ratios of spread, and bias against reference score, for all four scores, by score.

    Edge cases: ratios with 0, fewer than two models (three for r) or no variation: undefined with the reason.

    Source: scoring specification, section 6, *Compression or expansion*; EHQ, score-impact analysis.

    Examples
    --------
    >>> from scoring.validation.small_study import build_small_study
    >>> study = build_small_study()
    >>> found = measure_spread(study.compared, study.impact)["ehq1"]
    >>> found.max_min_automated.value, found.slope.value, found.constant_error_slope.value
    (Fraction(8, 3), Fraction(-7, 2), Fraction(-7, 12))
    """
    found = {}
    for score in SCORES:
        both = models_with_both(impact, score)
        automated, reference = max_min_ratio(both.automated), max_min_ratio(both.reference)
        found[score] = Spread(
            models=len(both.models),
            max_min_automated=automated,
            max_min_reference=reference,
            max_min_ratio=automated.over(reference, undefined="reference ratio is 0"),
            variance_automated=variance(both.automated),
            variance_reference=variance(both.reference),
            r=pearson(both.reference, both.bias),
            slope=slope(both.bias, both.reference),
            constant_error_slope=_constant_error_slope(compared, score),
        )
    return found
