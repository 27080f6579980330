"""All agreement figures of a square table of counts, in every replicate at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.resampling.ratios import divide

__all__ = ["TableAgreement", "agreement_of_tables", "as_tables", "merge_classes"]


def as_tables(cells: np.ndarray, rows: int, columns: int | None = None) -> np.ndarray:
    """Cells × replicates as rows × columns × replicates; cells go row by row.

    Examples
    --------
    >>> as_tables(np.arange(8).reshape(4, 2), 2)[1, 0].tolist()
    [4, 5]
    """
    return cells.reshape(rows, rows if columns is None else columns, -1)


def merge_classes(tables: np.ndarray, rows: Sequence[int], columns: Sequence[int], classes: int) -> np.ndarray:
    """The same tables over fewer classes: a coarser resolution needs no draw of its own.

    Parameters
    ----------
    tables : rows × columns × replicates.
    rows, columns : the new class of each old one; −1 where its records are left out.
    classes : how many new classes there are; the new tables are square.

    Examples
    --------
    >>> merge_classes(np.arange(9.0).reshape(3, 3, 1), (0, 1, 1), (0, 1, -1), 2)[:, :, 0].tolist()
    [[0.0, 1.0], [9.0, 11.0]]
    """
    found = np.zeros((classes, classes, tables.shape[2]))
    for row, to_row in enumerate(rows):
        for column, to_column in enumerate(columns):
            if to_row >= 0 and to_column >= 0:
                found[to_row, to_column] += tables[row, column]
    return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableAgreement:
    """Agreement of two labellings in every replicate; NaN where a figure is undefined.

    All are arrays over replicates, ``specific`` and ``shares`` classes × replicates.
    """

    observed: np.ndarray
    expected: np.ndarray
    kappa: np.ndarray
    kappa_linear: np.ndarray
    kappa_quadratic: np.ndarray
    pi: np.ndarray
    ac1: np.ndarray
    pabak: np.ndarray
    alpha: np.ndarray
    specific: np.ndarray
    shares: np.ndarray


def _weighted_kappa(tables: np.ndarray, rows: np.ndarray, columns: np.ndarray, power: int) -> np.ndarray:
    """1 less the ratio of observed to expected disagreement, which weighs |i − j| to a power."""
    place = np.arange(len(tables))
    apart = (np.abs(place[:, np.newaxis] - place) ** power).astype("float64")
    observed = (apart[:, :, np.newaxis] * tables).sum(axis=(0, 1))
    expected = np.zeros(tables.shape[2])
    for row, weights in zip(rows, apart, strict=True):
        expected += row * (weights[:, np.newaxis] * columns).sum(axis=0)
    n = rows.sum(axis=0)
    return 1 - divide(observed * n, expected, n * n)


def agreement_of_tables(tables: np.ndarray, q: int) -> TableAgreement:
    """The agreement figures of tables of counts.

    Parameters
    ----------
    tables : classes × classes × replicates; rows one labelling, columns the other, classes in the codebook's order.
    q : classes of the codebook; a reserved code outside it has a row and is not counted.

    Edge cases: NaN where a table is empty, and for coefficients where both labellings use one and the same class; AC1
    and PABAK are defined there. One constant labelling gives a kappa of 0.

    Source: the formulas are those of ``scoring.agreement``; weighted kappa: Cohen 1968.

    Examples
    --------
    >>> found = agreement_of_tables(np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]], dtype=float)[:, :, np.newaxis], 3)
    >>> [round(float(value[0]), 4) for value in (found.kappa, found.kappa_linear, found.kappa_quadratic)]
    [0.4915, 0.4737, 0.4545]
    >>> [round(float(value[0]), 4) for value in (found.pi, found.ac1, found.pabak, found.alpha)]
    [0.4872, 0.576, 0.55, 0.4885]
    """
    rows, columns = tables.sum(axis=1), tables.sum(axis=0)
    n = rows.sum(axis=0)
    square = n * n
    right = np.einsum("iir->ir", tables)
    same = right.sum(axis=0)
    products = (rows * columns).sum(axis=0)
    both = rows + columns
    squares = (both * both).sum(axis=0)
    observed = divide(same, n)
    return TableAgreement(
        observed=observed,
        expected=divide(products, square),
        kappa=divide(n * same - products, square - products, square),
        kappa_linear=_weighted_kappa(tables, rows, columns, 1),
        kappa_quadratic=_weighted_kappa(tables, rows, columns, 2),
        pi=divide(4 * n * same - squares, 4 * square - squares, square),
        ac1=_ac1(observed, divide(squares, 4 * square), q),
        pabak=(observed - 1 / q) / (1 - 1 / q),
        alpha=1 - divide(2 * (n - same) * (2 * n - 1), 4 * square - squares, square),
        specific=divide(2 * right, both, n),
        shares=divide(both, 2 * n),
    )


def _ac1(observed: np.ndarray, chance: np.ndarray, q: int) -> np.ndarray:
    """``chance`` is the sum of squared class shares."""
    expected = (1 - chance) / (q - 1)
    return divide(observed - expected, 1 - expected)
