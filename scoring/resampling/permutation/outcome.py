"""The p-value of a permutation test, how it was found, and the numbers that permutations are compared in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

__all__ = ["DRAWS", "NEGLIGIBLE", "PermutationTest", "centre", "count_tails", "undefined_test"]

DRAWS = 20_000
"""Random permutations, where there are too many to list."""

NEGLIGIBLE = 1e-9
"""Statistics of values in units of their spread are equal within this: exact ties must stay ties in binary floats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PermutationTest:
    """A permutation test, or the reason for none.

    Parameters
    ----------
    value : the observed statistic; None where undefined.
    p : two-sided: the share of arrangements with |statistic| at least as large; with the plus-one rule where drawn.
    greater, less : one-sided: the share with a statistic at least, at most, as large.
    hits, arrangements : arrangements at least as extreme in absolute value, and all that were looked at.
    exact : all arrangements were listed; else drawn at random.
    smallest : the smallest two-sided p that these data could give, where it is known.
    """

    value: float | None
    p: float | None
    greater: float | None = None
    less: float | None = None
    hits: int | None = None
    arrangements: int | None = None
    exact: bool = True
    smallest: float | None = None
    undefined: str | None = None

    @property
    def twice_smaller_tail(self) -> float | None:
        """The other two-sided convention: twice the smaller one-sided p; it differs for lopsided distributions."""
        if self.greater is None or self.less is None:
            return None
        return min(2 * self.greater, 2 * self.less, 1.0)


def undefined_test(reason: str) -> PermutationTest:
    """No test, for this reason.

    Examples
    --------
    >>> undefined_test("a variable is constant").p is None
    True
    """
    return PermutationTest(value=None, p=None, undefined=reason)


def centre(values: Sequence[Fraction | float]) -> np.ndarray:
    """The values less their mean, in units of the largest deviation: an offset costs no digit. Zeros if all are equal.

    Examples
    --------
    >>> centre([Fraction(1), Fraction(2), Fraction(3)]).tolist()
    [-1.0, 0.0, 1.0]
    """
    exact = [Fraction(value) for value in values]
    mean = sum(exact, Fraction(0)) / len(exact)
    spread = max(abs(value - mean) for value in exact) or Fraction(1)
    return np.array([float((value - mean) / spread) for value in exact])


def count_tails(
    statistics: np.ndarray, seen: float, *, value: float, exact: bool, smallest: float | None = None
) -> PermutationTest:
    """Compare the statistics of all (or drawn) arrangements with the observed one.

    Parameters
    ----------
    statistics : of the arrangements; with the observed arrangement among them where ``exact``.
    seen : of the observed arrangement, on the same scale, in which about 1 is the spread.
    value : the statistic as it is reported.

    Source: scoring specification, section 4. Two-sided means |statistic| at least as large; drawn permutations follow
    Phipson and Smyth 2010, ``(1 + hits) / (1 + draws)``; oracle traps 28 to 31.

    Examples
    --------
    >>> found = count_tails(np.array([-2.0, -1.0, 1.0, 2.0]), 2.0, value=2.0, exact=True)
    >>> found.p, found.greater, found.less, found.hits
    (0.5, 0.25, 1.0, 2)
    """
    total = len(statistics)
    hits = int((np.abs(statistics) >= abs(seen) - NEGLIGIBLE).sum())
    above = int((statistics >= seen - NEGLIGIBLE).sum())
    below = int((statistics <= seen + NEGLIGIBLE).sum())
    plus = 0 if exact else 1
    return PermutationTest(
        value=value,
        p=(hits + plus) / (total + plus),
        greater=(above + plus) / (total + plus),
        less=(below + plus) / (total + plus),
        hits=hits,
        arrangements=total,
        exact=exact,
        smallest=smallest,
    )
