"""Quantiles of the normal and of Student's distribution, two-sided."""

from __future__ import annotations

from scipy import special

__all__ = ["normal_quantile", "t_quantile", "two_sided_normal", "two_sided_t"]


def normal_quantile(level: float) -> float:
    """The z that a standard normal exceeds in absolute value with probability 1 − level.

    Examples
    --------
    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    return float(-special.ndtri((1 - level) / 2))


def t_quantile(level: float, df: float) -> float:
    """The t that Student's distribution exceeds in absolute value with probability 1 − level.

    Examples
    --------
    >>> round(t_quantile(0.95, 10), 6)
    2.228139
    """
    return float(-special.stdtrit(df, (1 - level) / 2))


def two_sided_normal(z: float) -> float:
    """Probability that a standard normal is at least as large in absolute value.

    Examples
    --------
    >>> round(two_sided_normal(-1.959964), 6)
    0.05
    """
    return float(2 * special.ndtr(-abs(z)))


def two_sided_t(t: float, df: float) -> float:
    """Probability that Student's t is at least as large in absolute value.

    Examples
    --------
    >>> round(two_sided_t(2.228139, 10), 6)
    0.05
    """
    return float(2 * special.stdtr(df, -abs(t)))
