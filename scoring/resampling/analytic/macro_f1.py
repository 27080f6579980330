"""Macro F1 with its standard error by the delta method."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scoring.resampling.analytic.coefficient import Coefficient, root

__all__ = ["macro_f1_with_error"]


def macro_f1_with_error(table: Sequence[Sequence[int]]) -> Coefficient:
    """Macro F1 of a table of reference (rows) against automated labels, delta method under multinomial sampling.

    Parameters
    ----------
    table : k × k counts over the codebook's classes.

    Edge cases: a class that occurs on neither side has no F1, and then there is no macro F1 here.

    Source: Takahashi et al. 2022, with the outer product in the covariance (oracle trap 20).

    Examples
    --------
    >>> found = macro_f1_with_error([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
    >>> round(found.value, 4), round(found.se, 5)
    (0.6222, 0.03781)
    """
    k = len(table)
    n = sum(sum(row) for row in table)
    both = [sum(table[c]) + sum(row[c] for row in table) for c in range(k)]
    if not all(both):
        return Coefficient(value=None, se=None, undefined="a class never occurs, its F1 is 0/0")
    f1 = [Fraction(2 * table[c][c], both[c]) for c in range(k)]
    slope = [[-(f1[i] / both[i] + f1[j] / both[j]) for j in range(k)] for i in range(k)]
    for c in range(k):
        slope[c][c] += Fraction(2, both[c])
    cells = [(table[i][j], slope[i][j] / k) for i in range(k) for j in range(k)]
    mean = sum((count * step for count, step in cells), Fraction(0))
    square = sum((count * step * step for count, step in cells), Fraction(0))
    return Coefficient(value=float(sum(f1, Fraction(0)) / k), se=root(square - mean * mean / n))
