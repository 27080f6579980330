"""Are the class shares of two labellings the same: the Stuart–Maxwell statistic, for one table or for replicates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["MarginStatistic", "stuart_maxwell_of_tables"]

_NOTHING = 1e-11


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MarginStatistic:
    """The statistic and its degrees of freedom in each table; NaN and 0 where there is no disagreement."""

    statistic: np.ndarray
    df: np.ndarray


def stuart_maxwell_of_tables(tables: np.ndarray) -> MarginStatistic:
    """Stuart and Maxwell's ``d' V⁻ d``, V⁻ a generalised inverse, df the rank of V.

    ``d_k = n_k. − n_.k``, ``V_kk = n_k. + n_.k − 2 n_kk``, ``V_kl = −(n_kl + n_lk)``. V is the Laplacian of a graph that
    joins classes which are confused, and d sums to 0 over each of its parts; so elimination may pass over pivots of 0,
    and the statistic is the same for every generalised inverse.

    Parameters
    ----------
    tables : classes × classes × replicates.

    Edge cases: a class that is unused, always agreed on or never confused with some others takes a degree of freedom
    away (implementations that invert V fail there or keep k − 1). No disagreement: NaN, df 0.

    Source: Stuart 1955; Maxwell 1970; oracle traps 5 and 6.

    Examples
    --------
    >>> found = stuart_maxwell_of_tables(np.array([[88.0, 14, 18], [10, 40, 10], [2, 6, 12]])[:, :, np.newaxis])
    >>> float(found.statistic[0].round(4)), found.df.tolist()
    (13.5135, [2])
    """
    off = tables + tables.swapaxes(0, 1)
    classes = len(tables)
    diagonal = np.arange(classes)
    off[diagonal, diagonal] = 0
    covariance = -off
    covariance[diagonal, diagonal] = off.sum(axis=1)
    difference = tables.sum(axis=1) - tables.sum(axis=0)
    least = _NOTHING * covariance[diagonal, diagonal].max(axis=0)
    statistic = np.zeros(tables.shape[2])
    df = np.zeros(tables.shape[2], dtype="int64")
    for k in range(classes):
        pivot = covariance[k, k]
        free = pivot > least
        inverse = np.zeros_like(pivot)
        np.divide(1.0, pivot, out=inverse, where=free)
        statistic += difference[k] * difference[k] * inverse
        df += free
        for later in range(k + 1, classes):
            factor = covariance[later, k] * inverse
            covariance[later, k + 1 :] -= factor * covariance[k, k + 1 :]
            difference[later] -= factor * difference[k]
    return MarginStatistic(statistic=np.where(df > 0, statistic, np.nan), df=df)
