"""Permutation test of a partial correlation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from scoring.resampling.analytic.projection import build_projection
from scoring.resampling.permutation.arrangements import LISTED, list_orders, random_orders
from scoring.resampling.permutation.outcome import DRAWS, PermutationTest, count_tails, undefined_test

__all__ = ["freedman_lane_test"]


def _scaled(values: Sequence[Fraction]) -> np.ndarray:
    """The values in units of their largest one."""
    largest = max(abs(value) for value in values)
    return np.array([float(value / largest) for value in values])


def freedman_lane_test(
    x: Sequence[Fraction | float],
    y: Sequence[Fraction | float],
    covariates: Sequence[Sequence[Fraction | float]],
    *,
    stream: np.random.Generator,
    draws: int = DRAWS,
) -> PermutationTest:
    """Test that x and y are unrelated given the covariates: the residuals of y on them are put in other orders.

    Each order adds the residuals back to the fitted values, and the partial correlation is taken anew.

    Parameters
    ----------
    x, y, covariates : as for ``partial_correlation``. stream : used only beyond 8 units.

    Edge cases: no degree of freedom, or a variable that the covariates explain wholly: undefined. An order whose
    residuals the covariates explain wholly counts as a correlation of 0.

    Source: Freedman and Lane 1983; scoring specification, section 6, *Invariance by family*.

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> found = freedman_lane_test([1, 2, 3, 4, 5, 6], [1, 3, 2, 5, 4, 6], [[0, 1, 0, 1, 0, 1]],
    ...                            stream=open_stream("1", "x"))
    >>> round(found.value, 4), found.hits, found.arrangements
    (0.982, 16, 720)
    """
    n = len(x)
    projection = build_projection(n, covariates)
    if n - 2 - projection.rank < 1:
        return undefined_test("no degree of freedom left")
    first, second = projection.residuals(x), projection.residuals(y)
    if not any(first) or not any(second):
        return undefined_test("a variable is constant, or wholly explained by what is held constant")
    along, moved = _scaled(first), _scaled(second)
    basis = [_scaled(vector) for vector in projection.basis]

    def correlations(orders: np.ndarray) -> np.ndarray:
        left = moved[orders]
        whole = (left * left).sum(axis=1)
        for vector in basis:
            whole -= (left * vector).sum(axis=1) ** 2 / float((vector * vector).sum())
        norm = np.sqrt(np.maximum(whole, 0.0)) * math.sqrt(float((along * along).sum()))
        found = np.zeros(len(orders))
        np.divide((left * along).sum(axis=1), norm, out=found, where=norm > 1e-7)
        return found

    exact = n <= LISTED
    seen = float(correlations(np.arange(n)[np.newaxis])[0])
    orders = list_orders(n) if exact else random_orders(n, draws, stream)
    return count_tails(correlations(orders), seen, value=seen, exact=exact)
