"""Does something change along each coder's own order: permutation test of trend."""

from __future__ import annotations

import math

import numpy as np

from scoring.resampling.permutation.outcome import DRAWS, PermutationTest, count_tails, undefined_test

__all__ = ["trend_test"]

_AT_ONCE = 1_000_000


def trend_test(
    position: np.ndarray, outcome: np.ndarray, coder: np.ndarray, *, stream: np.random.Generator, draws: int = DRAWS
) -> PermutationTest:
    """Test that an outcome is unrelated to where it stands in a coder's order.

    The statistic is the correlation of position and outcome within coders; outcomes are put in other orders within each
    coder.

    Parameters
    ----------
    position : place of each coding in its coder's order (or its tenth). outcome : 1 where it disagrees, or is flagged,
        else 0. coder : coder of each coding, as an integer.

    Edge cases: positions or outcomes that do not vary within any coder are undefined.

    Source: scoring specification, section 5, *Order* (the statistic is a choice).

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> late = trend_test(np.arange(20), np.repeat([0, 1], 10), np.zeros(20, dtype="int64"),
    ...                   stream=open_stream("1", "x"), draws=1000)
    >>> round(late.value, 4), late.p < 0.01
    (0.8671, True)
    """
    groups = [np.flatnonzero(coder == one) for one in np.unique(coder)]
    places = [position[rows] - position[rows].mean() for rows in groups]
    outcomes = [outcome[rows] - outcome[rows].mean() for rows in groups]
    squares = sum(float((a * a).sum()) for a in places) * sum(float((a * a).sum()) for a in outcomes)
    if squares <= 0:
        return undefined_test("position or outcome does not vary")
    norm = math.sqrt(squares)
    seen = sum(float((a * b).sum()) for a, b in zip(places, outcomes, strict=True)) / norm
    step = max(_AT_ONCE // len(position), 1)
    parts = []
    for done in range(0, draws, step):
        rows = min(step, draws - done)
        total = np.zeros(rows)
        for place, result in zip(places, outcomes, strict=True):
            total += (stream.permuted(np.broadcast_to(result, (rows, len(result))), axis=1) * place).sum(axis=1)
        parts.append(total / norm)
    return count_tails(np.concatenate(parts), seen, value=seen, exact=False)
