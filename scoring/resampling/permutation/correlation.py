"""Permutation tests of Pearson's, Spearman's and Kendall's correlation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import numpy as np

from scoring.resampling.ordering import mean_ranks, pair_signs
from scoring.resampling.permutation.arrangements import LISTED, list_orders, random_orders
from scoring.resampling.permutation.outcome import DRAWS, PermutationTest, centre, count_tails, undefined_test

__all__ = ["CONSTANT", "FEW_UNITS", "Correlation", "correlation_test"]

Correlation = Literal["pearson", "spearman", "kendall"]

FEW_UNITS = "fewer than 3 models"
CONSTANT = "a variable is constant"

_AT_ONCE = 2_000_000


def _products(x: np.ndarray, y: np.ndarray, orders: np.ndarray) -> np.ndarray:
    """Correlation of x with y in each order; both have a mean of 0."""
    norm = math.sqrt(float((x * x).sum() * (y * y).sum()))
    found: np.ndarray = (y[orders] * x).sum(axis=1) / norm
    return found


def _concordances(x: np.ndarray, y: np.ndarray, orders: np.ndarray) -> np.ndarray:
    """Tau-b of signs x with signs y in each order: integers over a number that no order changes."""
    norm = math.sqrt(int(np.abs(x).sum()) * int(np.abs(y).sum()))
    step = max(_AT_ONCE // x.size, 1)
    parts = []
    for start in range(0, len(orders), step):
        some = orders[start : start + step]
        parts.append((y[some[:, :, np.newaxis], some[:, np.newaxis, :]] * x).sum(axis=(1, 2)))
    found: np.ndarray = np.concatenate(parts) / norm
    return found


def correlation_test(
    x: Sequence[Fraction | float],
    y: Sequence[Fraction | float],
    kind: Correlation,
    *,
    stream: np.random.Generator,
    draws: int = DRAWS,
) -> PermutationTest:
    """Permutation test of no association: y is put in other orders.

    Parameters
    ----------
    x, y : exact values, one pair a unit (a model, say).
    stream : used only where more than 8 units make random orders necessary.

    Edge cases: fewer than 3 units or a constant variable: undefined. Exact up to 8 units; else ``draws`` random orders
    and the plus-one rule.

    Source: scoring specification, section 4; oracle traps 28, 29, 31 and 32.

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> x, y = [3, 1, 4, 1, 5, 9], [2, 7, 1, 8, 2, 8]
    >>> [correlation_test(x, y, kind, stream=open_stream("1", "x")).hits for kind in ("pearson", "spearman", "kendall")]
    [720, 584, 604]
    """
    n = len(x)
    if n < 3:
        return undefined_test(FEW_UNITS)
    if len(set(x)) == 1 or len(set(y)) == 1:
        return undefined_test(CONSTANT)
    exact = n <= LISTED
    orders = list_orders(n) if exact else random_orders(n, draws, stream)
    same = np.arange(n)[np.newaxis]
    if kind == "kendall":
        signs_x, signs_y = pair_signs(x), pair_signs(y)
        seen = float(_concordances(signs_x, signs_y, same)[0])
        return count_tails(_concordances(signs_x, signs_y, orders), seen, value=seen, exact=exact)
    if kind == "spearman":
        x, y = mean_ranks(x).tolist(), mean_ranks(y).tolist()
    first, second = centre(x), centre(y)
    seen = float(_products(first, second, same)[0])
    return count_tails(_products(first, second, orders), seen, value=seen, exact=exact)
