"""Intervals of a share: Wilson's, Clopper and Pearson's, the bound of an unseen event, F1, a difference of two shares."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from scoring.resampling.intervals.interval import LEVEL, NO_VARIATION, Interval, settle, undefined_interval
from scoring.resampling.intervals.quantiles import normal_quantile

__all__ = [
    "OneSided",
    "bound_without_variation",
    "clopper_pearson",
    "effective_size",
    "f1_interval",
    "newcombe_difference",
    "wilson",
]

NO_RECORD = "no record"


def wilson(share: float, n: float, *, level: float = LEVEL) -> Interval:
    """Wilson's score interval.

    Parameters
    ----------
    share : between 0 and 1. n : its (effective) size, any number above 0.

    Edge cases: size 0 has no interval; at a share of 0 or 1 one end is exactly that share.

    Source: Wilson 1927; scoring specification, section 4, headline of shares.

    Examples
    --------
    >>> found = wilson(81 / 263, 263)
    >>> round(found.low, 4), round(found.high, 4)
    (0.2553, 0.3662)
    """
    if n <= 0:
        return undefined_interval("wilson", NO_RECORD)
    z = normal_quantile(level)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    middle, scale = share + z * z / (2 * n), 1 + z * z / n
    low = 0.0 if share == 0 else max((middle - reach) / scale, 0.0)
    high = 1.0 if share == 1 else min((middle + reach) / scale, 1.0)
    return settle(low, high, "wilson")


def effective_size(share: float, n: float, sd: float | None) -> float:
    """The size n / deff at which simple random sampling would give the standard error found by resampling.

    ``deff = sd² / (share (1 − share) / n)``.

    Parameters
    ----------
    sd : standard deviation of the replicates; None where there is none.

    Edge cases: where the share or its replicates do not vary, deff can't be told and n itself is returned.

    Source: Kish 1965; scoring specification, section 4.

    Examples
    --------
    >>> effective_size(0.5, 100, 0.1), effective_size(1.0, 100, 0.0)
    (25.0, 100.0)
    """
    variance = share * (1 - share)
    if sd is None or math.isnan(sd) or sd * sd * n <= 1e-9 * variance or variance <= 0:
        return float(n)
    return round(variance / (sd * sd), 9)


def clopper_pearson(x: int, n: int, *, level: float = LEVEL) -> Interval:
    """Clopper and Pearson's exact interval.

    Edge cases: no trial has no interval; 0 and n successes have an end of exactly 0 and 1.

    Source: Clopper and Pearson 1934; oracle trap 21.

    Examples
    --------
    >>> found = clopper_pearson(10, 10)
    >>> round(found.low, 4), found.high
    (0.6915, 1.0)
    """
    if n == 0:
        return undefined_interval("clopper-pearson", NO_RECORD)
    tail = (1 - level) / 2
    low = 0.0 if x == 0 else float(special.betaincinv(x, n - x + 1, tail))
    high = 1.0 if x == n else float(special.betaincinv(x + 1, n - x, 1 - tail))
    return settle(low, high, "clopper-pearson")


@dataclass(frozen=True, slots=True, kw_only=True)
class OneSided:
    """What stands in the place of an interval without width: the share is ``at most``, or ``at least``, the bound."""

    side: str
    bound: float
    level: float
    n: int

    @property
    def text(self) -> str:
        """The bound in words.

        Examples
        --------
        >>> bound_without_variation(0, 40).text
        'no variation in the sample; 0 of 40: at most 7.2%'
        """
        seen = 0 if self.side == "at most" else self.n
        return f"{NO_VARIATION}; {seen} of {self.n}: {self.side} {self.bound:.1%}"


def bound_without_variation(x: int, n: int, *, level: float = LEVEL) -> OneSided:
    """The exact one-sided bound of a share that was 0 or 1 in the whole sample.

    Parameters
    ----------
    x : 0 or n. n : independent units, at least 1.

    Errors
    ------
    ValueError where the sample does vary.

    Source: Clopper and Pearson 1934, one-sided: ``1 − (1 − level)^(1/n)``; scoring specification, section 4.

    Examples
    --------
    >>> bound_without_variation(0, 40).bound, bound_without_variation(40, 40).bound
    (0.072157524506, 0.927842475494)
    """
    if n < 1 or x not in (0, n):
        raise ValueError(f"a bound without variation needs 0 or all of n, not {x} of {n}")
    most = -math.expm1(math.log1p(-level) / n)
    if x == 0:
        return OneSided(side="at most", bound=round(most, 12), level=level, n=n)
    return OneSided(side="at least", bound=round(1 - most, 12), level=level, n=n)


def f1_interval(overlap: float, n: float, *, level: float = LEVEL) -> Interval:
    """The interval of a class's F1: Wilson's of J = TP / (TP + FP + FN), mapped by 2J / (1 + J).

    Parameters
    ----------
    overlap : J. n : (effective) number of records with the class on either side, TP + FP + FN.

    Edge cases: a class on neither side has no interval.

    Source: scoring specification, section 4; the map is monotone, F1 = 2J / (1 + J).

    Examples
    --------
    >>> found = f1_interval(0.6, 50)
    >>> round(found.low, 4), round(found.high, 4), found.method
    (0.6318, 0.8399, 'wilson of TP/(TP+FP+FN), mapped')
    """
    method = "wilson of TP/(TP+FP+FN), mapped"
    of_overlap = wilson(overlap, n, level=level)
    if of_overlap.low is None or of_overlap.high is None:
        return undefined_interval(method, "class neither in the reference nor predicted")
    low, high = (2 * end / (1 + end) for end in (of_overlap.low, of_overlap.high))
    return settle(low, high, method)


def newcombe_difference(
    first: float, n_first: float, second: float, n_second: float, *, level: float = LEVEL
) -> Interval:
    """Newcombe's hybrid interval of the difference of two independent shares, first − second.

    Edge cases: a share over no record leaves no interval.

    Source: Newcombe 1998, method 10 (square-and-add of two Wilson intervals); scoring specification, section 9.

    Examples
    --------
    >>> found = newcombe_difference(56 / 70, 70, 48 / 80, 80)
    >>> round(found.low, 4), round(found.high, 4)
    (0.0524, 0.3339)
    """
    if min(n_first, n_second) <= 0:
        return undefined_interval("newcombe", NO_RECORD)
    one, other = _wilson_ends(first, n_first, level), _wilson_ends(second, n_second, level)
    difference = first - second
    low = difference - math.hypot(first - one[0], other[1] - second)
    high = difference + math.hypot(one[1] - first, second - other[0])
    return settle(max(low, -1.0), min(high, 1.0), "newcombe")


def _wilson_ends(share: float, n: float, level: float) -> np.ndarray:
    found = wilson(share, n, level=level)
    return np.array([found.low, found.high], dtype="float64")
