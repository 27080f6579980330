"""Intervals from replicates, from counts and from standard errors."""

from scoring.resampling.intervals.band import Band, max_t_band
from scoring.resampling.intervals.carried import carried_interval, fisher_interval
from scoring.resampling.intervals.interval import LEVEL, NO_VARIATION, Interval, undefined_interval
from scoring.resampling.intervals.percentile import (
    Percentiles,
    Shifted,
    Spread,
    find_percentiles,
    measure_spread,
    shift_percentiles,
)
from scoring.resampling.intervals.shares import (
    OneSided,
    bound_without_variation,
    clopper_pearson,
    effective_size,
    f1_interval,
    newcombe_difference,
    wilson,
)
from scoring.resampling.intervals.tango import tango

__all__ = [
    "LEVEL",
    "NO_VARIATION",
    "Band",
    "Interval",
    "OneSided",
    "Percentiles",
    "Shifted",
    "Spread",
    "bound_without_variation",
    "carried_interval",
    "clopper_pearson",
    "effective_size",
    "f1_interval",
    "find_percentiles",
    "fisher_interval",
    "max_t_band",
    "measure_spread",
    "newcombe_difference",
    "shift_percentiles",
    "tango",
    "undefined_interval",
    "wilson",
]
