"""Light's kappa of several coders."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scoring.resampling.analytic.coefficient import Coefficient
from scoring.resampling.analytic.kappa import kappa_with_error

__all__ = ["LightKappa", "light_kappa"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LightKappa:
    """The mean of all pairs' kappas, and these in the order (1, 2), (1, 3), …, (2, 3), …; None where undefined."""

    coefficient: Coefficient
    pairs: tuple[float | None, ...]


def light_kappa(ratings: np.ndarray, classes: int) -> LightKappa:
    """The mean of Cohen's kappas of all pairs of coders.

    Parameters
    ----------
    ratings : units × coders, class positions, complete.

    Edge cases: undefined where the kappa of one pair is.

    Source: Light 1971; Hallgren 2012.

    Examples
    --------
    >>> found = light_kappa(np.array([[0, 0, 0], [0, 1, 0], [1, 1, 1], [1, 1, 0]]), 2)
    >>> round(found.coefficient.value, 4), [round(pair, 4) for pair in found.pairs]
    (0.4, [0.5, 0.5, 0.2])
    """
    pairs = []
    for first, second in combinations(range(ratings.shape[1]), 2):
        cells = np.bincount(ratings[:, first] * classes + ratings[:, second], minlength=classes * classes)
        pairs.append(kappa_with_error(cells.reshape(classes, classes).tolist()).coefficient.value)
    known = [pair for pair in pairs if pair is not None]
    if len(known) < len(pairs) or not pairs:
        none = Coefficient(value=None, se=None, undefined="the kappa of a pair is undefined")
        return LightKappa(coefficient=none, pairs=tuple(pairs))
    return LightKappa(coefficient=Coefficient(value=sum(known) / len(known), se=None), pairs=tuple(pairs))
