"""Correlations over models when the models themselves are drawn again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from scoring.resampling.counts import draw_counts
from scoring.resampling.design import build_design
from scoring.resampling.ordering import pair_signs
from scoring.resampling.permutation.outcome import centre
from scoring.resampling.ratios import divide
from scoring.resampling.threads import one_blas_thread

__all__ = ["CorrelationReplicates", "replicate_correlations"]

_STEPS = 1 << 20
"""Values are rounded to so many steps of their largest deviation: products of sums stay exact integers."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CorrelationReplicates:
    """The three correlations in every replicate; NaN where a drawn variable is constant."""

    pearson: np.ndarray
    spearman: np.ndarray
    kendall: np.ndarray


def _integers(values: Sequence[Fraction | float]) -> np.ndarray:
    steps: np.ndarray = np.rint(centre(values) * _STEPS)
    return steps


def _moments(counts: np.ndarray, x: np.ndarray, y: np.ndarray, scale: float) -> np.ndarray:
    """Weighted correlation of x and y, replicates × units or units each, whose weighted sums are exact."""
    n = counts.sum(axis=1)
    sums = [(counts * part).sum(axis=1) for part in (x, y, x * y, x * x, y * y)]
    product = n * sums[2] - sums[0] * sums[1]
    squares = (n * sums[3] - sums[0] ** 2) * (n * sums[4] - sums[1] ** 2)
    return divide(product, np.sqrt(squares), scale)


def _spearman(counts: np.ndarray, signs_x: np.ndarray, signs_y: np.ndarray) -> np.ndarray:
    """Twice the mean ranks, less a constant, are sums of signs over the drawn units."""
    return _moments(counts, counts @ signs_x.T, counts @ signs_y.T, 1.0)


def _kendall(counts: np.ndarray, signs_x: np.ndarray, signs_y: np.ndarray) -> np.ndarray:
    """Pairs of drawn units; two drawings of one unit are tied on both sides."""
    over = [((counts @ pairs) * counts).sum(axis=1) for pairs in (signs_x * signs_y, np.abs(signs_x), np.abs(signs_y))]
    return divide(over[0], np.sqrt(over[1] * over[2]))


def replicate_correlations(
    x: Sequence[Fraction | float], y: Sequence[Fraction | float], *, stream: np.random.Generator, replicates: int
) -> CorrelationReplicates:
    """Pearson's, Spearman's and Kendall's correlation with models drawn with replacement.

    Parameters
    ----------
    x, y : exact values of each model, up to a few hundred models.

    Edge cases: a replicate in which a variable does not vary is NaN, to be left out and counted. Fewer than two models
    make every replicate undefined.

    Source: scoring specification, section 4, *Across models*. Ranks and ties are those of the drawn models. Values enter
    in steps of 2^-20 of their largest deviation, so that sums are exact on any machine.

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> found = replicate_correlations([1, 2, 4, 7], [1, 3, 2, 9], stream=open_stream("1", "x"), replicates=3)
    >>> found.pearson.round(3).tolist(), found.spearman.round(3).tolist()
    ([0.208, 0.208, 0.883], [0.333, 0.333, 1.0])
    """
    design = build_design(np.zeros(len(x), dtype="int64"), rescaled=False)
    first, second = _integers(x), _integers(y)
    signs_x, signs_y = pair_signs(x).astype("float64"), pair_signs(y).astype("float64")
    found: list[list[np.ndarray]] = [[], [], []]
    with one_blas_thread():
        for counts in draw_counts(design, stream=stream, replicates=replicates):
            found[0].append(_moments(counts, first, second, 1.0))
            found[1].append(_spearman(counts, signs_x, signs_y))
            found[2].append(_kendall(counts, signs_x, signs_y))
    pearson, spearman, kendall = (np.concatenate(parts) for parts in found)
    return CorrelationReplicates(pearson=pearson, spearman=spearman, kendall=kendall)
