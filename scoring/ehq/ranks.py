"""Ranks of models by a score."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import stats

from scoring.results import Exact

__all__ = ["rank_models"]


def rank_models(values: Sequence[Exact]) -> tuple[float | None, ...]:
    """Rank of each model: 1 is the highest value, tied models share the mean of their ranks.

    Parameters
    ----------
    values : one score per model.

    Edge cases: a model without a value has no rank, and the others are ranked without it.

    Source: scoring specification, section 3 (a choice, the papers rank without ties).

    Examples
    --------
    >>> rank_models([Exact.of(2), Exact.of(5), Exact.none("no scored record"), Exact.of(2)])
    (2.5, 1.0, None, 2.5)
    """
    known = [value.value for value in values if value.value is not None]
    place = {value: position for position, value in enumerate(sorted(set(known), reverse=True))}
    ranks = iter(stats.rankdata(np.array([place[value] for value in known], dtype="int64")).tolist())
    return tuple(None if value.value is None else next(ranks) for value in values)
