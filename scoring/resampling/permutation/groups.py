"""Permutation tests of groups of models: difference of two means, and rates that differ between families."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from scoring.resampling.permutation.arrangements import (
    LISTED,
    MOST_CHOICES,
    list_choices,
    list_orders,
    random_orders,
)
from scoring.resampling.permutation.outcome import DRAWS, PermutationTest, centre, count_tails, undefined_test

__all__ = ["family_rates_test", "two_group_test"]


def two_group_test(
    values: Sequence[Fraction | float], chosen: Sequence[int], *, stream: np.random.Generator, draws: int = DRAWS
) -> PermutationTest:
    """Test of a difference of two means: any k of the n values could have been the first group.

    Parameters
    ----------
    values : one a model. chosen : positions of the first group; the statistic is its mean less that of the others.
    stream : used only beyond 200,000 choices.

    Edge cases: an empty group is undefined; groups of one are not. ``smallest`` is 1 choice, 2 where the groups are of
    one size, since the opposite choice then has the same |difference|; it is what other values could give.

    Source: scoring specification, section 4; oracle traps 28 to 30.

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> found = two_group_test([1, 2, 3, 4, 100], [4], stream=open_stream("1", "x"))
    >>> found.value, found.p, found.twice_smaller_tail, found.arrangements
    (97.5, 0.2, 0.4, 5)
    """
    n, k = len(values), len(chosen)
    if not 0 < k < n:
        return undefined_test("a group without models")
    exact_values = [Fraction(value) for value in values]
    inside = set(chosen)
    first = sum((value for place, value in enumerate(exact_values) if place in inside), Fraction(0))
    rest = sum(exact_values, Fraction(0)) - first
    count = math.comb(n, k)
    exact = count <= MOST_CHOICES
    table = list_choices(n, k) if exact else random_orders(n, draws, stream)[:, :k]
    scaled = centre(exact_values)
    return count_tails(
        scaled[table].sum(axis=1),
        float(scaled[sorted(inside)].sum()),
        value=float(first / k - rest / (n - k)),
        exact=exact,
        smallest=(2 if 2 * k == n else 1) / count if exact else None,
    )


def family_rates_test(
    errors: Sequence[float],
    records: Sequence[float],
    family: Sequence[int],
    *,
    stream: np.random.Generator,
    draws: int = DRAWS,
) -> PermutationTest:
    """Test that error rates do not differ between families, moving whole models.

    The statistic is Pearson's chi-square of the families' rates against the pooled rate, over the records of each; the
    models of a family exchange their places with others.

    Parameters
    ----------
    errors, records : (weighted) errors and records of each model. family : family of each model, 0 … F − 1.

    Edge cases: one family, or a pooled rate of 0 or 1: undefined. All orders of up to 8 models are listed; else
    ``draws`` random ones with the plus-one rule. A family whose models have no record adds nothing.

    Source: scoring specification, section 6, *Invariance by family* (the statistic is a choice).

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> found = family_rates_test([8, 9, 1, 2], [10, 10, 10, 10], [0, 0, 1, 1], stream=open_stream("1", "x"))
    >>> round(found.value, 6), round(found.p, 6), found.arrangements
    (19.6, 0.333333, 24)
    """
    wrong, whole = np.array(errors, dtype="float64"), np.array(records, dtype="float64")
    groups = np.array(family, dtype="int64")
    families = int(groups.max(initial=-1)) + 1
    if len(set(groups[whole > 0].tolist())) < 2:
        return undefined_test("fewer than 2 families with records")
    rate = float(wrong.sum() / whole.sum())
    if not 0 < rate < 1:
        return undefined_test("the error rate does not vary")
    n = len(wrong)
    exact = n <= LISTED
    orders = list_orders(n) if exact else random_orders(n, draws, stream)

    def chi_square(some: np.ndarray) -> np.ndarray:
        statistic = np.zeros(len(some))
        for one in range(families):
            members = np.flatnonzero(groups == one)
            size = whole[some[:, members]].sum(axis=1)
            off = wrong[some[:, members]].sum(axis=1) - rate * size
            statistic += np.divide(off * off, size, out=np.zeros(len(some)), where=size > 0)
        return statistic / (rate * (1 - rate))

    seen = float(chi_square(np.arange(n)[np.newaxis])[0])
    return count_tails(chi_square(orders) / max(seen, 1.0), seen / max(seen, 1.0), value=seen, exact=exact)
