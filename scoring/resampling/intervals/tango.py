"""Tango's score interval for the difference of two shares of the same records."""

from __future__ import annotations

import math

from scipy.optimize import brentq

from scoring.resampling.intervals.interval import LEVEL, Interval, settle, undefined_interval
from scoring.resampling.intervals.quantiles import normal_quantile

__all__ = ["tango"]


def _score(difference: float, only_first: int, only_second: int, n: int) -> float:
    """The score statistic of the hypothesis that the shares differ by ``difference``."""
    linear = (2 * n - only_first + only_second) * difference - only_first - only_second
    constant = -only_second * difference * (1 - difference)
    restricted = (math.sqrt(max(linear * linear - 8 * n * constant, 0.0)) - linear) / (4 * n)
    variance = n * (2 * restricted + difference * (1 - difference))
    numerator = only_first - only_second - n * difference
    if variance <= 0:
        return math.copysign(math.inf, numerator) if numerator else 0.0
    return numerator / math.sqrt(variance)


def tango(only_first: int, only_second: int, n: int, *, level: float = LEVEL) -> Interval:
    """The interval of ``(only_first − only_second) / n`` by inverting the score test.

    Parameters
    ----------
    only_first : records with the property under the first labelling only (automated restraint, reference not, say).
    only_second : under the second only. n : all records.

    Edge cases: without a record there is none; without a differing record it is ± z² / (n + z²), so it has width.

    Source: Tango 1998; scoring specification, section 4, headline of the bias of EHQ1 and EHQ2 where unweighted.

    Examples
    --------
    >>> found = tango(12, 2, 50)
    >>> round(found.low, 4), round(found.high, 4)
    (0.0611, 0.3447)
    >>> found = tango(0, 0, 40)
    >>> round(found.low, 4), round(found.high, 4)
    (-0.0876, 0.0876)
    """
    if n == 0:
        return undefined_interval("tango", "no record")
    z = normal_quantile(level)
    seen = (only_first - only_second) / n
    ends = []
    for edge, side in ((-1.0, z), (1.0, -z)):
        if seen == edge:
            ends.append(edge)
        else:
            ends.append(
                brentq(lambda d, side=side: _score(d, only_first, only_second, n) - side, edge, seen, xtol=1e-14)
            )
    return settle(ends[0], ends[1], "tango")
