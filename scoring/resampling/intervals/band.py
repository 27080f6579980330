"""A band that covers all of several estimates at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.resampling.intervals.interval import LEVEL, NO_VARIATION, Interval, settle, undefined_interval
from scoring.resampling.intervals.percentile import measure_spread

__all__ = ["Band", "max_t_band"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Intervals that hold together; ``multiple`` is how many standard errors they reach, None without any.

    ``left_out`` counts replicates in which an estimate that enters was undefined.
    """

    multiple: float | None
    intervals: tuple[Interval, ...]
    left_out: int


def max_t_band(estimates: Sequence[float | None], values: np.ndarray, *, level: float = LEVEL) -> Band:
    """Simultaneous intervals: the estimate ± the quantile of the largest |t| over all estimates.

    Parameters
    ----------
    estimates : such as the biases of all models; None where undefined.
    values : their replicates, estimates × replicates, NaN where undefined.

    Edge cases: an undefined estimate, and one whose replicates do not vary, have no interval and do not enter the
    largest |t|. t is taken about the estimate.

    Source: scoring specification, section 4 (max-t); Romano and Wolf 2005.

    Examples
    --------
    >>> values = np.array([[0.0, 0.1, 0.2, 0.1], [0.5, 0.5, 0.5, 0.5]])
    >>> band = max_t_band([0.1, 0.5], values, level=0.5)
    >>> round(band.multiple, 4), round(band.intervals[0].low, 4), band.intervals[1].undefined
    (0.6124, 0.05, 'no variation in the sample')
    """
    spread = measure_spread(values)
    places = [place for place, value in enumerate(estimates) if value is not None and spread.sd[place] > 0]
    reasons = ["undefined" if value is None else NO_VARIATION for value in estimates]
    none = tuple(undefined_interval("max-t", reason) for reason in reasons)
    if not places:
        return Band(multiple=None, intervals=none, left_out=0)
    centre = np.array([estimates[place] for place in places], dtype="float64")
    sd = spread.sd[places]
    largest = np.abs((values[places] - centre[:, np.newaxis]) / sd[:, np.newaxis]).max(axis=0)
    defined = largest[~np.isnan(largest)]
    multiple = float(np.quantile(defined, level))
    intervals = list(none)
    for place, middle, error in zip(places, centre.tolist(), sd.tolist(), strict=True):
        intervals[place] = settle(middle - multiple * error, middle + multiple * error, "max-t")
    return Band(multiple=multiple, intervals=tuple(intervals), left_out=int(values.shape[1] - len(defined)))
