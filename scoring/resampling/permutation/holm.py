"""Holm's correction of a family of tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["HolmAdjusted", "holm"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HolmAdjusted:
    """Adjusted p-values in the order given, None where there was none; ``family`` counts those that entered."""

    p: tuple[float | None, ...]
    family: int


def holm(p: Sequence[float | None]) -> HolmAdjusted:
    """Adjust the p-values of one family.

    The i-th smallest of m is multiplied by m − i + 1, is never below a smaller one's, never above 1.

    Parameters
    ----------
    p : p-values of the family's tests; None for a test that could not be made.

    Edge cases: a missing p leaves the family and its size; no p at all gives a family of 0.

    Source: Holm 1979; scoring specification, section 4; oracle trap 38.

    Examples
    --------
    >>> found = holm([0.01, None, 0.04])
    >>> found.p, found.family
    ((0.02, None, 0.04), 2)
    """
    given = sorted((value, place) for place, value in enumerate(p) if value is not None)
    adjusted: list[float | None] = [None] * len(p)
    largest = 0.0
    for rank, (value, place) in enumerate(given):
        largest = max(largest, min((len(given) - rank) * value, 1.0))
        adjusted[place] = largest
    return HolmAdjusted(p=tuple(adjusted), family=len(given))
