"""Do the success rates of models differ at all: against binomial draws at the pooled rate."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from scoring.resampling.permutation.outcome import DRAWS, PermutationTest, count_tails, undefined_test

__all__ = ["homogeneity_test"]


def _chi_square(successes: np.ndarray, trials: np.ndarray) -> np.ndarray:
    """Pearson's chi-square of each row against its own pooled rate; 0 where that is 0 or 1."""
    rate = successes.sum(axis=1, keepdims=True) / trials.sum()
    off = successes - rate * trials
    spread = trials * rate * (1 - rate)
    found: np.ndarray = np.divide(off * off, spread, out=np.zeros(off.shape), where=spread > 0).sum(axis=1)
    return found


def homogeneity_test(
    successes: Sequence[int], trials: Sequence[int], *, stream: np.random.Generator, draws: int = DRAWS
) -> PermutationTest:
    """Monte Carlo test that all models have one success rate.

    The statistic is the variance of the rates where all have the same number of trials, else Pearson's chi-square.

    Parameters
    ----------
    successes, trials : of each model; models without a trial do not enter.

    Edge cases: fewer than two models are undefined; a pooled rate of 0 or 1 gives p = 1. ``greater`` is the p that
    counts: a low spread is no evidence of difference, and ``p`` equals it since the statistic is never negative.

    Source: scoring specification, section 4, *Homogeneity of the capability probe*.

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> homogeneity_test([5, 5, 6], [10, 10, 10], stream=open_stream("1", "x")).p > 0.5
    True
    >>> homogeneity_test([1, 19], [20, 20], stream=open_stream("1", "x")).p < 0.001
    True
    """
    tried = np.array(trials, dtype="int64")
    seen = np.array(successes, dtype="int64")[tried > 0]
    tried = tried[tried > 0]
    models = len(tried)
    if models < 2:
        return undefined_test("fewer than 2 models")
    rate = float(Fraction(int(seen.sum()), int(tried.sum())))
    drawn = stream.binomial(tried, rate, size=(draws, models))
    if (tried == tried[0]).all():
        both = np.vstack([seen, drawn])
        spread = models * (both * both).sum(axis=1) - both.sum(axis=1) ** 2
        value = float(Fraction(int(spread[0]), models * (models - 1) * int(tried[0]) ** 2))
        return count_tails(spread[1:], float(spread[0]), value=value, exact=False)
    chi_square = float(_chi_square(seen[np.newaxis], tried)[0])
    scale = max(chi_square, 1.0)
    return count_tails(_chi_square(drawn, tried) / scale, chi_square / scale, value=chi_square, exact=False)
