"""Kappa of three or more coders."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from scoring.agreement.table import ONE_CLASS
from scoring.results import Exact

__all__ = ["conger_expected", "conger_kappa"]


def conger_expected(ratings: np.ndarray, classes: int) -> Exact:
    """Agreement expected when two coders are taken at random, each with an own margin.

    ``pe = sum_{g != h} sum_k p_gk p_hk / (r (r - 1))`` where ``p_gk`` is the share of class k among the codings of
    coder g.

    Parameters
    ----------
    ratings : units × coders, class positions; −1 where a coder gave none.

    Edge cases: with gaps, a coder's shares are taken over that coder's own codings of units that have at least two, so
    units coded once move nothing (a choice); coders without such a unit are not counted. Fewer than two coders:
    undefined.

    Source: Conger 1980, equation for complete data.

    Examples
    --------
    >>> conger_expected(np.array([[0, 0, 1], [1, 1, 1]]), 2).value
    Fraction(1, 2)
    """
    shares: list[list[Fraction]] = []
    for column in ratings[(ratings >= 0).sum(axis=1) > 1].T:
        given = np.bincount(column[column >= 0], minlength=classes).tolist()
        if sum(given):
            shares.append([Fraction(count, sum(given)) for count in given])
    both = Fraction(0)
    for of_class in zip(*shares, strict=True):
        both += sum(of_class, Fraction(0)) ** 2 - sum((share * share for share in of_class), Fraction(0))
    return Exact.ratio(both, len(shares) * (len(shares) - 1), undefined="fewer than two coders of the same unit")


def conger_kappa(observed: Exact, expected: Exact) -> Exact:
    """Conger's kappa: ``(po - pe) / (1 - pe)``; Cohen's kappa for two coders.

    Edge cases: all coders use one and the same class only: undefined.

    Source: Conger 1980.

    Examples
    --------
    >>> conger_kappa(Exact.of(Fraction(3, 4)), Exact.of(Fraction(1, 2))).value
    Fraction(1, 2)
    >>> conger_kappa(Exact.of(1), Exact.of(1)).undefined
    'only one class used: expected agreement is 1'
    """
    return observed.minus(expected).over(Exact.of(1).minus(expected), undefined=ONE_CLASS)
