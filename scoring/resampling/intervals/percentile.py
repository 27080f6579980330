"""Percentiles of replicates, undefined ones left out and counted; and the shift that a biased statistic needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.resampling.intervals.interval import LEVEL, Interval, settle, undefined_interval

__all__ = ["Percentiles", "Shifted", "Spread", "find_percentiles", "measure_spread", "shift_percentiles"]

NO_REPLICATE = "undefined in every replicate"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Percentiles:
    """Percentiles of some rows of replicates.

    Parameters
    ----------
    low, high : of each row; NaN where it has no defined replicate.
    used : defined replicates of each row. left_out : undefined ones.
    """

    low: np.ndarray
    high: np.ndarray
    used: np.ndarray
    left_out: np.ndarray

    def interval(self, row: int) -> Interval:
        """The percentile interval of one row.

        Examples
        --------
        >>> find_percentiles(np.array([[1.0, 1.0], [np.nan, np.nan]])).interval(1).undefined
        'undefined in every replicate'
        """
        if self.used[row] == 0:
            return undefined_interval("percentile", NO_REPLICATE)
        return settle(self.low[row], self.high[row], "percentile")


def _between(ordered: np.ndarray, used: np.ndarray, share: float) -> np.ndarray:
    """Quantile of each row by linear interpolation between its defined values, which come first."""
    rows = np.arange(len(ordered))
    place = np.maximum(used - 1, 0) * share
    below = np.floor(place).astype("int64")
    above = np.minimum(below + 1, np.maximum(used - 1, 0))
    low, high = ordered[rows, below], ordered[rows, above]
    found: np.ndarray = low + (high - low) * (place - below)
    return found


def _attained(ordered: np.ndarray, used: np.ndarray, share: float) -> np.ndarray:
    """The smallest value of each row that at least this share of its defined values does not exceed."""
    place = np.maximum(np.ceil(used * share - 1e-9).astype("int64") - 1, 0)
    found: np.ndarray = ordered[np.arange(len(ordered)), place]
    return found


def find_percentiles(
    values: np.ndarray, *, level: float = LEVEL, attained: bool = False, overwrite: bool = False
) -> Percentiles:
    """Percentile bounds of each row, undefined replicates left out.

    Parameters
    ----------
    values : rows × replicates, NaN where undefined; at least one replicate.
    level : probability between the bounds.
    attained : bounds are values that occur (for ranks), instead of interpolated ones.
    overwrite : sort ``values`` in place.

    Source: scoring specification, section 4. Interpolation is linear between order statistics, (B − 1) · share from the
    lowest (type 7 of Hyndman and Fan 1996).

    Examples
    --------
    >>> found = find_percentiles(np.array([[4.0, 1.0, 3.0, 2.0, 5.0], [7.0, np.nan, 8.0, np.nan, 9.0]]), level=0.5)
    >>> found.low.tolist(), found.high.tolist(), found.left_out.tolist()
    ([2.0, 7.5], [4.0, 8.5], [0, 2])
    """
    if overwrite:
        values.sort(axis=1)
        ordered = values
    else:
        ordered = np.sort(values, axis=1)
    replicates = ordered.shape[1]
    undefined = np.isnan(ordered[:, -1])
    left_out = np.zeros(len(ordered), dtype="int64")
    left_out[undefined] = np.isnan(ordered[undefined]).sum(axis=1)
    used = replicates - left_out
    quantile = _attained if attained else _between
    tail = (1 - level) / 2
    return Percentiles(
        low=quantile(ordered, used, tail), high=quantile(ordered, used, 1 - tail), used=used, left_out=left_out
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spread:
    """Mean and standard deviation (divisor B − 1) of rows of replicates; NaN with fewer than two defined ones."""

    mean: np.ndarray
    sd: np.ndarray
    used: np.ndarray


def measure_spread(values: np.ndarray) -> Spread:
    """Mean and standard deviation of each row, undefined replicates left out.

    Examples
    --------
    >>> found = measure_spread(np.array([[1.0, 3.0, np.nan], [np.nan, np.nan, 2.0]]))
    >>> found.mean.tolist(), found.sd.round(6).tolist(), found.used.tolist()
    ([2.0, nan], [1.414214, nan], [2, 1])
    """
    defined = ~np.isnan(values)
    used = defined.sum(axis=1)
    known = np.where(defined, values, 0.0)
    enough = used > 1
    mean = np.full(len(values), np.nan)
    np.divide(known.sum(axis=1), used, out=mean, where=enough)
    off = np.where(defined, values - mean[:, np.newaxis], 0.0)
    variance = np.full(len(values), np.nan)
    np.divide((off * off).sum(axis=1), used - 1, out=variance, where=enough)
    same = np.where(defined, values, np.inf).min(axis=1) == np.where(defined, values, -np.inf).max(axis=1)
    variance[enough & same] = 0.0
    return Spread(mean=mean, sd=np.sqrt(variance), used=used)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shifted:
    """A percentile interval beside its bias.

    Parameters
    ----------
    bias : mean of the replicates less the estimate.
    percentile : the plain interval. shifted : the same less the bias, cut at 0 and 1.
    outside : the estimate lies outside of the plain interval, which must be said.
    left_out : undefined replicates.
    """

    bias: float | None
    percentile: Interval
    shifted: Interval
    outside: bool
    left_out: int


def _clip(share: float) -> float:
    return min(max(share, 0.0), 1.0)


def shift_percentiles(values: np.ndarray, estimate: float, *, level: float = LEVEL) -> Shifted:
    """The interval of a calibration error or of EHQ3, plain and with its bias taken out.

    Resampling adds noise to every |accuracy − confidence|, so replicates of a calibration error lie above its estimate.

    Parameters
    ----------
    values : replicates, NaN where undefined. estimate : between 0 and 1.

    Edge cases: fewer than two defined replicates give no bias and no interval.

    Source: scoring specification, section 4; speed notes; oracle trap 27.

    Examples
    --------
    >>> found = shift_percentiles(np.array([0.2, 0.3, 0.4]), 0.1, level=0.5)
    >>> round(found.bias, 6), found.outside, found.shifted.low, found.shifted.high
    (0.2, True, 0.05, 0.15)
    """
    rows = values[np.newaxis]
    found, spread = find_percentiles(rows, level=level), measure_spread(rows)
    plain, left_out = found.interval(0), int(found.left_out[0])
    if spread.used[0] < 2:
        none = undefined_interval("bias-corrected", NO_REPLICATE)
        return Shifted(bias=None, percentile=plain, shifted=none, outside=False, left_out=left_out)
    low, high = float(found.low[0]), float(found.high[0])
    bias = float(spread.mean[0]) - estimate
    return Shifted(
        bias=bias,
        percentile=plain,
        shifted=settle(_clip(low - bias), _clip(high - bias), "bias-corrected"),
        outside=not low <= estimate <= high,
        left_out=left_out,
    )
