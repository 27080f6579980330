"""A least-squares line, paired differences in units of their spread: what is said of bias against score."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.resampling.analytic.coefficient import Coefficient, root
from scoring.resampling.intervals.quantiles import two_sided_t

__all__ = ["Line", "cohen_dz", "fit_line"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Slope (with standard error and Student's interval), intercept, and p of a slope of 0; None where undefined."""

    slope: Coefficient
    intercept: float | None
    p: float | None


def fit_line(x: Sequence[Fraction | float], y: Sequence[Fraction | float]) -> Line:
    """The line of y on x.

    Parameters
    ----------
    x, y : exact values.

    Edge cases: a constant x, or fewer than two points: undefined. Two points have no standard error; an exact line has
    standard error 0 and no p.

    Source: scoring specification, section 6, *Compression or expansion*; oracle trap 39.

    Examples
    --------
    >>> found = fit_line([1, 2, 3, 4], [2, 4, 5, 8])
    >>> round(found.slope.value, 4), round(found.slope.se, 4), round(found.intercept, 4)
    (1.9, 0.2646, 0.0)
    """
    first, second = [Fraction(value) for value in x], [Fraction(value) for value in y]
    n = len(first)
    if len(set(first)) < 2:
        return Line(slope=Coefficient(value=None, se=None, undefined="reference is constant"), intercept=None, p=None)
    mean_x, mean_y = sum(first, Fraction(0)) / n, sum(second, Fraction(0)) / n
    spread = sum(((a - mean_x) ** 2 for a in first), Fraction(0))
    slope = sum(((a - mean_x) * (b - mean_y) for a, b in zip(first, second, strict=True)), Fraction(0)) / spread
    intercept = mean_y - slope * mean_x
    if n == 2:
        return Line(slope=Coefficient(value=float(slope), se=None), intercept=float(intercept), p=None)
    left = sum(((b - intercept - slope * a) ** 2 for a, b in zip(first, second, strict=True)), Fraction(0))
    se = root(left / (n - 2) / spread)
    return Line(
        slope=Coefficient(value=float(slope), se=se, df=n - 2),
        intercept=float(intercept),
        p=two_sided_t(float(slope) / se, n - 2) if se > 0 else None,
    )


def cohen_dz(differences: Sequence[Fraction | float]) -> Coefficient:
    """Cohen's d_z: the mean of paired differences over their standard deviation (n − 1).

    Edge cases: fewer than two differences, or no spread among them: undefined.

    Source: Cohen 1988; scoring specification, section 4; oracle trap 36.

    Examples
    --------
    >>> cohen_dz([1, 2, 3]).value, cohen_dz([2, 2]).undefined
    (2.0, 'no spread in the differences')
    """
    exact = [Fraction(value) for value in differences]
    if len(set(exact)) < 2:
        reason = "fewer than 2 differences" if len(exact) < 2 else "no spread in the differences"
        return Coefficient(value=None, se=None, undefined=reason)
    mean = sum(exact, Fraction(0)) / len(exact)
    variance = sum(((value - mean) ** 2 for value in exact), Fraction(0)) / (len(exact) - 1)
    return Coefficient(value=math.copysign(math.sqrt(mean * mean / variance), mean), se=None)
