"""Sign-flip test of paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from scoring.resampling.permutation.outcome import DRAWS, PermutationTest, count_tails, undefined_test

__all__ = ["MOST_PAIRS", "sign_flip_test"]

MOST_PAIRS = 20
"""Up to this many differences all sign patterns are listed (1,048,576)."""


def _sums(scaled: np.ndarray, stream: np.random.Generator, draws: int) -> np.ndarray:
    """The sum under all sign patterns, or under random ones."""
    if len(scaled) > MOST_PAIRS:
        signs = stream.integers(0, 2, size=(draws, len(scaled)), dtype="int8") * 2 - 1
        drawn: np.ndarray = (signs * scaled).sum(axis=1)
        return drawn
    sums = np.zeros(1)
    for value in scaled.tolist():
        sums = np.concatenate([sums + value, sums - value])
    return sums


def sign_flip_test(
    differences: Sequence[Fraction | float], *, stream: np.random.Generator, draws: int = DRAWS
) -> PermutationTest:
    """Test that paired differences are as often up as down: each may change its sign.

    Parameters
    ----------
    differences : newer − older, say; the statistic is their mean.
    stream : used only beyond 20 differences.

    Edge cases: differences of 0 stay in; no difference at all is undefined. ``smallest`` is ``2 · 2^zeros / 2^k``.

    Source: scoring specification, section 4 (pairs of generations).

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> found = sign_flip_test([Fraction(1, 10), Fraction(2, 10), Fraction(3, 10), Fraction(1, 10)],
    ...                        stream=open_stream("1", "x"))
    >>> found.p, found.smallest, found.arrangements
    (0.125, 0.125, 16)
    """
    if not differences:
        return undefined_test("no pair")
    exact_values = [Fraction(value) for value in differences]
    spread = max(abs(value) for value in exact_values) or Fraction(1)
    scaled = np.array([float(value / spread) for value in exact_values])
    zeros = sum(value == 0 for value in exact_values)
    k = len(exact_values)
    seen = float(sum(exact_values, Fraction(0)) / spread)
    return count_tails(
        _sums(scaled, stream, draws),
        seen,
        value=float(sum(exact_values, Fraction(0)) / k),
        exact=k <= MOST_PAIRS,
        smallest=min(2.0 ** (1 + zeros - k), 1.0),
    )
