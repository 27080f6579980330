"""Comparing models in every replicate: differences, who is ahead, ranks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.resampling.intervals.interval import LEVEL
from scoring.resampling.intervals.percentile import Percentiles, find_percentiles

__all__ = ["Pair", "PairReplicates", "compare_replicates", "rank_intervals"]

_TIE = 1e-12
"""Scores closer than this are equal: composites are sums of rounded parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two models by their positions, and the replicates in which both have a score."""

    first: int
    second: int
    replicates: int
    first_ahead: int
    second_ahead: int

    @property
    def share_ahead(self) -> float | None:
        """Share of these replicates in which the first is ahead, ties counting one half; None without a replicate."""
        if self.replicates == 0:
            return None
        ties = self.replicates - self.first_ahead - self.second_ahead
        return (2 * self.first_ahead + ties) / (2 * self.replicates)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairReplicates:
    """All pairs, with percentiles of the differences first − second, and the ranks of each replicate.

    ``ranks`` are models × replicates: 1 is the highest, ties share the mean of their ranks; NaN where a model has no
    score, the others are ranked without it.
    """

    pairs: tuple[Pair, ...]
    differences: Percentiles
    ranks: np.ndarray


def compare_replicates(values: np.ndarray, *, level: float = LEVEL) -> PairReplicates:
    """Differences of all pairs of models, who is ahead, and ranks, from the same replicates.

    Parameters
    ----------
    values : models × replicates of one score, NaN where undefined.

    Edge cases: a pair uses the replicates in which both models have a score. Values within 1e-12 are tied.

    Source: scoring specification, section 4.

    Examples
    --------
    >>> found = compare_replicates(np.array([[0.5, 0.6, np.nan], [0.5, 0.2, 0.3], [0.1, 0.9, 0.2]]))
    >>> [(pair.first, pair.second, pair.share_ahead) for pair in found.pairs]
    [(0, 1, 0.75), (0, 2, 0.5), (1, 2, 0.6666666666666666)]
    >>> found.ranks.tolist()
    [[1.5, 2.0, nan], [1.5, 3.0, 1.0], [3.0, 1.0, 2.0]]
    """
    models = len(values)
    balance = np.zeros(values.shape, dtype="int16")
    parts = []
    pairs: list[Pair] = []
    for first in range(models - 1):
        difference = values[first] - values[first + 1 :]
        ahead, behind = difference > _TIE, difference < -_TIE
        balance[first] += behind.sum(axis=0, dtype="int16") - ahead.sum(axis=0, dtype="int16")
        balance[first + 1 :] += ahead
        balance[first + 1 :] -= behind
        found = find_percentiles(difference, level=level, overwrite=True)
        parts.append(found)
        counts = zip(found.used.tolist(), ahead.sum(axis=1).tolist(), behind.sum(axis=1).tolist(), strict=True)
        pairs += [
            Pair(first=first, second=second, replicates=used, first_ahead=up, second_ahead=down)
            for second, (used, up, down) in enumerate(counts, first + 1)
        ]
    defined = ~np.isnan(values)
    ranks = (defined.sum(axis=0) + 1 + balance) / 2
    ranks[~defined] = np.nan
    return PairReplicates(pairs=tuple(pairs), differences=_join(parts), ranks=ranks)


def _join(parts: list[Percentiles]) -> Percentiles:
    nothing = find_percentiles(np.zeros((0, 1)))
    each = [nothing, *parts]
    return Percentiles(
        low=np.concatenate([part.low for part in each]),
        high=np.concatenate([part.high for part in each]),
        used=np.concatenate([part.used for part in each]),
        left_out=np.concatenate([part.left_out for part in each]),
    )


def rank_intervals(ranks: np.ndarray, *, level: float = LEVEL) -> Percentiles:
    """The ranks between which each model lies in all but the outer replicates; ends are ranks that occur.

    Parameters
    ----------
    ranks : models × replicates, as ``compare_replicates`` gives them.

    Edge cases: both ends are the same where a model keeps its rank; that is a finding, not a lack of variation.

    Examples
    --------
    >>> found = rank_intervals(np.array([[1.0, 1.0, 2.0, 3.0], [2.0, 2.0, 2.0, 2.0]]), level=0.5)
    >>> found.low.tolist(), found.high.tolist()
    ([1.0, 2.0], [2.0, 2.0])
    """
    return find_percentiles(ranks, level=level, attained=True)
