"""Division of replicates: NaN, which is left out and counted later, where there is nothing to divide by."""

from __future__ import annotations

import numpy as np

__all__ = ["divide"]

_NOTHING = 1e-12
"""Share of a total below which a denominator is 0: weighted sums of equal numbers differ in their last digits."""


def divide(numerator: np.ndarray, denominator: np.ndarray, scale: np.ndarray | float = 1.0) -> np.ndarray:
    """``numerator / denominator``, NaN where the denominator is 0 beside ``scale``.

    Examples
    --------
    >>> divide(np.array([1.0, 1.0]), np.array([4.0, 0.0])).tolist()
    [0.25, nan]
    """
    shape = np.broadcast_shapes(numerator.shape, denominator.shape)
    found = np.full(shape, np.nan)
    np.divide(numerator, denominator, out=found, where=np.abs(denominator) > _NOTHING * scale)
    return found
