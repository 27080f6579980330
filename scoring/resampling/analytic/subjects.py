"""AC1, AC2, pi and Brennan–Prediger's coefficient for any number of coders, with subject-level standard errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.resampling.analytic.coefficient import Coefficient, WeightKind, agreement_weights

__all__ = ["Chance", "SubjectCoefficient", "UnitPattern", "coefficient_with_error", "patterns_of_table"]

Chance = Literal["ac", "pi", "brennan-prediger", "none"]

NO_UNIT = "no unit coded twice"
ONE_CLASS = "only one class used: expected agreement is 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPattern:
    """Units with the same content: codings of each class, and how many such units there are."""

    given: tuple[int, ...]
    units: int

    @property
    def codings(self) -> int:
        """Codings of one such unit."""
        return sum(self.given)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectCoefficient:
    """A chance-corrected coefficient and the agreement behind it.

    ``se_table`` is the standard error with divisor n instead of n − 1, as some tools print it for a table.
    """

    coefficient: Coefficient
    observed: float | None
    expected: float | None
    units: int
    units_paired: int
    se_table: float | None


def patterns_of_table(table: Sequence[Sequence[int]]) -> tuple[UnitPattern, ...]:
    """The units of a table of two codings: one pattern for each cell that is not empty.

    Examples
    --------
    >>> patterns_of_table([[3, 1], [0, 0]])
    (UnitPattern(given=(2, 0), units=3), UnitPattern(given=(1, 1), units=1))
    """
    q = len(table)
    return tuple(
        UnitPattern(given=tuple((i == k) + (j == k) for k in range(q)), units=count)
        for i, row in enumerate(table)
        for j, count in enumerate(row)
        if count
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Expected:
    """Agreement expected by chance, and what one coding of each class adds to it."""

    value: Fraction
    of_class: tuple[Fraction, ...]


def _expect(chance: Chance, weight: list[list[Fraction]], shares: list[Fraction]) -> _Expected:
    q = len(shares)
    if chance == "none":
        return _Expected(value=Fraction(0), of_class=(Fraction(0),) * q)
    whole = sum((sum(line, Fraction(0)) for line in weight), Fraction(0))
    if chance == "brennan-prediger":
        return _Expected(value=whole / q**2, of_class=(whole / q**2,) * q)
    if chance == "ac":
        factor = whole / (q * (q - 1))
        value = factor * sum((share * (1 - share) for share in shares), Fraction(0))
        return _Expected(value=value, of_class=tuple(factor * (1 - share) for share in shares))
    column = tuple(sum((weight[k][j] * shares[j] for j in range(q)), Fraction(0)) for k in range(q))
    value = sum((share * of for share, of in zip(shares, column, strict=True)), Fraction(0))
    return _Expected(value=value, of_class=column)


def _agreeing(pattern: UnitPattern, weight: list[list[Fraction]]) -> Fraction:
    """Share of the ordered pairs of codings of one unit that agree, by weight."""
    q, given, r = len(weight), pattern.given, pattern.codings
    near = [sum((weight[k][j] * given[j] for j in range(q)), Fraction(0)) for k in range(q)]
    return sum((given[k] * (near[k] - 1) for k in range(q)), Fraction(0)) / (r * (r - 1))


def coefficient_with_error(
    patterns: Sequence[UnitPattern], q: int, chance: Chance, *, weights: WeightKind = "identity"
) -> SubjectCoefficient:
    """``(pa − pe) / (1 − pe)`` with the variance of linearised unit values, divisor n (n − 1), Student's t with n − 1.

    ``pe`` is ``Σ_k π_k (1 − π_k) · Σ w / (q (q − 1))`` for ``ac`` (AC1; AC2 with weights), ``Σ_kl w_kl π_k π_l`` for
    ``pi`` (Scott's; Fleiss' kappa for more coders), ``Σ w / q²`` for ``brennan-prediger`` (PABAK for two classes), 0 for
    ``none``, which gives the observed agreement itself.

    Parameters
    ----------
    patterns : the units over q classes of the codebook, used or not; with gaps, units coded once enter the class shares
        only, units not coded at all nothing.

    Edge cases: no unit with two codings, or (pi) one class only: undefined. A single unit: no standard error. With gaps
    the variance takes the number of units coded twice as given, as Gwet's does.

    Source: Gwet 2008 and 2014; Brennan and Prediger 1981; oracle traps 3, 14, 16 and 17. Implementations differ in n
    (units without a coding counted), divisor and quantile.

    Examples
    --------
    >>> patterns = patterns_of_table([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
    >>> found = coefficient_with_error(patterns, 3, "ac")
    >>> round(found.coefficient.value, 4), round(found.coefficient.se, 4), round(found.se_table, 4)
    (0.576, 0.0481, 0.048)
    """
    coded = [pattern for pattern in patterns if pattern.codings > 0]
    n = sum(pattern.units for pattern in coded)
    paired = sum(pattern.units for pattern in coded if pattern.codings > 1)
    if paired == 0:
        return _undefined(NO_UNIT, n, paired)
    weight = agreement_weights(q, weights)
    shares = [sum((Fraction(p.given[k] * p.units, p.codings) for p in coded), Fraction(0)) / n for k in range(q)]
    agreeing = [_agreeing(pattern, weight) if pattern.codings > 1 else None for pattern in coded]
    pairs = zip(coded, agreeing, strict=True)
    observed = sum((p.units * own for p, own in pairs if own is not None), Fraction(0)) / paired
    expected = _expect(chance, weight, shares)
    lack = 1 - expected.value
    if lack == 0:
        return _undefined(ONE_CLASS, n, paired, observed, expected.value)
    value = (observed - expected.value) / lack
    squares = Fraction(0)
    for pattern, own in zip(coded, agreeing, strict=True):
        part = Fraction(0) if own is None else Fraction(n, paired) * (own - expected.value) / lack
        met = sum((g * of for g, of in zip(pattern.given, expected.of_class, strict=True)), Fraction(0))
        part -= 2 * (1 - value) * (met / pattern.codings - expected.value) / lack
        squares += pattern.units * (part - value) ** 2
    se = None if n < 2 else math.sqrt(squares / (n * (n - 1)))
    return SubjectCoefficient(
        coefficient=Coefficient(value=float(value), se=se, df=n - 1),
        observed=float(observed),
        expected=float(expected.value),
        units=n,
        units_paired=paired,
        se_table=math.sqrt(squares / (n * n)),
    )


def _undefined(
    reason: str, n: int, paired: int, observed: Fraction | None = None, expected: Fraction | None = None
) -> SubjectCoefficient:
    return SubjectCoefficient(
        coefficient=Coefficient(value=None, se=None, undefined=reason),
        observed=None if observed is None else float(observed),
        expected=None if expected is None else float(expected),
        units=n,
        units_paired=paired,
        se_table=None,
    )
