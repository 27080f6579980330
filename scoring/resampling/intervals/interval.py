"""An interval as it stands beside an estimate, or the reason why none does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.results import Estimate

__all__ = ["LEVEL", "NO_VARIATION", "Interval", "settle", "undefined_interval"]

LEVEL = 0.95
"""Confidence of every interval unless another is asked for."""

NO_VARIATION = "no variation in the sample"

_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """An interval, or the reason for none: exactly one of the two.

    Parameters
    ----------
    low, high : its ends, ``low < high``; None where there is none.
    method : name of the method, which is stated in either case.
    undefined : the reason in words. Where it is ``NO_VARIATION`` an exact one-sided bound takes its place.

    Errors
    ------
    ValueError for an interval without width, which is never printed, and for a half-given one.

    Examples
    --------
    >>> Interval(low=0.25, high=0.75, method="wilson").put_on(Estimate(value=0.5, n=12)).as_json()
    {'value': 0.5, 'n': 12, 'low': 0.25, 'high': 0.75, 'method': 'wilson'}
    >>> undefined_interval("percentile", NO_VARIATION).put_on(Estimate(value=1.0, n=12)).as_json()
    {'value': 1.0, 'n': 12}
    """

    low: float | None
    high: float | None
    method: str
    undefined: str | None = None

    def __post_init__(self) -> None:
        if len({self.low is None, self.high is None, self.undefined is not None}) > 1:
            raise ValueError("an interval has both ends, or the reason why there is none")
        if self.low is not None and self.high is not None and not self.low < self.high:
            raise ValueError(f"an interval has width: not {self.low} to {self.high}")

    def put_on(self, estimate: Estimate) -> Estimate:
        """The estimate with this interval; unchanged where one of the two is undefined."""
        if self.low is None or estimate.value is None:
            return estimate
        return replace(estimate, low=self.low, high=self.high, method=self.method)


def undefined_interval(method: str, reason: str) -> Interval:
    """No interval, for this reason.

    Examples
    --------
    >>> undefined_interval("fisher-z", "fewer than 4 models").undefined
    'fewer than 4 models'
    """
    return Interval(low=None, high=None, method=method, undefined=reason)


def settle(low: float, high: float, method: str) -> Interval:
    """The interval between two computed ends, rounded to 12 decimals; without width it is no interval.

    Logarithms and quantiles differ in their last bit between processors; what is published does not.

    Examples
    --------
    >>> settle(0.1 + 0.2, 0.5, "wilson").low
    0.3
    >>> settle(1.0, 1.0, "percentile").undefined
    'no variation in the sample'
    """
    first, last = round(float(low), _DIGITS), round(float(high), _DIGITS)
    if not first < last:
        return undefined_interval(method, NO_VARIATION)
    return Interval(low=first, high=last, method=method)
