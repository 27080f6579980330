"""Order of exact values: mean ranks, and the signs of all pairs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

__all__ = ["find_places", "mean_ranks", "pair_signs"]


def find_places(values: Sequence[Fraction | float]) -> np.ndarray:
    """Small integers in the order of the values; equal values have one place.

    Examples
    --------
    >>> find_places([Fraction(1, 3), Fraction(1, 2), Fraction(2, 6)]).tolist()
    [0, 1, 0]
    """
    place = {value: position for position, value in enumerate(sorted(set(values)))}
    return np.array([place[value] for value in values], dtype="int64")


def mean_ranks(values: Sequence[Fraction | float]) -> np.ndarray:
    """Ranks from 1, the lowest; equal values share the mean of their ranks.

    Examples
    --------
    >>> mean_ranks([5, 2, 5]).tolist()
    [2.5, 1.0, 2.5]
    """
    place = find_places(values)
    below = (place[:, np.newaxis] > place).sum(axis=1)
    same = (place[:, np.newaxis] == place).sum(axis=1)
    ranks: np.ndarray = below + (same + 1) / 2
    return ranks


def pair_signs(values: Sequence[Fraction | float]) -> np.ndarray:
    """−1, 0 or 1 for every pair: is the value of the row below, equal to or above that of the column.

    Examples
    --------
    >>> pair_signs([1, 2]).tolist()
    [[0, -1], [1, 0]]
    """
    place = find_places(values)
    signs: np.ndarray = np.sign(place[:, np.newaxis] - place)
    return signs
