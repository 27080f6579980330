"""Area under the ROC curve with DeLong's standard error."""

from __future__ import annotations

import math

import numpy as np

from scoring.resampling.analytic.coefficient import Coefficient

__all__ = ["auroc"]


def auroc(score: np.ndarray, positive: np.ndarray) -> Coefficient:
    """Probability that a positive has a higher score than a negative, ties one half.

    Parameters
    ----------
    score : of each record. positive : whether it is of the positive class.

    Edge cases: one class only: undefined. One record of a class: no standard error. The direction is never turned.

    Source: DeLong, DeLong and Clarke-Pearson 1988; oracle trap 22.

    Examples
    --------
    >>> found = auroc(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]))
    >>> found.value, round(found.se, 4)
    (0.75, 0.3536)
    """
    high, low = np.sort(score[positive]), np.sort(score[~positive])
    n_high, n_low = len(high), len(low)
    if n_high == 0 or n_low == 0:
        return Coefficient(value=None, se=None, undefined="one class only")
    above_low = (np.searchsorted(low, high, "left") + np.searchsorted(low, high, "right")) / (2 * n_low)
    below_high = 1 - (np.searchsorted(high, low, "left") + np.searchsorted(high, low, "right")) / (2 * n_high)
    value = float(above_low.mean())
    if n_high < 2 or n_low < 2:
        return Coefficient(value=value, se=None)
    return Coefficient(value=value, se=math.sqrt(above_low.var(ddof=1) / n_high + below_high.var(ddof=1) / n_low))
