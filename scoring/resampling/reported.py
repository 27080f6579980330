"""Values with their intervals as they are printed: the headline, the plain percentile one, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.resampling.intervals import (
    Interval,
    OneSided,
    Percentiles,
    Spread,
    bound_without_variation,
    carried_interval,
    effective_size,
    f1_interval,
    find_percentiles,
    measure_spread,
    wilson,
)
from scoring.results import Estimate

__all__ = ["Rows", "Uncertainty", "plain_share", "report", "summarise"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertainty:
    """How uncertain one value is.

    Parameters
    ----------
    headline : the interval that stands beside the value, or why none does.
    percentile : the plain interval of the replicates; None where it is the headline, or not taken.
    left_out : undefined replicates.
    bound : of a share that was 0 or 1 in the whole sample, whose plain interval has no width.
    """

    headline: Interval
    percentile: Interval | None = None
    left_out: int = 0
    bound: OneSided | None = None

    @property
    def note(self) -> str | None:
        """What must be said beside the value: that nothing varied, with the bound, or why there is no interval."""
        return self.headline.undefined if self.bound is None else self.bound.text


def report(estimate: Estimate, uncertainty: Uncertainty | None) -> dict[str, object]:
    """An estimate as a JSON object with everything that is known of its uncertainty.

    Beside ``low, high, method`` there are ``percentile`` (the plain interval), ``left_out`` (undefined replicates, where
    there are any), ``note`` and the exact one-sided ``bound`` where the sample did not vary; a ``note`` says too why there
    is no interval.

    Examples
    --------
    >>> report(Estimate(value=0.5, n=4), None)
    {'value': 0.5, 'n': 4}
    >>> rows = summarise(np.array([[0.0, 0.0]]))
    >>> report(Estimate(value=0.0, n=40), rows.share(0, 0.0, 40))["note"]
    'no variation in the sample; 0 of 40: at most 7.2%'
    """
    out: dict[str, object] = dict(estimate.as_json())
    if uncertainty is None or estimate.value is None:
        return out
    out = dict(uncertainty.headline.put_on(estimate).as_json())
    plain = uncertainty.percentile
    if plain is not None and plain.low is not None:
        out["percentile"] = {"low": plain.low, "high": plain.high, "method": plain.method}
    if uncertainty.left_out:
        out["left_out"] = uncertainty.left_out
    if uncertainty.note is not None:
        out["note"] = uncertainty.note
    if uncertainty.bound is not None:
        bound = uncertainty.bound
        out["bound"] = {"side": bound.side, "value": bound.bound, "level": bound.level, "n": bound.n}
    return out


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rows:
    """Percentiles and spread of rows of replicates."""

    percentiles: Percentiles
    spread: Spread

    def _sd(self, row: int) -> float | None:
        sd = float(self.spread.sd[row])
        return None if np.isnan(sd) else sd

    def plain(self, row: int) -> Uncertainty:
        """The percentile interval as headline, where the bootstrap is the method."""
        return Uncertainty(headline=self.percentiles.interval(row), left_out=int(self.percentiles.left_out[row]))

    def share(self, row: int, value: float, n: int) -> Uncertainty:
        """A share: Wilson's interval with effective size n / deff.

        Parameters
        ----------
        value : the share. n : records behind it.

        Edge cases: a share of 0 or 1 does not vary: Wilson's interval takes n, and the exact one-sided bound is added.
        """
        return Uncertainty(
            headline=wilson(value, effective_size(value, n, self._sd(row))),
            percentile=self.percentiles.interval(row),
            left_out=int(self.percentiles.left_out[row]),
            bound=_bound(value, n),
        )

    def coefficient(self, row: int, value: float, n: int) -> Uncertainty:
        """Kappa, pi, AC1 or alpha: estimate and standard error carried to log(1 − x) and back.

        Parameters
        ----------
        n : units behind it, for the bound where all of them agree.
        """
        return Uncertainty(
            headline=carried_interval(value, self._sd(row)),
            percentile=self.percentiles.interval(row),
            left_out=int(self.percentiles.left_out[row]),
            bound=_bound(value, n) if value == 1 else None,
        )

    def f1(self, row: int, overlap_row: int, value: float, n: int) -> Uncertainty:
        """A class's F1, or its specific agreement: Wilson's interval of TP / (TP + FP + FN), mapped.

        Parameters
        ----------
        row, overlap_row : of F1 and of the overlap that it is mapped from. value : of F1. n : records with the class on
            either side.
        """
        overlap = value / (2 - value)
        return Uncertainty(
            headline=f1_interval(overlap, effective_size(overlap, n, self._sd(overlap_row))),
            percentile=self.percentiles.interval(row),
            left_out=int(self.percentiles.left_out[row]),
            bound=_bound(overlap, n),
        )


def plain_share(count: int, n: int) -> Uncertainty | None:
    """A share of independent records: Wilson's interval, and the exact bound of one that is 0 or 1; None of no record.

    Examples
    --------
    >>> found = plain_share(81, 263)
    >>> round(found.headline.low, 4), round(found.headline.high, 4), plain_share(0, 0)
    (0.2553, 0.3662, None)
    """
    if n == 0:
        return None
    return Uncertainty(headline=wilson(count / n, n), bound=_bound(count / n, n))


def _bound(value: float, n: int) -> OneSided | None:
    """The exact one-sided bound of a share that is 0 or 1; None for others."""
    if n < 1 or value not in (0, 1):
        return None
    return bound_without_variation(n if value == 1 else 0, n)


def summarise(values: np.ndarray) -> Rows:
    """Percentiles and spread of rows of replicates, NaN where undefined. The array is sorted in place.

    Examples
    --------
    >>> rows = summarise(np.array([[0.25, 0.75, 0.5]]))
    >>> found = rows.share(0, 0.5, 10)
    >>> found.headline.method, round(found.headline.low, 4), found.percentile.low
    ('wilson', 0.15, 0.2625)
    """
    spread = measure_spread(values)
    return Rows(percentiles=find_percentiles(values, overwrite=True), spread=spread)
