"""Cohen's kappa, weighted or not, with Fleiss, Cohen and Everitt's standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.resampling.analytic.coefficient import Coefficient, WeightKind, agreement_weights, root
from scoring.resampling.intervals.quantiles import two_sided_normal

__all__ = ["Kappa", "kappa_with_error"]

NO_UNIT = "no unit coded twice"
ONE_CLASS = "only one class used: expected agreement is 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """A kappa with its standard error, and the test that it is 0.

    Parameters
    ----------
    coefficient : value and standard error. observed, expected : weighted agreement; None for an empty table.
    se0, z0, p0 : standard error, z and two-sided p under no agreement beyond chance; None where undefined.
    """

    coefficient: Coefficient
    observed: float | None
    expected: float | None
    se0: float | None = None
    z0: float | None = None
    p0: float | None = None


def kappa_with_error(table: Sequence[Sequence[int]], *, weights: WeightKind = "identity") -> Kappa:
    """Kappa of a square table of counts, ``(po − pe) / (1 − pe)``.

    The standard error is that of large samples, ``var = (Σ p_ij [w_ij (1 − pe) − (w_i. + w_.j)(1 − po)]² −
    (po pe − 2 pe + po)²) / (n (1 − pe)⁴)``; simple forms found elsewhere differ. Its interval takes the normal quantile.

    Parameters
    ----------
    table : k × k counts, classes in the codebook's order. weights : of agreement, by that order.

    Edge cases: both labellings of one class: undefined. One constant labelling: 0 with standard error 0.

    Source: Fleiss, Cohen and Everitt 1969; oracle traps 1, 2, 4 and 16.

    Examples
    --------
    >>> found = kappa_with_error([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
    >>> round(found.coefficient.value, 4), round(found.coefficient.se, 4), round(found.se0, 4)
    (0.4915, 0.051, 0.052)
    >>> round(kappa_with_error([[88, 14, 18], [10, 40, 10], [2, 6, 12]], weights="quadratic").coefficient.se, 4)
    0.0665
    """
    k = len(table)
    n = sum(sum(row) for row in table)
    if n == 0:
        none = Coefficient(value=None, se=None, undefined=NO_UNIT)
        return Kappa(coefficient=none, observed=None, expected=None)
    weight = agreement_weights(k, weights)
    cells = [(i, j) for i in range(k) for j in range(k)]
    share = [[Fraction(count, n) for count in row] for row in table]
    row, column = [sum(line) for line in share], [sum(line) for line in zip(*share, strict=True)]
    observed = sum((weight[i][j] * share[i][j] for i, j in cells), Fraction(0))
    expected = sum((weight[i][j] * row[i] * column[j] for i, j in cells), Fraction(0))
    if expected == 1:
        none = Coefficient(value=None, se=None, undefined=ONE_CLASS)
        return Kappa(coefficient=none, observed=float(observed), expected=1.0)
    of_row = [sum((weight[i][j] * column[j] for j in range(k)), Fraction(0)) for i in range(k)]
    of_column = [sum((weight[i][j] * row[i] for i in range(k)), Fraction(0)) for j in range(k)]
    lack = 1 - expected
    off = {(i, j): weight[i][j] * lack - (of_row[i] + of_column[j]) * (1 - observed) for i, j in cells}
    square = sum((share[i][j] * off[i, j] ** 2 for i, j in cells), Fraction(0))
    variance = (square - (observed * expected - 2 * expected + observed) ** 2) / (n * lack**4)
    null = sum((row[i] * column[j] * (weight[i][j] - of_row[i] - of_column[j]) ** 2 for i, j in cells), Fraction(0))
    se0 = root((null - expected**2) / (n * lack**2))
    value = float((observed - expected) / lack)
    z0 = value / se0 if se0 > 0 else None
    return Kappa(
        coefficient=Coefficient(value=value, se=root(variance)),
        observed=float(observed),
        expected=float(expected),
        se0=se0,
        z0=z0,
        p0=None if z0 is None else two_sided_normal(z0),
    )
