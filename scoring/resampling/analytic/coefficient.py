"""A coefficient with its standard error by formula, and the weights of agreement between classes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.resampling.intervals.interval import LEVEL, Interval, settle, undefined_interval
from scoring.resampling.intervals.quantiles import normal_quantile, t_quantile

__all__ = ["Coefficient", "Ends", "WeightKind", "agreement_weights", "root"]

WeightKind = Literal["identity", "linear", "quadratic"]


def root(variance: Fraction) -> float:
    """The square root of a variance; one that arithmetic or a formula leaves below 0 counts as 0.

    Examples
    --------
    >>> root(Fraction(1, 4)), root(Fraction(-1, 10**20))
    (0.5, 0.0)
    """
    return math.sqrt(variance) if variance > 0 else 0.0


def agreement_weights(classes: int, kind: WeightKind) -> list[list[Fraction]]:
    """How far two classes agree: 1 or 0; ``1 − |i − j| / (k − 1)``; ``1 − ((i − j) / (k − 1))²``.

    Parameters
    ----------
    classes : k, of the codebook, in its order, used or not.

    Examples
    --------
    >>> [str(weight) for weight in agreement_weights(3, "quadratic")[0]]
    ['1', '3/4', '0']
    """
    if kind == "identity":
        return [[Fraction(int(i == j)) for j in range(classes)] for i in range(classes)]
    power = 1 if kind == "linear" else 2
    apart = classes - 1
    return [[1 - Fraction(abs(i - j), apart) ** power for j in range(classes)] for i in range(classes)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """The two ends that a formula gives."""

    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficient:
    """A coefficient and its standard error by formula, or the reason for none.

    Parameters
    ----------
    value, se : None where undefined; ``se`` alone is None where one unit leaves no variance.
    df : degrees of freedom of the standard error, where Student's quantile is the convention; else None.
    """

    value: float | None
    se: float | None
    df: int | None = None
    undefined: str | None = None

    def ends(self, *, level: float = LEVEL) -> Ends | None:
        """Estimate ± quantile · standard error, not cut at 1; they may coincide. None where there is no error.

        Examples
        --------
        >>> Coefficient(value=1.0, se=0.0).ends()
        Ends(low=1.0, high=1.0)
        """
        if self.value is None or self.se is None:
            return None
        reach = self.se * (normal_quantile(level) if self.df is None else t_quantile(level, self.df))
        return Ends(low=self.value - reach, high=self.value + reach)

    def interval(self, *, level: float = LEVEL) -> Interval:
        """The interval between these ends; without width it is none.

        Examples
        --------
        >>> found = Coefficient(value=0.5, se=0.1).interval()
        >>> round(found.low, 4), round(found.high, 4)
        (0.304, 0.696)
        """
        method, ends = "normal" if self.df is None else "t", self.ends(level=level)
        if ends is None:
            return undefined_interval(method, self.undefined or "no standard error")
        return settle(ends.low, ends.high, method)
