"""Agreement of two labellings from their table of counts, in exact integers."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.results import Exact

__all__ = [
    "NO_UNIT",
    "ONE_CLASS",
    "SquareTable",
    "cohen_kappa",
    "expected_agreement",
    "observed_agreement",
    "total",
    "weighted_kappa",
]

NO_UNIT = "no unit coded twice"
ONE_CLASS = "only one class used: expected agreement is 1"

SquareTable = Sequence[Sequence[int]]
"""Counts, or integer weights, of pairs of labels: rows are one labelling, columns the other, classes in one order."""


def total(table: SquareTable) -> int:
    """The sum of all cells.

    Examples
    --------
    >>> total([[1, 2], [3, 4]])
    10
    """
    return sum(sum(row) for row in table)


def _diagonal(table: SquareTable) -> int:
    return sum(row[place] for place, row in enumerate(table))


def _products(table: SquareTable) -> int:
    """Sum over classes of row margin times column margin."""
    columns = [sum(column) for column in zip(*table, strict=True)]
    return sum(sum(row) * column for row, column in zip(table, columns, strict=True))


def observed_agreement(table: SquareTable) -> Exact:
    """Share of units on the diagonal: ``po = sum_k n_kk / n``.

    Edge cases: an empty table is undefined.

    Examples
    --------
    >>> observed_agreement([[4, 1], [0, 5]]).value
    Fraction(9, 10)
    """
    return Exact.ratio(_diagonal(table), total(table), undefined=NO_UNIT)


def expected_agreement(table: SquareTable) -> Exact:
    """Agreement expected from the two margins: ``pe = sum_k n_k. n_.k / n^2``.

    Source: Cohen 1960.

    Examples
    --------
    >>> expected_agreement([[4, 1], [0, 5]]).value
    Fraction(1, 2)
    """
    return Exact.ratio(_products(table), total(table) ** 2, undefined=NO_UNIT)


def cohen_kappa(table: SquareTable) -> Exact:
    """Cohen's kappa: ``(po - pe) / (1 - pe)``.

    Parameters
    ----------
    table : q × q counts or integer weights, q fixed by the codebook, whoever used which class.

    Edge cases: both labellings use one and the same class only, so that pe is 1: undefined, neither 1 nor 0. One
    labelling is constant, the other not: exactly 0.

    Source: Cohen 1960; scoring specification, section 5.

    Examples
    --------
    >>> cohen_kappa([[88, 14, 18], [10, 40, 10], [2, 6, 12]]).number().__round__(4)
    0.4915
    >>> cohen_kappa([[0, 0], [0, 30]]).undefined
    'only one class used: expected agreement is 1'
    """
    n, products = total(table), _products(table)
    if n == 0:
        return Exact.none(NO_UNIT)
    return Exact.ratio(n * _diagonal(table) - products, n * n - products, undefined=ONE_CLASS)


def weighted_kappa(table: SquareTable, *, power: int) -> Exact:
    """Cohen's weighted kappa: ``1 − Σ |i − j|^power n_ij / Σ |i − j|^power n_i. n_.j / n``.

    Parameters
    ----------
    table : q × q counts or integer weights, classes in the codebook's order, used or not: the order is what is weighed.
    power : 1 for linear weights, 2 for quadratic ones.

    Edge cases: as ``cohen_kappa``.

    Source: Cohen 1968; scoring specification, section 5. Implementations that sort labels, or drop unused ones, weigh
    another order; where they differ, the codebook's order is right.

    Examples
    --------
    >>> table = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
    >>> weighted_kappa(table, power=1).value, weighted_kappa(table, power=2).number().__round__(4)
    (Fraction(9, 19), 0.4545)
    >>> weighted_kappa([[30, 0], [0, 0]], power=1).undefined
    'only one class used: expected agreement is 1'
    """
    n = total(table)
    if n == 0:
        return Exact.none(NO_UNIT)
    rows = [sum(row) for row in table]
    columns = [sum(column) for column in zip(*table, strict=True)]
    places = range(len(rows))
    seen = sum(abs(i - j) ** power * table[i][j] for i in places for j in places)
    chance = sum(abs(i - j) ** power * rows[i] * columns[j] for i in places for j in places)
    return Exact.of(1).minus(Exact.ratio(n * seen, chance, undefined=ONE_CLASS))
