"""Krippendorff's alpha for nominal, ordinal and interval data."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from scoring.resampling.analytic.coefficient import Coefficient
from scoring.resampling.analytic.subjects import UnitPattern

__all__ = ["Level", "alpha_of_level"]

Level = Literal["nominal", "ordinal", "interval"]


def _distances(level: Level, totals: list[int], values: Sequence[Fraction | int]) -> list[list[Fraction]]:
    q = len(totals)
    if level == "nominal":
        return [[Fraction(int(i != j)) for j in range(q)] for i in range(q)]
    if level == "interval":
        return [[Fraction(a - b) ** 2 for b in values] for a in values]
    inner = [Fraction(sum(totals[:k])) + Fraction(totals[k], 2) for k in range(q)]
    return [[(a - b) ** 2 for b in inner] for a in inner]


def alpha_of_level(patterns: Sequence[UnitPattern], level: Level, values: Sequence[Fraction | int] = ()) -> Coefficient:
    """Alpha: ``1 − D_o / D_e``, over units with at least two codings.

    The distance of two classes is 1 (nominal), the squared number of codings from the middle of one to the middle of
    the other (ordinal), or the squared difference of their values (interval).

    Parameters
    ----------
    patterns : units over the classes in their order. values : number of each class, for ``interval``.

    Edge cases: nothing pairable, or no variation among what is: undefined, neither 1 nor 0.

    Source: Krippendorff 2011; oracle traps 9 to 13 (divisor m − 1, and the ordinal metric of the publication).

    Examples
    --------
    >>> patterns = [UnitPattern(given=(2, 1, 0), units=2), UnitPattern(given=(0, 0, 2), units=3)]
    >>> [round(alpha_of_level(patterns, level, (1, 2, 3)).value, 4) for level in ("nominal", "ordinal", "interval")]
    [0.5, 0.8625, 0.8103]
    """
    pairable = [pattern for pattern in patterns if pattern.codings > 1]
    if not pairable:
        return Coefficient(value=None, se=None, undefined="no pairable value")
    q = len(pairable[0].given)
    totals = [sum(pattern.given[k] * pattern.units for pattern in pairable) for k in range(q)]
    n = sum(totals)
    apart = _distances(level, totals, values)
    pairs = [(i, j) for i in range(q) for j in range(q)]
    expected = sum((apart[i][j] * totals[i] * totals[j] for i, j in pairs), Fraction(0))
    if expected == 0:
        return Coefficient(value=None, se=None, undefined="no variation in the pairable values")
    observed = sum(
        (
            Fraction(one.units, one.codings - 1)
            * sum((apart[i][j] * one.given[i] * one.given[j] for i, j in pairs), Fraction(0))
            for one in pairable
        ),
        Fraction(0),
    )
    return Coefficient(value=float(1 - (n - 1) * observed / expected), se=None)
