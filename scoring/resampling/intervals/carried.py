"""Intervals on another scale and back: coefficients on log(1 − x), correlations on Fisher's z."""

from __future__ import annotations

import math

from scoring.resampling.intervals.interval import LEVEL, NO_VARIATION, Interval, settle, undefined_interval
from scoring.resampling.intervals.quantiles import normal_quantile, t_quantile

__all__ = ["carried_interval", "fisher_interval"]


def carried_interval(estimate: float, se: float | None, *, df: float | None = None, level: float = LEVEL) -> Interval:
    """The interval of kappa, pi, AC1 or alpha: estimate and standard error carried to log(1 − x) and back.

    ``1 − (1 − x) exp(± z · se / (1 − x))``: never above 1, longer downwards than upwards.

    Parameters
    ----------
    estimate : at most 1. se : its standard error, by resampling or by formula; None where there is none.
    df : degrees of freedom of the standard error, for Student's quantile instead of the normal one.

    Edge cases: an estimate of 1, or a standard error of 0, is *no variation in the sample*. The lower end is cut at −1,
    which no coefficient falls below.

    Source: scoring specification, section 4, headline of coefficients (delta method on log(1 − x)).

    Examples
    --------
    >>> found = carried_interval(0.9, 0.02)
    >>> round(found.low, 4), round(found.high, 4)
    (0.852, 0.9324)
    >>> carried_interval(1.0, 0.0).undefined
    'no variation in the sample'
    """
    method = "log(1 - x)"
    if se is None or math.isnan(se):
        return undefined_interval(method, "no standard error")
    if estimate >= 1 or se <= 0:
        return undefined_interval(method, NO_VARIATION)
    lacking = 1 - estimate
    reach = (normal_quantile(level) if df is None else t_quantile(level, df)) * se / lacking
    low = -1.0 if reach > 50 else max(1 - lacking * math.exp(reach), -1.0)
    return settle(low, 1 - lacking * math.exp(-reach), method)


def fisher_interval(r: float, n: int, *, covariates: int = 0, level: float = LEVEL) -> Interval:
    """The interval of a (partial) correlation by Fisher's z, standard error ``1 / √(n − 3 − g)``.

    Parameters
    ----------
    n : pairs. covariates : g, the rank of what is held constant.

    Edge cases: fewer than g + 4 pairs leave none; nor does a correlation of exactly 1 or −1, whose z is infinite.

    Source: Fisher 1921; scoring specification, sections 4 and 6; oracle trap 37.

    Examples
    --------
    >>> found = fisher_interval(0.8968425904, 14)
    >>> round(found.low, 4), round(found.high, 4)
    (0.6988, 0.9672)
    >>> fisher_interval(0.72, 3).undefined
    'fewer than 4 pairs'
    """
    free = n - 3 - covariates
    if free < 1:
        return undefined_interval("fisher-z", f"fewer than {4 + covariates} pairs")
    if abs(r) >= 1:
        return undefined_interval("fisher-z", "the correlation is exactly 1 or -1")
    reach = normal_quantile(level) / math.sqrt(free)
    return settle(math.tanh(math.atanh(r) - reach), math.tanh(math.atanh(r) + reach), "fisher-z")
