"""What a perfectly calibrated responder would show: the noise in a calibration score at this pool size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.resampling.features import BINS, CERTAIN

__all__ = ["CalibratedResponder", "simulate_calibrated_responder"]

_AT_ONCE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibratedResponder:
    """Calibration error of a perfectly calibrated responder: mean and 95th percentile over ``draws``; None without pool.

    Its EHQ3 has the mean ``1 − mean`` and falls below ``1 − upper`` in one draw of twenty.
    """

    mean: float | None
    upper: float | None
    pool: int
    draws: int


def simulate_calibrated_responder(
    confidence: np.ndarray, *, stream: np.random.Generator, draws: int = 2_000
) -> CalibratedResponder:
    """Let each answer be right with the probability that was stated, and take the calibration error.

    Parameters
    ----------
    confidence : int64 of the calibration records, units of 10^-8.

    Edge cases: no record: None.

    Source: scoring specification, section 6, *Score impact*.

    Examples
    --------
    >>> from scoring.resampling.streams import open_stream
    >>> found = simulate_calibrated_responder(np.full(40, 80_000_000), stream=open_stream("1", "x"))
    >>> round(found.mean, 3), round(found.upper, 3), found.pool
    (0.05, 0.125, 40)
    """
    pool = len(confidence)
    if pool == 0:
        return CalibratedResponder(mean=None, upper=None, pool=0, draws=draws)
    order = np.argsort(confidence, kind="stable")
    stated = confidence[order]
    place = np.minimum(stated // (CERTAIN // BINS), BINS - 1)
    starts = np.flatnonzero(np.concatenate([[True], place[1:] != place[:-1]]))
    step = max(_AT_ONCE // pool, 1)
    errors = []
    for done in range(0, draws, step):
        words = stream.integers(0, CERTAIN, size=(min(step, draws - done), pool), dtype="int64")
        gaps = np.add.reduceat(CERTAIN * (words < stated) - stated, starts, axis=1)
        errors.append(np.abs(gaps).sum(axis=1) / (CERTAIN * pool))
    found = np.concatenate(errors)
    return CalibratedResponder(mean=float(found.mean()), upper=float(np.quantile(found, 0.95)), pool=pool, draws=draws)
