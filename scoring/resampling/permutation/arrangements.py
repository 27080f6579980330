"""Arrangements of a few units: all of them, or random ones."""

from __future__ import annotations

import math
from functools import cache
from itertools import chain, combinations, permutations

import numpy as np

__all__ = ["LISTED", "MOST_CHOICES", "list_choices", "list_orders", "random_orders"]

LISTED = 8
"""Up to this many units all orders are listed (40,320)."""

MOST_CHOICES = 200_000
"""Up to this many choices of k out of n are listed."""


@cache
def list_orders(n: int) -> np.ndarray:
    """All orders of n units, n! × n; read only.

    Examples
    --------
    >>> list_orders(3).tolist()
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    """
    flat = np.fromiter(chain.from_iterable(permutations(range(n))), dtype="int64", count=math.factorial(n) * n)
    flat.flags.writeable = False
    return flat.reshape(-1, n)


def random_orders(n: int, draws: int, stream: np.random.Generator) -> np.ndarray:
    """Random orders of n units, draws × n.

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> random_orders(4, 2, open_stream("1", "x")).tolist()
    [[2, 1, 3, 0], [0, 3, 1, 2]]
    """
    return stream.permuted(np.broadcast_to(np.arange(n), (draws, n)), axis=1)


def list_choices(n: int, k: int) -> np.ndarray:
    """All choices of k out of n units, C(n, k) × k.

    Examples
    --------
    >>> list_choices(3, 2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    count = math.comb(n, k)
    return np.fromiter(chain.from_iterable(combinations(range(n), k)), dtype="int64", count=count * k).reshape(count, k)
